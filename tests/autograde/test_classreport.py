"""The class report: counts that add up, nobody's name, and nothing active."""

from __future__ import annotations

import csv
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from autograde.classreport import MISCONCEPTIONS, PARTS, ChapterCount, class_report, write_report
from autograde.cli import main
from autograde.course import CourseFolder
from autograde.grade import grade
from tests.autograde.classroom import SIZED_BY_IDS, STEM, VIEW, half_right, notebook, right, submit
from tests.autograde.html5 import assert_sound, parsed
from tiedbook.errors import TiedbookError

HOSTILE = "def embed(ids, embedding_matrix):\n    raise ValueError('</code><script>alert(1)</script>=1+1')"


@pytest.fixture(scope="module")
def graded(assigned: CourseFolder, tmp_path_factory: pytest.TempPathFactory) -> CourseFolder:
    course = CourseFolder(Path(shutil.copytree(assigned.root, tmp_path_factory.mktemp("class") / "course")))
    submit(course, "zara-the-first", notebook("es"))
    for learner in ("bob", "eva"):
        submit(course, learner, half_right())
    submit(course, "viewer", notebook("en", {"one_hot": right("one_hot"), "embed": VIEW}))
    submit(course, "idle", notebook("en", {"one_hot": right("one_hot")}))
    submit(course, "mallory", notebook("en", {"one_hot": SIZED_BY_IDS, "embed": HOSTILE}))
    grade(course)
    return course


@pytest.mark.sandbox
def test_it_counts_how_many_learners_have_which_misconception(graded: CourseFolder) -> None:
    (chapter,) = class_report(graded)
    assert (chapter.stem, chapter.learners, chapter.most) == (STEM, 6, 16.0)
    assert chapter.mean == (16 + 6 + 6 + 12 + 6 + 0) / 6
    exercises = {exercise.name: exercise for exercise in chapter.exercises}
    assert {name: exercise.correct for name, exercise in exercises.items()} == {
        "one_hot": {"core": 3, "contract": 3},
        "embed": {"core": 4, "contract": 1},
    }
    assert {exercise.of for exercise in exercises.values()} == {6}
    assert {name: exercise.unwritten for name, exercise in exercises.items()} == {"one_hot": 0, "embed": 1}
    first = exercises["embed"].misconceptions[0]
    assert (first.learners, first.code) == (3, "contract.view")
    assert "The result is a window onto" in first.sentence
    assert {item.code: item.learners for item in exercises["one_hot"].misconceptions} == {"one_hot.sized_by_ids": 3}
    for exercise in exercises.values():
        counts = [item.learners for item in exercise.misconceptions]
        assert counts == sorted(counts, reverse=True)
        wrong = exercise.of - exercise.unwritten - min(exercise.correct.values())
        assert all(1 <= count <= wrong for count in counts)
        assert "answer.unwritten" not in {item.code for item in exercise.misconceptions}


@pytest.mark.sandbox
def test_the_page_is_sound_and_names_nobody(graded: CourseFolder, tmp_path: Path) -> None:
    paths = write_report(tmp_path / "report", class_report(graded))
    html = paths[0].read_text(encoding="utf-8")
    assert_sound(html, "en")
    words = " ".join("".join(parsed(html).itertext()).split())
    assert "The result is a window onto" in words
    assert "<script>alert(1)" in words
    for path in paths:
        assert not [
            name for name in ("zara-the-first", "mallory", "viewer") if name in path.read_text(encoding="utf-8")
        ]


@pytest.mark.sandbox
def test_each_bar_is_as_long_as_its_count(graded: CourseFolder, tmp_path: Path) -> None:
    counts = class_report(graded)
    page = parsed(write_report(tmp_path, counts)[0].read_text(encoding="utf-8"))
    for kind, wanted in (("right", right_counts(counts)), ("wrong", wrong_counts(counts))):
        bars = [bar for bar in page.iter() if str(bar.tag).endswith("svg") and kind in bar.get("class", "").split()]
        drawn = [[float(rect.get("width", "nan")) for rect in bar] for bar in bars]
        assert drawn == [[100.0, pytest.approx(100 * count / of, abs=0.05)] for count, of in wanted]
        assert len({width for _, width in drawn}) > 1


def right_counts(counts: Sequence[ChapterCount]) -> list[tuple[int, int]]:
    """How many of how many have each part right, in the order of the page."""
    exercises = [exercise for chapter in counts for exercise in chapter.exercises]
    return [(correct, exercise.of) for exercise in exercises for correct in exercise.correct.values()]


def wrong_counts(counts: Sequence[ChapterCount]) -> list[tuple[int, int]]:
    """How many of how many have each misconception, in the order of the page."""
    exercises = [exercise for chapter in counts for exercise in chapter.exercises]
    return [(item.learners, exercise.of) for exercise in exercises for item in exercise.misconceptions]


@pytest.mark.sandbox
def test_the_tables_say_the_same(graded: CourseFolder, tmp_path: Path) -> None:
    counts = class_report(graded, [STEM])
    _, misconceptions, parts = write_report(tmp_path, counts)
    rows = list(csv.DictReader(misconceptions.read_text(encoding="utf-8").splitlines()))
    assert tuple(rows[0]) == MISCONCEPTIONS
    assert sum(int(row["learners"]) for row in rows) == sum(
        item.learners for exercise in counts[0].exercises for item in exercise.misconceptions
    )
    assert ("embed", "3", "6", "50", "contract.view") in {
        (row["exercise"], row["learners"], row["of"], row["percent"], row["code"]) for row in rows
    }
    right_ones = list(csv.DictReader(parts.read_text(encoding="utf-8").splitlines()))
    assert tuple(right_ones[0]) == PARTS
    assert [(row["exercise"], row["correct"], row["unwritten"]) for row in right_ones] == [
        ("one_hot", "3", "0"),
        ("one_hot", "3", "0"),
        ("embed", "4", "1"),
        ("embed", "1", "1"),
    ]


@pytest.mark.sandbox
def test_the_command_writes_it_and_the_table_only_if_asked(
    graded: CourseFolder, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "report"
    arguments = ["export", "--course", str(graded.root), "--report", str(folder)]
    assert main(arguments) == 0
    assert capsys.readouterr().out == f"{folder / 'report.html'}\n"
    assert main([*arguments, "-o", str(tmp_path / "grades.csv")]) == 0
    assert (tmp_path / "grades.csv").read_text(encoding="utf-8").startswith("assignment,")


@pytest.mark.sandbox
def test_a_file_in_the_place_of_the_folder_is_named(
    graded: CourseFolder, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "report.html"
    file.write_text("mine", encoding="utf-8")
    assert main(["export", "--course", str(graded.root), "--report", str(file)]) == 2
    assert f"{file}: a file, and the report is a folder. Give --report the name of one." in capsys.readouterr().err
    assert file.read_text(encoding="utf-8") == "mine"


def test_before_anything_was_graded_it_says_so(course: CourseFolder) -> None:
    with pytest.raises(TiedbookError, match="nothing was graded yet"):
        class_report(course)
