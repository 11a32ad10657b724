"""The checks of chapter 5."""

from __future__ import annotations

from tiedbook.checks.softmax import SOFTMAX

EXERCISES = (SOFTMAX,)
