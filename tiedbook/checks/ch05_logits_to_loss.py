"""The checks of chapter 5."""

from __future__ import annotations

from tiedbook.checks.cross_entropy_from_logits import CROSS_ENTROPY_FROM_LOGITS
from tiedbook.checks.softmax import SOFTMAX

EXERCISES = (SOFTMAX, CROSS_ENTROPY_FROM_LOGITS)
