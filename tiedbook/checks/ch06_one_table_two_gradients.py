"""The checks of chapter 6."""

from __future__ import annotations

from tiedbook.checks.tied_grad import TIED_GRAD

EXERCISES = (TIED_GRAD,)
