"""Jobs that are too long for one computer, on Ray: docs/clusters.md describes them.

``python -m dropline.cluster solve|book|arena|prove|check`` does the same from a shell. It takes ``pip install 'dropline[cluster]'``; without Ray, the same
jobs run on this computer.
"""

from dropline.cluster._arena import arena
from dropline.cluster._book import book
from dropline.cluster._crew import Crew
from dropline.cluster._prove import CertificateCheck, ProofResult, check, prove
from dropline.cluster._solve import solve

__all__ = ["CertificateCheck", "Crew", "ProofResult", "arena", "book", "check", "prove", "solve"]
