"""Progress is kept line by line, by several kernels at once, and adds up."""

from __future__ import annotations

import multiprocessing
import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tiedbook import journal
from tiedbook.exercise import Exercise, exercise
from tiedbook.journal import JOURNAL, Entry, PartProgress, Progress, progress_of, read_journal, record
from tiedbook.log import Log


def small(name: str) -> Exercise:
    return exercise(name, core=(4, lambda *_: iter(())), contract=(2, lambda *_: iter(())))


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / ".tiedbook").mkdir()
    monkeypatch.setattr("tiedbook.journal.workspace", lambda: tmp_path)
    return tmp_path


def test_what_was_recorded_is_read_in_order(workspace: Path) -> None:
    record("embed", "core", False, "embed.transposed")
    record("embed", "core", True, None)
    assert list(read_journal(workspace)) == [
        Entry("embed", "core", False, "embed.transposed"),
        Entry("embed", "core", True, None),
    ]


def test_without_a_workspace_nothing_is_recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tiedbook.journal.workspace", lambda: None)
    monkeypatch.chdir(tmp_path)
    record("embed", "core", True, None)
    assert list(tmp_path.iterdir()) == []
    assert list(read_journal(tmp_path)) == []


def test_a_journal_that_cannot_be_written_breaks_no_check(workspace: Path) -> None:
    (workspace / JOURNAL).mkdir()
    record("embed", "core", True, None)
    assert list(read_journal(workspace)) == []


def test_a_line_cut_short_costs_only_itself(workspace: Path) -> None:
    record("embed", "core", True, None)
    with (workspace / JOURNAL).open("ab") as file:
        file.write(b'{"exercise": "emb')
    record("embed", "contract", True, None)
    assert [entry.part for entry in read_journal(workspace)] == ["core", "contract"]


@given(st.lists(st.binary(max_size=30)))
def test_any_garbage_between_lines_is_passed_over(garbage: list[bytes]) -> None:
    entry = b'{"exercise": "embed", "part": "core", "passed": true, "code": null}'
    content = b"\n".join([item for junk in garbage for item in (junk.replace(b"\n", b""), entry)])
    found = [item for item in Log(journal._entry).decoded(content) if item.exercise == "embed"]
    assert found == [Entry("embed", "core", True, None)] * len(garbage)


@pytest.mark.parametrize(
    "line", ["[]", "3", "null", '"text"', "{}", '{"exercise": [], "part": {}, "passed": 1, "code": 2}']
)
def test_json_that_is_no_entry_is_passed_over(workspace: Path, line: str) -> None:
    (workspace / JOURNAL).write_text(line + "\n", encoding="utf-8")
    assert list(read_journal(workspace)) == []


def _write_many(folder: Path, name: str) -> None:
    journal.workspace = lambda: folder  # type: ignore[attr-defined]
    for _ in range(200):
        record(name, "core", True, None)


def test_several_kernels_write_at_the_same_time(workspace: Path) -> None:
    names = [f"exercise{number}" for number in range(4)]
    fork = multiprocessing.get_context("spawn")
    kernels = [fork.Process(target=_write_many, args=(workspace, name)) for name in names]
    for kernel in kernels:
        kernel.start()
    for kernel in kernels:
        kernel.join()
    found = [entry.exercise for entry in read_journal(workspace)]
    assert sorted(found) == sorted(names * 200)


def test_the_journal_has_ordinary_permissions(workspace: Path) -> None:
    record("embed", "core", True, None)
    assert not (workspace / JOURNAL).stat().st_mode & stat.S_IXUSR


def test_the_fold_knows_what_is_done_tried_and_untouched() -> None:
    entries = [
        Entry("embed", "core", False, "embed.transposed"),
        Entry("embed", "core", True, None),
        Entry("embed", "core", False, "embed.shape"),
        Entry("one_hot", "core", False, "one_hot.depth"),
        Entry("gone", "core", True, None),
        Entry("embed", "other part", True, None),
    ]
    assert progress_of([small("one_hot"), small("embed")], entries) == Progress(
        (
            PartProgress("one_hot", "core", 4, attempts=1, last="one_hot.depth"),
            PartProgress("one_hot", "contract", 2),
            PartProgress("embed", "core", 4, attempts=3, done=True, last="embed.shape"),
            PartProgress("embed", "contract", 2),
        )
    )


def test_points_and_the_next_part_follow_from_the_parts() -> None:
    progress = progress_of([small("one_hot"), small("embed")], [Entry("one_hot", "core", True, None)])
    assert (progress.earned, progress.points) == (4, 12)
    assert progress.next == PartProgress("one_hot", "contract", 2)
    assert Progress(()).next is None
