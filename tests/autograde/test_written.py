"""Written answers from release to feedback: blank ones score 0, others wait to be read, and nothing in them acts."""

from __future__ import annotations

import copy
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

import autograde.assign
import autograde.rebuild
import tiedbook.telling
from autograde.assign import assign
from autograde.course import CourseFolder
from autograde.feedback import write_feedback
from autograde.grade import Choice, grade
from autograde.graded import Graded, read_graded
from tests.autograde.classroom import cell, contents, own
from tests.autograde.test_feedback import Reader
from tiedbook.author.assemble import Voice, notebook_of
from tiedbook.author.source import chapter_of
from tiedbook.course import Course
from tiedbook.course import course as real_course
from tiedbook.editions import editions
from tiedbook.errors import TiedbookError
from tiedbook.exercise import exercises_of
from tiedbook.notebook import Notebook, mark, read_notebook, write_notebook

STEM = "ch04_tied_logits"
CELL = "closest-written"
ASKED = "*Double-click this text, and write your answer in place of the dots.*"
STARTERS = {
    "en": f"{ASKED}\n\n…",
    "hi-Latn": "*Is text par double-click karein.*\n\n…",
    "es": "*Haz doble clic en este texto.*\n\n…",
}
WORDS = "The dot product decides, and a long row gets a bonus: 88.0 > 87.9."
RUBRIC = "One point for each of these"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Course:
    """A course of this one chapter, built in all editions; only the text to write in is translated."""
    root = tmp_path_factory.mktemp("built")
    source = (real_course().chapters / f"{STEM}.py").read_text(encoding="utf-8")
    solutions = (real_course().solutions / f"{STEM}.py").read_text(encoding="utf-8")
    chapter, faults = chapter_of(STEM, source, solutions)
    assert faults == ()
    points = {(item.name, part): worth for item in exercises_of(STEM) for part, worth in item.points.items()}
    for tag, edition in editions().items():
        reviewed = {(f"{CELL}/text-double-click-this-text", ASKED): STARTERS[tag].removesuffix("\n\n…")}
        voice = Voice(edition, None if tag == "en" else reviewed)
        write_notebook(
            root / "chapters" / tag / f"{STEM}.ipynb", notebook_of(chapter, voice, tuple(editions().values()), points)
        )
    (root / "solutions").mkdir()
    (root / "solutions" / f"{STEM}.py").write_text(solutions, encoding="utf-8")
    return Course(root)


@pytest.fixture(autouse=True)
def this_course(built: Course, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(autograde.assign, "built_course", lambda: built)
    monkeypatch.setattr(autograde.rebuild, "course", lambda: built)
    monkeypatch.setattr(tiedbook.telling, "course", lambda: built)
    tiedbook.telling.places.cache_clear()
    yield
    tiedbook.telling.places.cache_clear()


@pytest.fixture(scope="module")
def released(built: Course, tmp_path_factory: pytest.TempPathFactory) -> CourseFolder:
    course = CourseFolder(tmp_path_factory.mktemp("written") / "course")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(autograde.assign, "built_course", lambda: built)
        assign(course, "en", [STEM])
    return course


@pytest.fixture
def course(released: CourseFolder, tmp_path: Path) -> CourseFolder:
    return CourseFolder(Path(shutil.copytree(released.root, tmp_path / "course")))


def work(built: Course, tag: str = "en", words: str | None = WORDS) -> Notebook:
    """Return the chapter in an edition with a written answer, nothing else done; as built where `words` is None."""
    found = copy.deepcopy(read_notebook(built.built(tag) / f"{STEM}.ipynb"))
    if words is not None:
        cell(found, CELL)["source"] = words
    return found


def submit(course: CourseFolder, learner: str, notebook: Notebook) -> None:
    path = course.submission(learner, STEM).path
    path.parent.mkdir(parents=True, exist_ok=True)
    write_notebook(path, notebook)


def row(course: CourseFolder, learner: str = "ana") -> tuple[object, ...]:
    """Return what the gradebook says of the written answer: automatic and manual points, and whether it waits."""
    [found] = [line for line in contents(course)["grades"] if line[0] == learner and line[2] == CELL]
    return found[3], found[4], bool(found[6])


def by_hand(course: CourseFolder, points: float) -> None:
    statement = (
        "UPDATE grade SET manual_score = ?, needs_manual_grade = 0 "
        "WHERE cell_id IN (SELECT id FROM base_cell WHERE name = ?)"
    )
    with closing(sqlite3.connect(course.gradebook)) as database:
        database.execute(statement, (points, CELL))
        database.commit()


def graded(course: CourseFolder, learner: str = "ana") -> tuple[Notebook, Graded]:
    found = read_graded(course.autograded(learner, STEM))
    assert found is not None
    return found


def page(course: CourseFolder, learner: str = "ana") -> Reader:
    write_feedback(course)
    return Reader(course.feedback(learner, STEM).read_text(encoding="utf-8"))


def test_a_release_asks_and_keeps_its_rubric_to_itself(course: CourseFolder) -> None:
    release, source = (read_notebook(path) for path in (course.release(STEM), course.source(STEM)))
    assert cell(release, CELL)["source"] == STARTERS["en"]
    assert cell(release, CELL)["metadata"]["nbgrader"]["points"] == 4
    assert not [item["id"] for item in release["cells"] if mark(item).get("kind") in ("rubric", "reveal")]
    assert RUBRIC not in str(release)
    assert RUBRIC in cell(source, CELL)["source"]
    assert "<details>" not in cell(source, CELL)["source"]
    assert (CELL, 4.0, "markdown") in {(line[0], *line[2:]) for line in contents(course)["cells"]}


def test_nbgrader_makes_the_same_text_to_write_in_from_the_source(course: CourseFolder) -> None:
    from nbformat.notebooknode import from_dict
    from nbgrader.preprocessors import ClearSolutions
    from traitlets.config import Config

    source = read_notebook(course.source(STEM))
    config = Config()
    exec(course.config.read_text(encoding="utf-8"), {"get_config": lambda: config})
    cut, _ = ClearSolutions(config=config).preprocess(from_dict(source), {})  # type: ignore[no-untyped-call]
    release = read_notebook(course.release(STEM))
    assert [item["source"] for item in cut["cells"]] == [item["source"] for item in release["cells"]]


@pytest.mark.sandbox
@pytest.mark.parametrize("tag", STARTERS)
def test_a_blank_answer_scores_0_in_every_edition_and_nobody_waits_for_it(
    course: CourseFolder, built: Course, tag: str
) -> None:
    submit(course, "ana", work(built, tag, None))
    submit(course, "bob", work(built, tag, " "))
    report = grade(course)
    assert report.complete
    assert [(line.points, line.most, line.waiting) for line in report.lines] == [(0.0, 24.0, 0)] * 2
    assert row(course, "ana") == row(course, "bob") == (0.0, None, False)
    assert {line[3] for line in contents(course)["comments"] if line[2] == CELL} == {"No response."}
    assert cell(graded(course)[0], CELL)["source"] == STARTERS[tag]
    assert RUBRIC not in str(graded(course)[0])


@pytest.mark.sandbox
@pytest.mark.parametrize("tag", STARTERS)
def test_any_other_answer_waits_to_be_read(course: CourseFolder, built: Course, tag: str) -> None:
    submit(course, "ana", work(built, tag))
    report = grade(course)
    assert report.lines[0].waiting == 1
    assert report.summary() == "1 graded; 1 answer to grade by hand in formgrader"
    assert row(course) == (None, None, True)
    assert graded(course)[1].written[0].text == WORDS
    assert grade(course).counts()["unchanged"] == 1


@pytest.mark.sandbox
def test_points_by_hand_stay_until_the_answer_changes(course: CourseFolder, built: Course) -> None:
    submit(course, "ana", work(built))
    grade(course)
    by_hand(course, 3)
    grade(course, Choice(regrade=True))
    assert row(course) == (None, 3.0, False)
    submit(course, "ana", work(built, words=f"{WORDS} And so on."))
    grade(course)
    assert row(course) == (None, 3.0, True)
    by_hand(course, 4)
    submit(course, "ana", work(built, words=None))
    grade(course)
    assert row(course) == (0.0, 4.0, True)


@pytest.mark.sandbox
def test_whoever_grades_finds_the_rubric_below_the_answer_in_the_edition_of_the_release(
    course: CourseFolder, built: Course
) -> None:
    submit(course, "ana", work(built, "es"))
    grade(course)
    cells = graded(course)[0]["cells"]
    at = next(place for place, item in enumerate(cells) if item["id"] == CELL)
    assert WORDS.replace(">", "&gt;") in cells[at]["source"]
    assert (mark(cells[at + 1])["kind"], mark(cells[at + 1])["written"]) == ("rubric", "closest")
    assert RUBRIC in cells[at + 1]["source"]
    assert "<small>[en]</small>" not in cells[at + 1]["source"]  # not the unreviewed Spanish one


HOSTILE = """<script>alert(1)</script><img src=x onerror=alert(2)>
</pre><iframe src="https://evil.example"></iframe>

![](https://evil.example/pixel.png) [here](javascript:alert(3)) <https://evil.example>
$\\href{javascript:alert(4)}{x}$ \x1b[31mred"""


@pytest.mark.sandbox
def test_nothing_that_was_written_acts_in_formgrader_or_on_the_page(course: CourseFolder, built: Course) -> None:
    import nbconvert
    from nbformat.notebooknode import from_dict

    submit(course, "mallory", work(built, words=HOSTILE))
    grade(course)
    found = graded(course, "mallory")[0]
    shown = {**found, "cells": [item for item in found["cells"] if item["id"] == CELL]}
    exporter = nbconvert.HTMLExporter(template_name="basic")  # type: ignore[no-untyped-call]
    html, _ = exporter.from_notebook_node(from_dict(shown))  # type: ignore[no-untyped-call]
    reader = Reader(html)
    assert {tag for tag, _ in reader.tags} <= {"div", "pre", "span"}
    assert not [name for _, marks in reader.tags for name in marks if name.startswith("on") or name in ("src", "href")]
    inside = html[html.index("<pre") : html.index("</pre>")]
    assert "javascript:alert(4)" in inside  # where formulas are not typeset
    assert "alert(3)" in inside
    feedback = page(course, "mallory")
    assert {tag for tag, _ in feedback.tags} & {"script", "img", "iframe"} == set()
    assert {marks["href"] for tag, marks in feedback.tags if tag == "a"} == {
        "#tied_lm_head",
        "#nearest_token",
        f"#{CELL}",
    }
    assert "alert(1)" in feedback.text


@pytest.mark.sandbox
def test_a_page_says_what_became_of_an_answer(course: CourseFolder, built: Course) -> None:
    submit(course, "ana", work(built))
    submit(course, "bob", work(built, words=None))
    grade(course)
    assert "In your own words: why closest is not most likely 0 of 4 points · not read yet" in page(course).text
    assert "nothing was written" in page(course, "bob").text
    by_hand(course, 3)
    with closing(sqlite3.connect(course.gradebook)) as database:
        database.execute("UPDATE comment SET manual_comment = 'Say <b>when</b> they agree.'")
        database.commit()
    found = page(course)
    assert "3 of 4 points · points given by your instructor" in found.text
    assert "3 of 24 points" in found.text
    assert "Say <b>when</b> they agree." in found.text
    assert WORDS in found.text


@pytest.mark.sandbox
def test_points_and_marks_of_a_submission_count_for_nothing(course: CourseFolder, built: Course) -> None:
    tampered = work(built)
    cell(tampered, CELL)["metadata"] = {"nbgrader": {"points": 1000, "grade": False, "grade_id": CELL}}
    tampered["cells"].insert(0, {**copy.deepcopy(cell(tampered, CELL)), "id": "copied", "source": "another"})
    submit(course, "ana", tampered)
    grade(course)
    assert row(course) == (None, None, True)
    assert [(each.points, each.text) for each in graded(course)[1].written] == [(4.0, WORDS)]


@pytest.mark.sandbox
def test_an_answer_that_goes_on_below_is_read_to_its_end(course: CourseFolder, built: Course) -> None:
    found = work(built, words=None)
    at = found["cells"].index(cell(found, CELL))
    note = {"cell_type": "markdown", "id": "more", "metadata": {}, "source": WORDS}
    found["cells"][at + 1 : at + 1] = [note, own("x = 1")]
    submit(course, "ana", found)
    grade(course)
    assert [each.text for each in graded(course)[1].written] == [WORDS]


@pytest.mark.sandbox
def test_a_release_whose_written_answer_is_worth_something_else_is_refused(course: CourseFolder, built: Course) -> None:
    submit(course, "ana", work(built))
    path = course.release(STEM)
    text = path.read_text(encoding="utf-8")
    marks = read_notebook(path)
    assert cell(marks, CELL)["metadata"]["nbgrader"]["points"] == 4
    cell(marks, CELL)["metadata"]["nbgrader"]["points"] = 40
    write_notebook(path, marks)
    assert path.read_text(encoding="utf-8") != text
    with pytest.raises(TiedbookError, match="autograde assign"):
        grade(course)
