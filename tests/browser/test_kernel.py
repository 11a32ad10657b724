"""The kernel speaks the notebook's edition, whatever happens to it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.conftest import Open

pytestmark = pytest.mark.browser

# Busy until a file appears, then done, well or not.
WAITING = "from pathlib import Path\nwhile not Path({go!r}).exists():\n    pass\n{end}"


def test_a_check_after_a_switch_speaks_the_new_edition(open_chapter: Open) -> None:
    notebook = open_chapter("en")
    notebook.run("table")
    notebook.run("embed")
    english = notebook.run("embed-core")
    notebook.choose("Español")
    spanish = notebook.run("embed-core")
    assert english
    assert spanish
    assert spanish != english


def test_a_restarted_kernel_speaks_the_edition_that_is_shown(open_chapter: Open) -> None:
    notebook = open_chapter("en")
    notebook.choose("Español")  # not saved, so that the kernel cannot see it in the file
    process = notebook.ask("__import__('os').getpid()")
    notebook.evaluate("await panel.sessionContext.session.kernel.restart()")
    notebook.wait_for_kernel()
    assert notebook.ask("__import__('os').getpid()") != process
    assert notebook.told() == "es"


@pytest.mark.parametrize("end", ["", "1 / 0"])
def test_a_busy_kernel_is_told_when_it_is_free(open_chapter: Open, tmp_path: Path, end: str) -> None:
    notebook = open_chapter("en")
    notebook.replace("embed", WAITING.format(go=str(tmp_path / "go"), end=end))
    notebook.start("embed")
    notebook.wait("kernel().status === 'busy'")
    notebook.choose("Español")
    assert notebook.evaluate("return cell('embed').execution_count") is None
    (tmp_path / "go").touch()
    notebook.wait("cell('embed').execution_count !== null")
    notebook.wait_for_kernel()
    assert notebook.told() == "es"


def test_telling_the_kernel_leaves_no_trace(open_chapter: Open) -> None:
    notebook = open_chapter("en")
    notebook.choose("Español")
    assert notebook.told() == "es"
    assert notebook.ask("'set_edition' in globals() or 'tiedbook' in globals()") == "False"
    notebook.replace("embed", "1 + 1")
    notebook.run("embed")
    assert notebook.evaluate("return cell('embed').execution_count") == 1
