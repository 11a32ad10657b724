"""Cells as numbered lines, docstrings folded."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograde.listing import Listing, listing
from autograde.text import plain

HEAD = "import numpy as np\n\n\ndef embed(ids: list[int], table: dict[str, int] = {}) -> np.ndarray:  # mine: all\n"
DOCSTRING = '    """Return rows.\n\n    Parameters\n    ----------\n    ids : array\n    """\n'
FIRST = HEAD.count("\n") + 1
LAST = FIRST + DOCSTRING.count("\n") - 1


def folded(found: Listing) -> list[int]:
    return [line.number for line in found.fold]


@pytest.mark.parametrize(
    "body",
    [
        "    return table[ids]",
        "    return table[ids",
        '    return "table',
        "    return table[ids]]",
        "  return table\n      [ids]",
        '    """Another string\n    over\n    four\n    lines."""',
        "",
    ],
)
def test_the_docstring_of_the_function_is_folded_also_where_the_cell_does_not_parse(body: str) -> None:
    found = listing(HEAD + DOCSTRING + body, "embed")
    assert folded(found) == list(range(FIRST, LAST + 1))
    assert found.fold[0].text == '    """Return rows.'
    assert [line.text for line in found.after] == (body.split("\n") if body else [])


@pytest.mark.parametrize(
    "source",
    [
        HEAD + '    """Return rows."""\n    return table[ids]',
        HEAD + "    return table[ids]",
        HEAD.replace("embed", "helper") + DOCSTRING,
        HEAD + '    text = """a\nb\nc\nd\ne"""\n    return text',
        "embed = table.__getitem__",
        "def embed",
        "",
        "\x00'''",
    ],
)
def test_nothing_else_is_folded(source: str) -> None:
    assert folded(listing(source, "embed")) == []


def test_the_line_in_which_a_cell_stopped_is_marked_and_never_folded() -> None:
    source = HEAD + DOCSTRING + "    return table[ids"
    after = listing(source, "embed", LAST + 1)
    assert [line.number for line in after.after if line.stopped] == [LAST + 1]
    inside = listing(source, "embed", FIRST + 1)
    assert folded(inside) == []
    assert [line.number for line in inside.before if line.stopped] == [FIRST + 1]


@given(st.text(alphabet=st.sampled_from("def embed():\n\"'#[ \\x\t\r")), st.none() | st.integers(1, 5))
def test_every_line_is_shown_once_with_its_number(source: str, stopped: int | None) -> None:
    found = listing(source, "embed", stopped)
    lines = (*found.before, *found.fold, *found.after)
    assert "\n".join(line.text for line in lines) == plain(source).rstrip()
    assert [line.number for line in lines] == list(range(1, len(lines) + 1))
