"""The checks of chapter 7."""

from __future__ import annotations

from tiedbook.checks.embedding_and_head_params import EMBEDDING_AND_HEAD_PARAMS
from tiedbook.checks.gpt2_param_count import GPT2_PARAM_COUNT

EXERCISES = (EMBEDDING_AND_HEAD_PARAMS, GPT2_PARAM_COUNT)
