"""Written answers in a source chapter: what they need, and what the builder makes of them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.author.scratch import CHAPTER, SOLUTIONS, STEM, WRITTEN, edit
from tiedbook.author.assemble import Points, Voice, notebook_of
from tiedbook.author.doctor import examine
from tiedbook.author.source import chapter_of
from tiedbook.author.units import chapter_units
from tiedbook.bilingual import bilingual
from tiedbook.course import Course
from tiedbook.editions import Edition
from tiedbook.notebook import Notebook, digest

EDITIONS = (Edition("en", "English"), Edition("es", "Español"))
POINTS: Points = {("pair_sum", "core"): 4, ("pair_sum", "contract"): 2}
ASKED, FAULTS = chapter_of(STEM, CHAPTER + WRITTEN, SOLUTIONS)
SPANISH = {("why-written/text-write-here-in-place", "*Write here, in place of the dots.*"): "*Escribe aquí.*"}


def notebook(tag: str) -> Notebook:
    edition = next(item for item in EDITIONS if item.tag == tag)
    return notebook_of(ASKED, Voice(edition, None if tag == "en" else SPANISH), EDITIONS, POINTS)


def built(id_: str, tag: str = "en") -> dict[str, Any]:
    [found] = [cell for cell in notebook(tag)["cells"] if cell["id"] == id_]
    return found  # type: ignore[no-any-return]


def test_a_written_answer_with_its_rubric_is_without_fault() -> None:
    assert FAULTS == ()
    [cell] = [cell for cell in ASKED.cells if cell.role == "written"]
    assert (cell.id, cell.written, cell.points) == ("why-written", "why", 3)


def test_it_is_built_as_a_cell_that_nbgrader_grades_by_hand() -> None:
    found = built("why-written")
    assert found["cell_type"] == "markdown"
    assert found["metadata"] == {
        "nbgrader": {
            "grade": True,
            "grade_id": "why-written",
            "locked": False,
            "points": 3,
            "schema_version": 3,
            "solution": True,
            "task": False,
        },
        "tiedbook": {"role": "written", "written": "why", "hash": digest(found["source"])},
    }


@pytest.mark.parametrize(("tag", "source"), [("en", "*Write here, in place of the dots.*"), ("es", "*Escribe aquí.*")])
def test_its_text_is_told_in_each_edition_and_ends_in_the_same_line(tag: str, source: str) -> None:
    assert built("why-written", tag)["source"] == f"{source}\n\n…"


def test_its_text_stays_in_one_voice_so_that_a_blank_answer_is_known() -> None:
    both = bilingual(notebook("es"), notebook("en"), EDITIONS[0])
    assert [cell for cell in both["cells"] if cell["id"] == "why-written"] == [built("why-written", "es")]


def test_its_text_is_a_unit_to_translate_and_the_dots_are_not() -> None:
    [unit] = [unit for unit in chapter_units(ASKED) if unit.cell == "why-written"]
    assert unit.notes[0] == "paragraph in cell why-written (stands where a learner will write)"


def test_a_rubric_names_its_answer() -> None:
    metadata = built("why-rubric")["metadata"]["tiedbook"]
    assert {**metadata, "hash": ""} == {"role": "prose", "kind": "rubric", "written": "why", "hash": ""}


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (' points="3"', "", "either points="),
        ('points="3"', 'points="many"', "a whole number from 1 to 99, not 'many'"),
        ('points="3"', 'points="0"', "a whole number from 1 to 99, not '0'"),
        ('points="3"', 'points="3" kind="quiz"', "has no kind: remove 'quiz'"),
        (' written="why" points="3"', ' points="3"', 'add written="its-name"'),
        ('kind="rubric" written="why"', 'kind="rubric"', 'add written="its-name"'),
        ('kind="rubric" written="why"', 'kind="rubric" written="who"', "no written answer 'who' before"),
        ('id="why-written"', 'id="why-answer"', 'needs id="why-written"'),
        ("# …\n", "# Here.\n", "ends in a line …"),
    ],
)
def test_what_a_written_answer_lacks_is_named_with_its_remedy(old: str, new: str, said: str) -> None:
    assert WRITTEN.count(old) == 1
    _, found = chapter_of(STEM, CHAPTER + WRITTEN.replace(old, new), SOLUTIONS)
    assert any(said in str(finding) for finding in found), [*map(str, found)]


def test_the_doctor_misses_a_rubric(scratch: Course) -> None:
    path = scratch.chapters / f"{STEM}.py"
    path.write_text(CHAPTER + WRITTEN, encoding="utf-8")
    assert not [line for line in map(str, examine(scratch)) if "rubric" in line and "needs one cell" in line]
    edit(path, WRITTEN[WRITTEN.index('\n# %% [markdown] id="why-rubric"') :], "")
    assert [line for line in map(str, examine(scratch)) if "the written answer 'why' has 0 rubrics" in line]
