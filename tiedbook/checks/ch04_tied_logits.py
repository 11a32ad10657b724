"""The checks of chapter 4."""

from __future__ import annotations

from tiedbook.checks.nearest_token import NEAREST_TOKEN
from tiedbook.checks.tied_lm_head import TIED_LM_HEAD

EXERCISES = (TIED_LM_HEAD, NEAREST_TOKEN)
