"""The checks of chapter 8."""

from __future__ import annotations

from tiedbook.checks.train_step import TRAIN_STEP

EXERCISES = (TRAIN_STEP,)
