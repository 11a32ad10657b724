"""The instructor's guide: every command in it, in its order, in an empty folder."""

from __future__ import annotations

import re
import shlex
import sqlite3
import subprocess
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

import autograde
from tests.autograde.classroom import STEM, half_right, notebook
from tests.autograde.test_cli import COMMANDS
from tiedbook.notebook import notebook_text

GUIDE = Path(autograde.__file__).parent / "README.md"
EXCHANGE = "/srv/nbgrader/exchange"
INSTALLS = ("sudo ", "pip ")
WORK, OTHER = notebook_text(notebook("es")).encode(), notebook_text(half_right()).encode()
DOWNLOADS = {
    "week1.zip": {f"ana/{STEM}.ipynb": WORK, f"bob_{STEM}.ipynb": OTHER},
    "canvas.zip": {"gomezeva_LATE_11_901_final.ipynb": OTHER},
    "moodle.zip": {f"Zoe Núñez_701_assignsubmission_file_/{STEM}.ipynb": WORK},
}
TABLES = {
    "canvas.csv": """\
Student,ID,SIS User ID,SIS Login ID,Section
    Points Possible,,,,
"Gómez, Eva",11,S1,eg1,A
"Ana, Ana",12,S2,ana,A
"Bob, Bob",13,S3,bob,A
""",
    "worksheet.csv": """\
Identifier,Full name,Email address,Status,Grade,Maximum grade,Grade can be changed,Last modified (submission),\
Last modified (grade),Feedback comments
Participant 701,Zoe Núñez,zoe@example.org,Submitted,,16.00,Yes,-,-,
Participant 702,ana,ana@example.org,Submitted,,16.00,Yes,-,-,
Participant 703,bob,bob@example.org,Submitted,,16.00,Yes,-,-,
Participant 704,gomezeva,eva@example.org,Submitted,,16.00,Yes,-,-,
""",
}


def guide() -> str:
    """Return the guide up to the clusters, whose commands need more than one machine: see ``test_cluster``."""
    return GUIDE.read_text(encoding="utf-8").partition("## More than one machine")[0]


def blocks() -> list[str]:
    return re.findall(r"^```sh\n(.*?)^```", guide(), re.MULTILINE | re.DOTALL)


def rows() -> list[str]:
    return re.findall(r"^\|[^|]+\| `([^`]+)` \|$", guide(), re.MULTILINE)


def commands(block: str) -> list[str]:
    """Return the commands of a block; one that opens a quote goes on until it is closed."""
    found: list[str] = []
    for line in block.splitlines():
        if found and found[-1].count('"') % 2:
            found[-1] += f"\n{line}"
        else:
            found.append(line)
    return found


def classroom(folder: Path) -> None:
    """Lay out what an instructor downloaded."""
    (folder / "downloads").mkdir()
    for name, files in DOWNLOADS.items():
        with zipfile.ZipFile(folder / "downloads" / name, "w") as archive:
            for member, content in files.items():
                archive.writestr(member, content)
    for name, text in TABLES.items():
        (folder / "downloads" / name).write_text(text, encoding="utf-8")


def before(line: str, folder: Path) -> str:
    """Return a command as this test runs it, after doing what others would have done before it."""
    if "nbgrader collect" in line:  # a learner submitted
        inbound = folder / "exchange" / "tiedbook" / "inbound" / f"kim+{STEM}+2026-05-04 12:00:00.000000 UTC+a1"
        inbound.mkdir(parents=True)
        (inbound / f"{STEM}.ipynb").write_bytes(WORK)
        (inbound / "submission_secret.txt").write_text("kim's", encoding="utf-8")
        (inbound / "timestamp.txt").write_text("2026-05-04 12:00:00.000000 UTC", encoding="utf-8")
    if "penalty_method" in line:  # a due date was set in formgrader, a day before kim submitted
        with closing(sqlite3.connect(folder / "course" / "gradebook.db")) as database:
            database.execute("UPDATE assignment SET duedate = '2026-05-03 12:00:00.000000' WHERE name = ?", (STEM,))
            database.commit()
    if "jupyter lab" in line:  # it would not come back otherwise
        line = line.replace("jupyter lab", "jupyter lab --no-browser --version")
    if "spring" in line:  # the one command on another course needs it to be there
        line = f"cp -r course spring && {line}"
    return line.replace(EXCHANGE, str(folder / "exchange"))


@pytest.mark.sandbox
def test_every_command_of_the_guide_runs_as_it_stands(tmp_path: Path, programs: dict[str, str]) -> None:
    classroom(tmp_path)
    typed = [line for block in blocks() for line in commands(block)] + rows()
    ran = [line for line in typed if not line.startswith(INSTALLS)]
    assert {shlex.split(line)[1] for line in ran if line.startswith("autograde ")} == set(COMMANDS)
    for line in ran:
        done = subprocess.run(
            before(line, tmp_path), shell=True, cwd=tmp_path, env=programs, capture_output=True, text=True, check=False
        )
        expected = 1 if line == "autograde doctor" else 0  # the guide says: no course yet
        assert done.returncode == expected, f"{line}\n{done.stdout}{done.stderr}"
    results(tmp_path)


def results(folder: Path) -> None:
    """Fail unless the commands did what the guide says they do."""
    learners = ["Zoe Núñez", "ana", "bob", "gomezeva", "kim"]
    pages = {path.parts[-3]: path.read_text(encoding="utf-8") for path in folder.glob("course/feedback/*/*/*.html")}
    assert sorted(pages) == learners
    assert f"{STEM}" in (folder / "report" / "misconceptions.csv").read_text(encoding="utf-8")
    with closing(sqlite3.connect(folder / "course" / "gradebook.db")) as database:
        late = dict(
            database.execute(
                "SELECT s.student_id, n.late_submission_penalty FROM submitted_notebook n "
                "JOIN submitted_assignment s ON s.id = n.assignment_id"
            )
        )
    assert {learner: penalty for learner, penalty in late.items() if penalty} == {"kim": 16.0}
    chapters = len(list(folder.glob("course/release/*")))
    assert (folder / "grades.csv").read_text(encoding="utf-8").count("\n") == 1 + 2 * chapters
    canvas = (folder / "for-canvas.csv").read_text(encoding="utf-8").splitlines()
    assert canvas[2:] == [
        '"Gómez, Eva",11,S1,eg1,A,6.00',
        '"Ana, Ana",12,S2,ana,A,16.00',
        '"Bob, Bob",13,S3,bob,A,6.00',
    ]
    moodle = (folder / "for-moodle.csv").read_text(encoding="utf-8").splitlines()
    assert [line.split(",")[4] for line in moodle[1:]] == ["16.00", "16.00", "6.00", "6.00"]
    assert list(folder.glob(f"exchange/tiedbook/outbound/{STEM}/*"))
    assert [path.read_text(encoding="utf-8") for path in folder.glob("exchange/tiedbook/feedback/*.html")] == [
        pages["kim"]
    ]


@pytest.mark.parametrize("line", [line for block in blocks() for line in commands(block) if line.startswith(INSTALLS)])
def test_what_is_not_run_only_installs_packages(line: str) -> None:
    assert re.fullmatch(r"(sudo apt|pip) install [\w .'\[\]-]+", line)


def test_every_block_is_run_by_these_tests() -> None:
    fences = re.findall(r"^```(\w*)$", guide(), re.MULTILINE)
    assert set(fences) == {"sh", ""}
    assert fences.count("sh") == len(blocks())
