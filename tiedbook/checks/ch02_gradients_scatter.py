"""The checks of chapter 2."""

from __future__ import annotations

from tiedbook.checks.embed_backward import EMBED_BACKWARD
from tiedbook.checks.gather import GATHER

EXERCISES = (EMBED_BACKWARD, GATHER)
