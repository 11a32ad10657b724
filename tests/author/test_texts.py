"""No file that an author or a translator can leave behind ends an author's command in a traceback."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.author.scratch import STEM
from tiedbook.author import commands
from tiedbook.author.build import Order, build
from tiedbook.author.po import read_catalog_file
from tiedbook.author.texts import read_rows, read_text
from tiedbook.cli import main
from tiedbook.course import Course
from tiedbook.errors import TiedbookError

FILES = (
    f"chapters/{STEM}.py",
    f"solutions/{STEM}.py",
    f"tiedbook/checks/{STEM}.py",
    "tiedbook/found.py",
    f"locales/es/{STEM}.po",
    "locales/es/runtime.po",
    "locales/es/terms.csv",
    "locales/es/words.txt",
    "locales/glossary.csv",
    "locales/hi-Latn/spelling.csv",
    f"chapters/es/{STEM}.ipynb",
)
LINES = ['msgid ""', 'msgstr ""', 'msgctxt "a"', '"b"', 'msgid_plural "e"', 'msgstr[0] "f"']
LINES += ["#, fuzzy", '#| msgid "c"', '#~ msgid "d"', "", "# g", "#~", "#|"]
COMMANDS = ("build", "build --check", "build --edition es --preview ch01", "extract", "status", "doctor")


def folder(path: Path) -> None:
    path.mkdir()


def text(content: bytes) -> Callable[[Path], None]:
    return lambda path: void(path.write_bytes(content))


def void(_: object) -> None:
    return None


DAMAGES: dict[str, Callable[[Path], None]] = {
    "not UTF-8": text("Hélas.\n".encode("latin-1")),
    "zero bytes": text(b"\0\0\0"),
    "empty": text(b""),
    "half a line": text(b'msgid "half\n'),
    "a folder": folder,
    "a pipe": lambda path: os.mkfifo(path),
    "a link to nowhere": lambda path: path.symlink_to("nowhere"),
    "brackets without end": text(b"(" * 100_000),
    "columns without names": text(b'a,b\n1,2,3\n"'),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
@pytest.mark.parametrize("name", FILES)
def test_a_damaged_file_is_a_line_that_begins_with_its_path(
    scratch: Course,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    name: str,
    damage: Callable[[Path], None],
) -> None:
    build(scratch, Order())
    monkeypatch.setattr(commands, "course", lambda: scratch)
    monkeypatch.chdir(scratch.root)
    path = scratch.root / name
    path.unlink(missing_ok=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    damage(path)
    for line in COMMANDS:
        assert main(line.split()) in (0, 1)
        said = capsys.readouterr()
        assert "Traceback" not in said.err
        for told in said.err.splitlines():
            assert re.match(r"(?:/\S+/)?(chapters|solutions|tiedbook|tests|locales)/[\w./-]+", told), f"{line}: {told}"


@given(st.binary(max_size=300))
def test_any_bytes_are_a_catalog_or_findings(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.mktemp("po") / "a.po"
    path.write_bytes(content)
    catalog, faults = read_catalog_file(path, "a.po")
    assert all(str(fault).startswith("a.po:") for fault in faults)
    assert faults or not catalog.entries or b"msgid" in content


@given(st.lists(st.sampled_from(LINES)))
def test_any_order_of_lines_is_a_catalog_or_findings(
    tmp_path_factory: pytest.TempPathFactory, lines: list[str]
) -> None:
    path = tmp_path_factory.mktemp("po") / "a.po"
    path.write_text("\n".join(lines), encoding="utf-8")
    assert all(str(fault).startswith("a.po:") for fault in read_catalog_file(path, "a.po")[1])


def test_what_cannot_be_read_is_named_with_its_reason(tmp_path: Path) -> None:
    assert "No such file" in str(read_text(tmp_path / "none", "none")[1][0])


def test_a_table_that_lacks_a_column_says_which(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("term,es\nrow,fila\n", encoding="utf-8")
    assert [row["es"] for row in read_rows(tmp_path / "a.csv", "a.csv", "term", "es")] == ["fila"]
    with pytest.raises(TiedbookError, match=r"^a\.csv: no column 'fr'"):
        read_rows(tmp_path / "a.csv", "a.csv", "term", "fr")


def test_a_row_of_too_many_columns_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("term,es\nrow,fila,f\n", encoding="utf-8")
    with pytest.raises(TiedbookError, match=r"too many columns, row, fila"):
        read_rows(tmp_path / "a.csv", "a.csv", "term")
