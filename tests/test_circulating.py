"""Every claim that circulates has a place in a chapter, and the table that says where is right."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

CHAPTERS = Path(__file__).resolve().parents[1] / "chapters"
TABLE = re.findall(r"^\| (F\d+) \| .* \| (.*) \|$", (CHAPTERS / "README.md").read_text(encoding="utf-8"), re.MULTILINE)


def test_all_thirty_four_claims_are_listed_in_order() -> None:
    assert [number for number, _ in TABLE] == [f"F{number}" for number in range(1, 35)]


@pytest.mark.parametrize(("number", "places"), TABLE)
def test_the_cells_that_answer_a_claim_exist(number: str, places: str) -> None:
    for place in places.split("; "):
        chapter, *cells = re.findall(r"`([a-z0-9-]+)`", place)
        (source,) = CHAPTERS.glob(f"{chapter}_*.py")
        ids = re.findall(r'^# %%.* id="([^"]+)"', source.read_text(encoding="utf-8"), re.MULTILINE)
        assert cells, f"{number} names no cell in {chapter}"
        assert set(cells) <= set(ids)
