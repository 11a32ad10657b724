"""The gradebook as Canvas and Moodle import it."""

from __future__ import annotations

import csv
import io
import shutil
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograde.canvas import HEADS as CANVAS
from autograde.cli import main
from autograde.collect import collect
from autograde.course import CourseFolder
from autograde.export import exported
from autograde.grade import grade
from autograde.moodle import HEADS as MOODLE
from autograde.roster import Roster, as_csv, harmless, matched, read_roster
from autograde.totals import Person
from tests.autograde.classroom import STEM, half_right, notebook
from tiedbook.errors import TiedbookError
from tiedbook.notebook import notebook_text

NAMES = {"gómezana": "gómezana_11_901_a.ipynb", "smithbob": "smithbob_LATE_12_902_b.ipynb", "zoe": f"zoe_{STEM}.ipynb"}
PEOPLE = {"Ana Gómez": "701", "Bob Smith": "702"}  # as Moodle names and numbers them


def table(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def gathered(course: CourseFolder, place: Path, files: Mapping[str, bytes]) -> CourseFolder:
    for name, content in files.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_bytes(content)
    assert {item.action for item in collect(course, place)} == {"new"}
    grade(course)
    return course


WORK = [notebook_text(found).encode() for found in (notebook(), half_right(), notebook("es"))]


@pytest.fixture(scope="module")
def from_canvas(assigned: CourseFolder, tmp_path_factory: pytest.TempPathFactory) -> CourseFolder:
    folder = tmp_path_factory.mktemp("canvas")
    course = CourseFolder(Path(shutil.copytree(assigned.root, folder / "course")))
    return gathered(course, folder / "downloads", dict(zip(NAMES.values(), WORK, strict=True)))


@pytest.fixture(scope="module")
def from_moodle(assigned: CourseFolder, tmp_path_factory: pytest.TempPathFactory) -> CourseFolder:
    folder = tmp_path_factory.mktemp("moodle")
    course = CourseFolder(Path(shutil.copytree(assigned.root, folder / "course")))
    names = [f"{name}_{number}_assignsubmission_file_/{STEM}.ipynb" for name, number in PEOPLE.items()]
    return gathered(course, folder / "downloads", dict(zip(names, WORK, strict=False)))


CANVAS_EXPORT = f"""\
Student,ID,SIS User ID,SIS Login ID,Section,Homework 0 (55),{STEM} (77),Current Score,Final Score
,,,,,,Manual Posting,,
    Points Possible,,,,,10.00,16.00,(read only),(read only)
"Gómez, Ana",11,S1,ag1,"A, morning",3.00,,30,30
"Smith, Bob",12,S2,bs2,A,,,0,0
"Smith, Bob",13,S3,bs3,A,,,0,0
"Zeta, Zoe",14,S4,ZOE,B,,,0,0
"Nobody, Ned",15,S5,nn5,B,,,0,0
"Student, Test",99,,abc,A,,,0,0
"""


@pytest.mark.sandbox
def test_with_its_own_export_canvas_finds_everybody_by_number_then_by_login(
    from_canvas: CourseFolder, tmp_path: Path
) -> None:
    roster = tmp_path / "canvas.csv"
    roster.write_text(CANVAS_EXPORT, encoding="utf-8-sig")
    text, findings = exported(from_canvas, "canvas", roster=roster)
    assert findings == ()
    head, possible, *lines = csv.reader(io.StringIO(text))
    assert head == [*CANVAS, f"{STEM} (77)"]
    assert possible == ["    Points Possible", "", "", "", "", "16.00"]
    assert lines == [
        ["Gómez, Ana", "11", "S1", "ag1", "A, morning", "16.00"],
        ["Smith, Bob", "12", "S2", "bs2", "A", "6.00"],
        ["Zeta, Zoe", "14", "S4", "ZOE", "B", "16.00"],
    ]


@pytest.mark.sandbox
def test_without_one_canvas_gets_the_numbers_that_its_files_told(from_canvas: CourseFolder) -> None:
    text, findings = exported(from_canvas, "canvas", [STEM])
    assert findings == ()
    head, possible, *lines = csv.reader(io.StringIO(text))
    assert (head, possible[0]) == ([*CANVAS, STEM], "    Points Possible")
    assert [(line[0], line[1], line[3], line[5]) for line in lines] == [
        ("gómezana", "11", "gómezana", "16.00"),
        ("smithbob", "12", "smithbob", "6.00"),
        ("zoe", "", "zoe", "16.00"),
    ]


WORKSHEET = """\
Identifier,Full name,Email address,Status,Grade,Maximum grade,Grade can be changed,Last modified (submission),\
Last modified (grade),Feedback comments
Participant 701,Ana Gómez,ana@example.org,Submitted for grading,,16.00,Yes,"Monday, 4 May 2026, 12:00 PM",-,Good
Participant 702,Bob Smith,bob@example.org,Submitted for grading,,16.00,Yes,"Monday, 4 May 2026, 12:00 PM",-,
Participant 703,Bob Smith,bob2@example.org,No submission,2.50,16.00,Yes,-,-,
"""


@pytest.mark.sandbox
def test_a_worksheet_of_moodle_comes_back_with_grades_in_it_and_nothing_else_changed(
    from_moodle: CourseFolder, tmp_path: Path
) -> None:
    roster = tmp_path / "sheet.csv"
    roster.write_text(WORKSHEET, encoding="utf-8")
    text, findings = exported(from_moodle, "moodle", roster=roster)
    assert findings == ()
    before, after = table(WORKSHEET), table(text)
    assert tuple(after[0]) == MOODLE
    assert [row.pop("Grade") for row in after] == ["16.00", "6.00", "2.50"]
    assert [row.pop("Grade") for row in before] == ["", "", "2.50"]
    assert after == before


@pytest.mark.sandbox
def test_without_a_worksheet_moodle_gets_the_identifiers_that_its_folders_told(from_moodle: CourseFolder) -> None:
    text, findings = exported(from_moodle, "moodle")
    assert findings == ()
    told = [(row["Identifier"], row["Full name"], row["Grade"], row["Maximum grade"]) for row in table(text)]
    assert told == [
        ("Participant 701", "Ana Gómez", "16.00", "16.00"),
        ("Participant 702", "Bob Smith", "6.00", "16.00"),
    ]
    assert tuple(table(text)[0]) == MOODLE


@pytest.mark.sandbox
def test_who_is_not_in_the_table_is_told_with_the_reason(
    from_canvas: CourseFolder, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    roster = tmp_path / "canvas.csv"
    text = CANVAS_EXPORT.replace(",11,", ",21,").replace("ZOE", "z9").replace("Nobody, Ned", "Zoe")
    roster.write_text(f"{text}\nZoe,16,S6,x,B,,,0,0", encoding="utf-8")
    out = tmp_path / "out.csv"
    arguments = ["export", "--format", "canvas", "--roster", str(roster), "-o", str(out)]
    assert main([*arguments, "--course", str(from_canvas.root)]) == 1
    assert capsys.readouterr().err.splitlines() == [
        f"{roster}: the learner gómezana is not exported: no line is theirs.",
        f"{roster}: the learner zoe is not exported: 2 lines could be theirs.",
    ]
    assert [row["Student"] for row in table(out.read_text(encoding="utf-8"))][1:] == ["Smith, Bob"]


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("kind", "text", "message"),
    [
        ("canvas", "Name,Grade\nAna,1\n", "has no column 'Student', 'ID', 'Section'"),
        ("canvas", "", "has no column"),
        ("canvas", CANVAS_EXPORT.replace("Homework 0", STEM), "Rename all but one in Canvas"),
        ("moodle", WORKSHEET.replace("Identifier", "Identificador"), "has no column 'Identifier'"),
        ("moodle", WORKSHEET.replace("16.00", "100.00"), "Set its maximum grade to 16 in Moodle"),
        ("csv", WORKSHEET, "a roster is for"),
    ],
)
def test_a_roster_that_does_not_fit_is_one_message(
    from_canvas: CourseFolder, tmp_path: Path, kind: str, text: str, message: str
) -> None:
    roster = tmp_path / "roster.csv"
    roster.write_text(text, encoding="utf-8")
    with pytest.raises(TiedbookError, match=message):
        exported(from_canvas, kind, roster=roster)


@pytest.mark.parametrize("kind", ["canvas", "moodle"])
def test_before_anything_was_graded_it_says_so(course: CourseFolder, kind: str) -> None:
    with pytest.raises(TiedbookError, match="nothing was graded yet"):
        exported(course, kind)


@pytest.mark.sandbox
def test_what_lateness_cost_is_taken_off_and_never_below_zero(from_canvas: CourseFolder, tmp_path: Path) -> None:
    course = CourseFolder(Path(shutil.copytree(from_canvas.root, tmp_path / "course")))
    with closing(sqlite3.connect(course.gradebook)) as database:
        database.execute("UPDATE submitted_notebook SET late_submission_penalty = 7")
        database.commit()
    assert [row[STEM] for row in table(exported(course, "canvas")[0])] == ["16.00", "9.00", "0.00", "9.00"]


def roster_of(*names: str) -> Roster:
    return Roster(Path("r.csv"), ("Name",), tuple((name,) for name in names))


@given(st.lists(st.tuples(*[st.sampled_from(["ana", "Ana", "a n a", "bob", "7", "8", ""])] * 3), max_size=5))
def test_no_line_is_given_to_two_learners_and_no_learner_without_a_sign(lines: list[tuple[str, str, str]]) -> None:
    people = [Person("ana", "", "", "7"), Person("bob", "", "", ""), Person("ANA", "", "", "")]
    roster = Roster(Path("r.csv"), ("a", "b", "c"), tuple(lines))
    found, faults = matched(roster, range(len(lines)), lambda row: tuple([cell] for cell in row), people, {"bob": "8"})
    assert {person.id for person in found.values()} | set(faults) == {"ana", "bob", "ANA"}
    assert not {person.id for person in found.values()} & set(faults)
    for line, person in found.items():
        assert lines[line][0] == "8" if person.id == "bob" and any(first for first, *_ in lines) else any(lines[line])


@given(st.text(), st.sampled_from("=+-@\t\r"))
def test_no_text_is_a_formula_in_a_spreadsheet(text: str, sign: str) -> None:
    shown = str(harmless(sign + text))
    assert shown[0] == "'" or len(shown) == 1 or shown.strip("+-%").replace(".", "").replace(",", "").isdigit()
    assert harmless(shown) == shown


@pytest.mark.parametrize("text", ["=cmd|' /C calc'!A0", "+1+1", "-2+3", "@SUM(1)", "\t=1", "=1"])
def test_a_formula_is_quoted(text: str) -> None:
    assert as_csv([text], [[text]]).count("'" + text[:1]) == 2


@pytest.mark.parametrize("text", ["-", "-1.5", "+49", "Ana", "", "12,5"])
def test_what_is_no_formula_stays(text: str) -> None:
    assert harmless(text) == text


def test_a_table_with_semicolons_is_read_as_well(tmp_path: Path) -> None:
    path = tmp_path / "r.csv"
    path.write_text('Student;ID;Section\n"Gómez; Ana";1;A\n;;\nshort', encoding="utf-8")
    found = read_roster(path, ["ID"], "")
    assert found.rows == (("Gómez; Ana", "1", "A"), ("short", "", ""))
    assert found.cell(found.rows[0], "ID") == "1"
    assert found.cell(found.rows[0], "Other") == ""
