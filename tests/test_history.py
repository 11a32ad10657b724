"""Snapshots are byte copies that cost nothing where nothing changes."""

from __future__ import annotations

from pathlib import Path

from tiedbook.history import HISTORY, Snapshot, snapshots


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
    for number in range(3):
        snapshot = Snapshot(tmp_path)
        snapshot.keep(tmp_path / "a.ipynb", str(number).encode())
        taken.append(snapshot.folder)
    assert list(snapshots(tmp_path)) == taken
