"""Who does long jobs: threads of this process, or Ray."""

from dropline.cluster._crew import Crew

__all__ = ["Crew"]
