"""The checks of chapter 3."""

from __future__ import annotations

from tiedbook.checks.masked_mean import MASKED_MEAN

EXERCISES = (MASKED_MEAN,)
