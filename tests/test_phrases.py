"""Parts of sentences speak the edition of the whole, and a path that will be typed is quoted for the shell."""

from __future__ import annotations

import ast
import errno
import os
import shlex
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tiedbook.author.sentences import sentences
from tiedbook.catalog import Catalog, runtime
from tiedbook.course import course
from tiedbook.errors import LearnerError
from tiedbook.phrases import Phrase, filled, quoted, reason

CATALOG = Catalog("es", {("a", "{path}: no ({reason})."): "{path}: no hay ({reason}).", ("b", "cell {n}"): "celda {n}"})


def test_a_phrase_is_put_into_the_edition_of_its_sentence() -> None:
    phrase = Phrase("b", "cell {n}", n=3)
    assert CATALOG.text("a", "{path}: no ({reason}).", path="x", reason=phrase) == "x: no hay (celda 3)."
    assert str(LearnerError("a", "{path}: no ({reason}).", path="x", reason=phrase)) == "x: no (cell 3)."


def test_a_phrase_may_hold_another() -> None:
    outer = Phrase("c", "in {where}", where=Phrase("b", "cell {n}", n=3))
    assert CATALOG.text("d", "It is {what}.", what=outer) == "It is in celda 3."


def test_a_path_is_quoted_where_it_is_typed_and_nowhere_else() -> None:
    sentence = "{folder}: not a workspace. `tiedbook start {folder}` makes one; {count} are there."
    said = filled(sentence, {"folder": Path("my course"), "count": 2})
    assert said == "my course: not a workspace. `tiedbook start 'my course'` makes one; 2 are there."


@pytest.mark.skipif(os.name == "nt", reason="another shell")
@settings(deadline=None)
@given(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), min_size=1))
def test_a_shell_reads_back_what_was_quoted(name: str) -> None:
    path = Path(name)
    (read,) = shlex.split(quoted(path))
    assert Path(read) == path
    assert not read.startswith("-")


def test_commands_of_messages_hold_paths_as_paths() -> None:
    """A value that is text is not quoted, so whoever names a file or a folder in a command passes a `Path`."""
    named = {"folder", "file", "path", "dir"}
    found = [
        (place, keyword.arg, ast.unparse(keyword.value))
        for place, call in _calls()
        for keyword in call.keywords
        if keyword.arg in named and "`" in _sentence(call) and f"{{{keyword.arg}}}" in _typed(_sentence(call))
        if isinstance(keyword.value, ast.JoinedStr | ast.Constant) or ast.unparse(keyword.value).startswith("str(")
    ]
    assert found == []


def _calls() -> list[tuple[str, ast.Call]]:
    places = {sentence.place for sentence in sentences(course().root)[0]}
    trees = [(place, ast.parse((course().root / place).read_text(encoding="utf-8"))) for place in sorted(places)]
    return [(place, node) for place, tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call)]


def _sentence(call: ast.Call) -> str:
    text = call.args[1] if len(call.args) > 1 else None
    return text.value if isinstance(text, ast.Constant) and isinstance(text.value, str) else ""


def _typed(sentence: str) -> str:
    return "".join(sentence.split("`")[1::2])


@pytest.mark.parametrize("tag", ["es", "hi-Latn"])
def test_what_the_system_refuses_is_said_without_a_word_of_its_english(tag: str) -> None:
    for number in errno.errorcode:
        fault = OSError(number, os.strerror(number))
        said = runtime(tag).text("none", "{reason}", reason=reason(fault))
        assert os.strerror(number) not in said
        assert said != str(reason(fault))


@pytest.mark.parametrize("tag", ["es", "hi-Latn"])
@pytest.mark.parametrize(
    "fault",
    [
        ValueError("bad magic"),
        RecursionError("maximum recursion depth"),
        UnicodeDecodeError("utf-8", b"\xff", 0, 1, "bad"),
    ],
)
def test_what_python_cannot_read_is_said_without_a_word_of_its_english(tag: str, fault: Exception) -> None:
    said = runtime(tag).text("none", "{reason}", reason=reason(fault))
    assert str(fault) not in said
    assert said != str(reason(fault))
