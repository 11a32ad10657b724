"""Fixtures that more than one test module uses."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest

import tiedbook.course
import tiedbook.session
from tests.small import write_course
from tiedbook.catalog import runtime
from tiedbook.course import Course, course
from tiedbook.editions import editions

# CI draws anew on every change, so each run may draw less; tests that say how much they need draw that.
hypothesis.settings.register_profile("ci", max_examples=50)
if os.environ.get("CI") == "true":
    hypothesis.settings.load_profile("ci")

# A shell that starts the tests in the background has them ignore Ctrl-C, and every process that they start would too.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def _says_nothing_of_the_last_test() -> Iterator[None]:
    """A command that a test ran leaves the process in the edition of its workspace; errors would go on speaking it."""
    told = tiedbook.session._told
    yield
    tiedbook.session._told = told


@pytest.fixture
def small_course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Course]:
    """A course of two small chapters in three editions, in place of the real one; the process speaks English."""
    root = tmp_path / "small-course"
    write_course(root)
    monkeypatch.setattr(tiedbook.course, "_PACKAGE", root / "tiedbook")
    monkeypatch.setattr(tiedbook.session, "_told", None)
    monkeypatch.delenv("TIEDBOOK_EDITION", raising=False)
    monkeypatch.delenv("JPY_SESSION_NAME", raising=False)
    _forget()
    yield Course(root)
    _forget()


def _forget() -> None:
    for remembered in (course, editions, runtime, tiedbook.session._found):
        remembered.cache_clear()
