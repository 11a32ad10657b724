"""The checks of chapter 1."""

from __future__ import annotations

from tiedbook.checks.embed import EMBED
from tiedbook.checks.one_hot import ONE_HOT

EXERCISES = (ONE_HOT, EMBED)
