from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tiedbook.author.po import CatalogFile, Entry, po_text, read_catalog_file
from tiedbook.author.units import Unit
from tiedbook.course import course

REAL = sorted(course().locales.glob("*/*.po"))

signs = st.characters(codec="utf-8", exclude_categories=("Cs", "Cc", "Zl", "Zp"), exclude_characters="\x85")
words = st.text(signs, min_size=1)
lines = st.lists(words, min_size=1, max_size=3).map("\n".join)
entries = st.builds(
    Entry,
    st.builds(Unit, words, lines, st.just(("chapters/ch01_a.py",)), st.lists(st.just("a note"), max_size=2).map(tuple)),
    lines,
)


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "ch01_a.po"
    path.write_text(text, encoding="utf-8")
    return path


@given(st.lists(entries, max_size=4, unique_by=lambda entry: entry.unit.context))
def test_what_is_written_reads_back(tmp_path_factory: pytest.TempPathFactory, found: list[Entry]) -> None:
    catalog = CatalogFile(tuple(found))
    path = tmp_path_factory.mktemp("po") / "a.po"
    path.write_text(po_text(catalog, "es"), encoding="utf-8")
    again, faults = read_catalog_file(path, "a.po")
    assert faults == ()
    assert again.entries == catalog.entries
    assert po_text(again, "es") == po_text(catalog, "es")


def test_doubt_previous_text_and_remarks_read_back(tmp_path: Path) -> None:
    unit = Unit("cell/text-a", "A new {hole}.", ("a.py",), ("paragraph",), ("python-brace-format",))
    catalog = CatalogFile(
        (Entry(unit, "Un {hole}.", fuzzy=True, previous="An old {hole}.", remarks="Said twice."),),
        (Entry(Unit("cell/text-b", "Gone.", ()), "Ido."),),
        {"Last-Translator": "Ana"},
        "Edition es",
    )
    again, _ = read_catalog_file(written(tmp_path, po_text(catalog, "es")), "a.po")
    assert (again.entries, again.obsolete, again.remarks) == (catalog.entries, catalog.obsolete, catalog.remarks)
    assert again.header is not None
    assert again.header["Last-Translator"] == "Ana"


def test_a_doubtful_or_empty_translation_is_not_reviewed() -> None:
    unit = Unit("a/b", "One", ())
    assert not Entry(unit).reviewed
    assert not Entry(unit, "Uno", fuzzy=True).reviewed
    assert Entry(unit, "Uno").reviewed


def test_a_catalog_that_is_not_there_names_the_command_that_makes_it(tmp_path: Path) -> None:
    _, [finding] = read_catalog_file(tmp_path / "none.po", "locales/es/none.po")
    assert str(finding) == "locales/es/none.po: the catalog is missing: `tiedbook extract` makes it"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('msgid "a"\nmsgstr "b"\nmsgstr oops\n', "a.po:3"),
        ('msgid "a\nmsgstr "b"\n', "a.po:1"),
        ('msgctxt oops\nmsgid "a"\nmsgstr "b"\n', "a.po:1"),
        ("# remark\n<<<<<<< ours\n", "a.po:2"),
    ],
)
def test_a_malformed_catalog_names_its_line(tmp_path: Path, text: str, place: str) -> None:
    _, [finding] = read_catalog_file(written(tmp_path, text), "a.po")
    assert finding.where == place
    assert "of a PO file" in finding.what or "not a PO file" in finding.what


def test_a_catalog_in_another_encoding_says_so(tmp_path: Path) -> None:
    path = tmp_path / "a.po"
    path.write_bytes('msgid "a"\nmsgstr "ñ"\n'.encode("latin-1"))
    _, [finding] = read_catalog_file(path, "a.po")
    assert "UTF-8" in finding.what


def test_an_empty_file_is_an_empty_catalog(tmp_path: Path) -> None:
    catalog, faults = read_catalog_file(written(tmp_path, ""), "a.po")
    assert (catalog.entries, faults) == ((), ())


def test_a_unit_twice_names_both_lines(tmp_path: Path) -> None:
    twice = 'msgctxt "a/b"\nmsgid "x"\nmsgstr "y"\n\n'
    _, [finding] = read_catalog_file(written(tmp_path, twice * 2), "a.po")
    assert finding.where == "a.po:5"
    assert "line 1" in finding.what


def test_dates_of_extraction_are_not_kept(tmp_path: Path) -> None:
    head = 'msgid ""\nmsgstr ""\n"POT-Creation-Date: 2026-01-01\\n"\n"PO-Revision-Date: 2026-02-02\\n"\n'
    catalog, _ = read_catalog_file(written(tmp_path, head), "a.po")
    assert "POT-Creation-Date" not in po_text(catalog, "es")
    assert "PO-Revision-Date: 2026-02-02" in po_text(catalog, "es")


@pytest.mark.skipif(not shutil.which("msgfmt"), reason="gettext is not installed")
@pytest.mark.parametrize("path", REAL, ids=[f"{path.parent.name}/{path.stem}" for path in REAL])
def test_gettext_accepts_every_catalog(path: Path) -> None:
    ran = subprocess.run(["msgfmt", "--check-format", "-o", "-", path], capture_output=True, check=False)
    assert ran.returncode == 0, ran.stderr.decode()
