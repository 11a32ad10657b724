"""Files are written whole or not at all."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from tiedbook import files


def test_a_new_file_gets_the_content_and_the_usual_permissions(tmp_path: Path) -> None:
    files.write_text(tmp_path / "folder" / "new.txt", "año\n")
    assert (tmp_path / "folder" / "new.txt").read_bytes() == "año\n".encode()
    mask = os.umask(0)
    os.umask(mask)
    assert (tmp_path / "folder" / "new.txt").stat().st_mode & 0o777 == 0o666 & ~mask


def test_the_permissions_of_a_file_stay(tmp_path: Path) -> None:
    path = tmp_path / "old.txt"
    path.write_text("old", encoding="utf-8")
    path.chmod(0o640)
    files.write_text(path, "new")
    assert path.read_text(encoding="utf-8") == "new"
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_link_stays_a_link_to_the_file_that_is_written(tmp_path: Path) -> None:
    target, link = tmp_path / "target.txt", tmp_path / "link.txt"
    target.write_text("old", encoding="utf-8")
    link.symlink_to(target)
    files.write_text(link, "new")
    assert link.is_symlink()
    assert target.read_text(encoding="utf-8") == "new"


def test_a_failed_write_leaves_the_old_file_and_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "old.txt"
    path.write_text("old", encoding="utf-8")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        files.write_text(path, "new")
    assert path.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_what_is_up_to_date_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "file.txt"
    assert files.write_if_changed(path, "same")
    written = path.stat().st_mtime_ns
    assert not files.write_if_changed(path, "same")
    assert path.stat().st_mtime_ns == written
    assert files.write_if_changed(path, "other")


def test_a_link_to_a_file_that_is_not_there_is_written_through(tmp_path: Path) -> None:
    (tmp_path / "link.txt").symlink_to(tmp_path / "target.txt")
    files.write_text(tmp_path / "link.txt", "new")
    assert (tmp_path / "target.txt").read_text(encoding="utf-8") == "new"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")
def test_a_pipe_a_folder_and_links_in_a_circle_are_neither_read_nor_replaced(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    (tmp_path / "one").symlink_to(tmp_path / "other")
    (tmp_path / "other").symlink_to(tmp_path / "one")
    names = sorted(path.name for path in tmp_path.iterdir())
    for name, number in (("pipe", errno.EINVAL), ("folder", errno.EINVAL), ("one", errno.ELOOP)):
        with pytest.raises(OSError, match=name) as caught:
            files.write_text(tmp_path / name, "new")
        assert caught.value.errno == number
        with pytest.raises(OSError, match=name):
            files.read_bytes(tmp_path / name)
    assert sorted(path.name for path in tmp_path.iterdir()) == names


def test_only_what_a_killed_write_left_is_swept(tmp_path: Path) -> None:
    names = (".a.ipynb.x1y2.part", "a.part", ".part", "a.ipynb", ".hidden")
    for name in names:
        (tmp_path / name).write_text("x", encoding="utf-8")
    files.sweep(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(names[1:])
    files.sweep(tmp_path / "no such folder")
