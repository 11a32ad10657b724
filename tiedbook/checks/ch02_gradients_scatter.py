"""The checks of chapter 2."""

from __future__ import annotations

from tiedbook.checks.embed_backward import EMBED_BACKWARD

EXERCISES = (EMBED_BACKWARD,)
