"""Written answers in a learner's notebook: never touched, always found, and blank in every edition alike."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from tests.small import SECOND, TAGS, built, own
from tiedbook.identify import restore
from tiedbook.merge import Purpose, apply, merge
from tiedbook.notebook import Cell, Notebook, digest, is_pristine, mark
from tiedbook.written import is_blank

STARTERS = {
    "en": "*Write here, in place of the dots.*\n\n…",
    "hi-Latn": "*Yahan likhein, dots ki jagah.*\n\n…",
    "es": "*Escribe aquí, en lugar de los puntos.*\n\n…",
}
PROMPTS = {"en": "Why?", "hi-Latn": "Kyun?", "es": "¿Por qué?"}
WORDS = "Because lengths count."


def chapter(tag: str, *, points: int = 4) -> Notebook:
    """Return the small chapter with a written answer before its cards."""
    found = built(SECOND, tag)
    at = next(place for place, cell in enumerate(found["cells"]) if cell["id"] == "cards")
    found["cells"][at:at] = [_text("ask", PROMPTS[tag], role="prose"), _written(STARTERS[tag], points)]
    found["metadata"]["tiedbook"]["cells"] = [cell["id"] for cell in found["cells"]]
    return found


def _text(id_: str, source: str, **marks: str) -> Cell:
    return own(source, id_=id_, kind="markdown", tiedbook={**marks, "hash": digest(source)})


def _written(source: str, points: int) -> Cell:
    cell = _text("why-written", source, role="written", written="why")
    flags = {"grade": True, "solution": True, "locked": False, "task": False, "schema_version": 3}
    cell["metadata"]["nbgrader"] = {**flags, "grade_id": "why-written", "points": points}
    return cell


def find(notebook: Notebook, id_: str = "why-written") -> Cell:
    return next(cell for cell in notebook["cells"] if cell["id"] == id_)


def answered(tag: str = "en", words: str = WORDS) -> Notebook:
    found = chapter(tag)
    find(found)["source"] = words
    return found


def merged(mine: Notebook, course: Notebook, purpose: Purpose) -> Notebook:
    others = [chapter(tag) for tag in TAGS if tag != mark(course)["edition"]]
    return apply(course if purpose == "rebuild" else mine, merge(mine, course, purpose, others))


def rebuilt(mine: Notebook, tag: str = "en") -> str:
    return str(find(merged(mine, chapter(tag), "rebuild"))["source"])


@pytest.mark.parametrize("tag", TAGS)
def test_what_asks_to_write_changes_with_the_edition(tag: str) -> None:
    switched = merged(chapter("en"), chapter(tag), "switch")
    assert find(switched) == find(chapter(tag))
    assert is_pristine(find(switched))


@pytest.mark.parametrize("purpose", ["switch", "update"])
@pytest.mark.parametrize("tag", TAGS)
def test_what_was_written_is_never_touched_and_gets_no_translation(purpose: Purpose, tag: str) -> None:
    mine = answered()
    result = merged(mine, chapter(tag, points=6), purpose)
    assert find(result) == find(mine)
    assert not [cell for cell in result["cells"] if "beside" in mark(cell)]


def test_an_update_renews_the_points_of_a_blank_answer() -> None:
    assert find(merged(chapter("en"), chapter("es", points=6), "update")) == find(chapter("es", points=6))


def test_an_answer_that_is_gone_from_the_course_is_taken_away_blank_and_kept_written() -> None:
    def ids(mine: Notebook) -> list[str]:
        return [cell["id"] for cell in apply(mine, merge(mine, built(SECOND, "en"), "update"))["cells"]]

    assert "why-written" not in ids(chapter("en"))
    assert "why-written" in ids(answered())


def test_a_deleted_one_stays_deleted_and_a_new_one_comes() -> None:
    deleted = chapter("en")
    deleted["cells"].remove(find(deleted))
    assert not [cell for cell in merged(deleted, chapter("es"), "switch")["cells"] if cell["id"] == "why-written"]
    assert find(merged(built(SECOND, "en"), chapter("es"), "switch"))["source"] == STARTERS["es"]


def test_a_rebuild_takes_the_words_and_nothing_else() -> None:
    mine = answered("es")
    find(mine)["metadata"] |= {"nbgrader": {"grade": False, "points": 1000}, "tags": ["x"]}
    result = merged(mine, chapter("en"), "rebuild")
    assert find(result) == {**find(chapter("en")), "source": WORDS}


BLANK = {
    "starter": lambda starter: starter,
    "dots only": lambda _: "…",
    "three full stops": lambda _: "...",
    "dots deleted": lambda starter: starter.removesuffix("…"),
    "spaces added": lambda starter: f"  {starter}\n\n \n",
    "emptied": lambda _: "",
    "only spaces": lambda _: " \n",
}


@pytest.mark.parametrize("how", BLANK.values(), ids=BLANK.keys())
@pytest.mark.parametrize("frame", TAGS)
@pytest.mark.parametrize("tag", TAGS)
def test_a_blank_answer_is_blank_in_every_edition(tag: str, frame: str, how: Any) -> None:
    mine = answered(tag, how(STARTERS[tag]))
    assert rebuilt(mine, frame) == STARTERS[frame]


@pytest.mark.parametrize("words", ["42", "No.", "… because", f"{STARTERS['en']} {WORDS}"])
def test_any_word_is_an_answer(words: str) -> None:
    assert not is_blank(words, STARTERS.values())
    assert rebuilt(answered("en", words)) == words


def split(cells: list[Cell], at: int) -> None:
    first = {**copy.deepcopy(cells[at]), "id": "piece", "source": "Because"}
    cells[at]["source"] = "lengths count."
    cells.insert(at, first)


def continue_below(cells: list[Cell], at: int) -> None:
    cells[at]["source"] = "Because"
    cells.insert(at + 1, own("lengths count.", kind="markdown"))


def write_below(cells: list[Cell], at: int) -> None:
    cells[at]["source"] = STARTERS["en"]
    cells.insert(at + 1, own("Because", kind="markdown"))
    cells.insert(at + 2, own("lengths count.", id_="own2", kind="raw"))


def retype(cells: list[Cell], at: int) -> None:
    cells[at] = own("Because\n\nlengths count.", id_="why-written", **cells[at]["metadata"])


def join_above(cells: list[Cell], at: int) -> None:
    cells[at - 1] |= {"id": "new", "source": f"{PROMPTS['en']}\n\nBecause\n\nlengths count."}
    del cells[at]


def lose_all(cells: list[Cell], at: int) -> None:
    cells[at]["source"] = "Because\n\nlengths count."
    for number, cell in enumerate(cells):
        cell |= {"id": f"c{number}", "metadata": {}}


def lose_metadata(cells: list[Cell], at: int) -> None:
    cells[at] |= {"source": "Because\n\nlengths count.", "metadata": {}}


def move(cells: list[Cell], at: int) -> None:
    cells[at]["source"] = "Because\n\nlengths count."
    cells.append(cells.pop(at))


@pytest.mark.parametrize(
    "how",
    [split, continue_below, write_below, retype, join_above, lose_all, lose_metadata, move],
    ids=lambda how: how.__name__,
)
def test_an_answer_is_found_whatever_an_editor_did_to_its_cell(how: Any) -> None:
    mine = answered()
    how(mine["cells"], mine["cells"].index(find(mine)))
    if how is lose_all:
        mine["metadata"] = {}
    assert rebuilt(mine) == "Because\n\nlengths count."


def test_a_copy_of_the_answer_says_nothing_twice() -> None:
    mine = answered()
    at = mine["cells"].index(find(mine))
    mine["cells"].insert(at, {**copy.deepcopy(find(mine)), "id": "copy"})
    assert rebuilt(mine) == WORDS


def test_what_the_course_says_is_no_answer() -> None:
    mine = chapter("en")
    at = mine["cells"].index(find(mine))
    rubric = own("What a full answer says.", kind="markdown")  # its metadata lost
    mine["cells"].insert(at + 1, rubric)
    extra = {"cells": [{**rubric, "id": "why-rubric"}], "metadata": {}}
    changes = merge(mine, chapter("en"), "rebuild", [extra])
    assert find(apply(chapter("en"), changes))["source"] == STARTERS["en"]


def test_code_beside_an_answer_is_no_part_of_it() -> None:
    mine = answered()
    mine["cells"].insert(mine["cells"].index(find(mine)) + 1, own("x = 1"))
    result = merged(mine, chapter("en"), "rebuild")
    assert find(result)["source"] == WORDS
    assert [cell["source"] for cell in result["cells"] if not mark(cell)] == ["x = 1"]


def test_lost_metadata_is_given_back_to_an_answer() -> None:
    mine = answered()
    for number, cell in enumerate(mine["cells"]):
        cell |= {"id": f"c{number}", "metadata": {}}
    restored = restore({**mine, "metadata": {}}, [chapter("en")])
    assert find(restored)["source"] == WORDS
    assert find(restored)["metadata"] == find(chapter("en"))["metadata"]
    assert not is_pristine(find(restored))


def test_a_note_of_ones_own_does_not_become_the_answer_where_the_cell_is() -> None:
    mine = chapter("en")
    mine["cells"].insert(1, own("A note.", kind="markdown"))
    assert rebuilt(mine) == STARTERS["en"]
