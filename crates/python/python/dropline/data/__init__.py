"""Data sets of exactly scored positions, as Parquet: docs/data.md describes them.

``python -m dropline.data make|check|stats`` does the same from a shell. It takes ``pip install 'dropline[data]'``.
"""

from dropline.cluster._crew import Crew
from dropline.cluster._rows import schema
from dropline.data._check import Check, Difference, check
from dropline.data._make import make
from dropline.data._stats import Summary, stats

__all__ = ["Check", "Crew", "Difference", "Summary", "check", "make", "schema", "stats"]
