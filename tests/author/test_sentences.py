from __future__ import annotations

from pathlib import Path

import pytest

from tiedbook.author.sentences import Sentence, sentences


def read(root: Path, code: str, name: str = "tiedbook/a.py") -> tuple[list[tuple[str, str]], list[str]]:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(code, encoding="utf-8")
    found, faults = sentences(root)
    return [(item.code, item.english) for item in found], [str(fault) for fault in faults]


@pytest.mark.parametrize(
    "code",
    [
        'say("a.b", "One {hole}.", hole=1)',
        'Diagnosis("a.b", "One " "{hole}.", {"hole": 1})',
        'LearnerError("a.b", "One {hole}.", hole=1)',
        'catalog.text("a.b", "One {hole}.")',
        'runtime(tag).text(\n    "a.b",\n    "One {hole}.",\n)',
    ],
)
def test_a_call_with_a_code_and_a_sentence_is_extracted(tmp_path: Path, code: str) -> None:
    assert read(tmp_path, code) == ([("a.b", "One {hole}.")], [])


@pytest.mark.parametrize(
    "code",
    [
        "def say(code, english): ...",
        "axes.text(x, y, f'{index}')",
        "self.text(diagnosis.code, diagnosis.message)",
        'document.text("words")',
        'other("a.b", "words")',
    ],
)
def test_other_calls_are_left_alone(tmp_path: Path, code: str) -> None:
    assert read(tmp_path, code) == ([], [])


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ('\nsay("a.b", f"One {hole}.")', "tiedbook/a.py:2: the sentence of 'a.b' is no literal"),
        ('say("NoDots", "One.")', "tiedbook/a.py:1: the code 'NoDots' is malformed"),
    ],
)
def test_what_cannot_be_extracted_is_named_with_its_line(tmp_path: Path, code: str, said: str) -> None:
    _, [fault] = read(tmp_path, code)
    assert said in fault


def test_both_packages_are_read(tmp_path: Path) -> None:
    read(tmp_path, 'say("a.b", "One.")')
    assert read(tmp_path, 'say("a.b", "Two.")', "autograde/b.py") == ([("a.b", "Two."), ("a.b", "One.")], [])


def test_the_authors_own_side_speaks_english_only(tmp_path: Path) -> None:
    assert read(tmp_path, 'say("a.b", "One.")', "tiedbook/author/a.py") == ([], [])


def test_a_sentence_knows_where_it_is(tmp_path: Path) -> None:
    read(tmp_path, '\n\nsay("a.b", "One.")')
    assert sentences(tmp_path)[0] == (Sentence("tiedbook/a.py", 3, "a.b", "One.", "message or label"),)
