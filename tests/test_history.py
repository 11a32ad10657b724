"""Snapshots are byte copies that cost nothing where nothing changes."""

from __future__ import annotations

from pathlib import Path

from tiedbook.history import HISTORY, Snapshot, kept, snapshots


def test_a_snapshot_holds_the_bytes(tmp_path: Path) -> None:
    snapshot = Snapshot(tmp_path)
    snapshot.keep(tmp_path / "a.ipynb", b"\xff\r\n")
    assert snapshot.folder is not None
    assert (snapshot.folder / "a.ipynb").read_bytes() == b"\xff\r\n"
    assert snapshot.folder.parent == tmp_path / HISTORY


def test_without_a_file_there_is_no_folder(tmp_path: Path) -> None:
    assert Snapshot(tmp_path).folder is None
    assert list(tmp_path.iterdir()) == []


def test_snapshots_within_one_second_are_kept_apart_and_listed_in_order(tmp_path: Path) -> None:
    taken = []
    for number in range(12):  # the tenth comes after the second, too
        snapshot = Snapshot(tmp_path)
        snapshot.keep(tmp_path / "a.ipynb", str(number).encode())
        taken.append(snapshot.folder)
    assert list(snapshots(tmp_path)) == taken


def test_after_the_clock_was_set_back_snapshots_go_on_from_the_last(tmp_path: Path) -> None:
    for name in ("2999-12-31T23-59-59", "2999-12-31T23-59-59.9"):
        (tmp_path / HISTORY / name).mkdir(parents=True)
    snapshot = Snapshot(tmp_path)
    snapshot.keep(tmp_path / "a.ipynb", b"{}")
    assert snapshots(tmp_path)[-1] == snapshot.folder
    assert snapshot.folder == tmp_path / HISTORY / "2999-12-31T23-59-59.10"


def test_what_is_no_snapshot_in_the_folder_is_not_one(tmp_path: Path) -> None:
    for name in ("mine", "2026-11-30T11-20-01.x", "2026-11-30T11-20-01 copy", ".2026-11-30T11-20-01"):
        (tmp_path / HISTORY / name).mkdir(parents=True)
    (tmp_path / HISTORY / "2026-11-30T11-20-01").write_text("a file", encoding="utf-8")
    assert snapshots(tmp_path) == ()


def test_half_written_copies_are_not_kept_notebooks(tmp_path: Path) -> None:
    (tmp_path / ".a.ipynb.abcd.part").write_bytes(b"{")
    (tmp_path / "a.ipynb").write_bytes(b"{}")
    (tmp_path / "workspace.json").write_bytes(b"{}")
    assert kept(tmp_path) == (tmp_path / "a.ipynb",)
