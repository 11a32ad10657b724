from __future__ import annotations

import sys
from pathlib import Path

import pytest

from autograde.judge import bubblewrap
from tests.small import write_course
from tiedbook.course import course

CARGO = Path("/cargo")


def words() -> list[str]:
    return bubblewrap.command("bwrap", CARGO, CARGO / "a" / "program.py", ["one", "two"])


def mounted(option: str) -> list[Path]:
    found = words()
    return [Path(found[at + 1]) for at, word in enumerate(found) if word == option]


def test_the_program_runs_isolated_by_the_base_interpreter() -> None:
    command = words()[words().index("--") + 1 :]
    assert Path(command[0]).resolve() == Path(sys.executable).resolve()
    assert {"-I", "-S", "-B"} <= set(command)
    assert command[-3:] == ["/judge/a/program.py", "one", "two"]


def test_every_namespace_is_new_and_nothing_can_be_written() -> None:
    assert {"--unshare-all", "--die-with-parent", "--new-session", "--clearenv"} <= set(words())
    assert words()[words().index("--cap-drop") + 1] == "ALL"
    assert not {"--bind", "--share-net", "--proc", "--dev"} & set(words())
    last = max(at for at, word in enumerate(words()) if word in ("--ro-bind", "--tmpfs", "--symlink"))
    assert words()[last:].count("--remount-ro") >= 1
    assert words()[-len(words()) + words().index("--clearenv") - 2 :][:2] == ["--remount-ro", "/"]


def test_nothing_of_this_checkout_is_seen_but_installed_libraries() -> None:
    root = course().root
    libraries = list(map(Path, bubblewrap.libraries()))
    for path in mounted("--ro-bind"):
        assert not root.is_relative_to(path), path
        assert path in libraries or not path.is_relative_to(root), path


def test_a_virtual_environment_behind_a_link_is_seen_where_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = tmp_path / "real" / "lib" / "site-packages"
    real.mkdir(parents=True)
    (tmp_path / "venv").symlink_to(tmp_path / "real")
    monkeypatch.setattr(sys, "path", [str(tmp_path / "venv" / "lib" / "site-packages"), *sys.path])
    assert bubblewrap.libraries()[0] == str(real.resolve())
    assert real.resolve() in mounted("--ro-bind")


def test_a_package_installed_as_a_wheel_is_hidden_with_its_solutions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = tmp_path / "site-packages"
    for name in ("autograde", "solutions", "tiedbook/_course/chapters", "tiedbook/_course/locales", "numpy"):
        (site / name).mkdir(parents=True)
    monkeypatch.setattr(sys, "path", [*sys.path, str(site)])
    masked = mounted("--tmpfs")
    assert {site / "autograde", site / "solutions", site / "tiedbook"} <= set(masked)
    assert not {site / "numpy", site / "tiedbook" / "_course" / "chapters"} & set(masked)  # a mask within one fails
    assert set(masked) < set(mounted("--remount-ro"))


def test_a_course_inside_an_installed_library_is_hidden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site = tmp_path / "site-packages"
    write_course(site / "checkout")
    monkeypatch.setattr("tiedbook.course._PACKAGE", site / "checkout" / "tiedbook")
    monkeypatch.setattr(sys, "path", [*sys.path, str(site)])
    course.cache_clear()
    try:
        hidden = bubblewrap.hidden()
    finally:
        monkeypatch.undo()
        course.cache_clear()
    assert {site / "checkout" / "chapters", site / "checkout" / "locales"} <= set(hidden)


def test_numpy_is_found_wherever_it_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", ["/somewhere/else"])
    assert any((Path(folder) / "numpy").is_dir() for folder in bubblewrap.libraries())
