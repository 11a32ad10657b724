"""The example in docs/jupyterhub: an instructor, a learner, one exchange; from release to feedback in a browser.

Only what needs accounts on the machine is replaced: who logs in, and as whom servers run. All else is the example.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep
from urllib.parse import quote

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from autograde.assign import assign
from autograde.course import CourseFolder
from autograde.feedback import write_feedback
from autograde.grade import grade
from tests.browser.harness import PATIENCE, free_port, open_in_lab
from tiedbook.notebook import read_notebook

pytest.importorskip("jupyterhub", reason="no JupyterHub: pip install -e '.[hub]'")

pytestmark = [pytest.mark.browser, pytest.mark.sandbox]

EXAMPLE = Path(__file__).parents[2] / "docs" / "jupyterhub"
STEM = "ch01_lookup_is_matmul"
PASSWORD = "loopback"
FORMGRADER = "formgrader/manage_assignments"
ANSWER = "def embed(ids, table):\n    return table[ids]"

# Whoever runs the tests, so one account stands for all, as in the containers of a larger hub: nbgrader then asks
# JupyterHub for the name where the account is called jovyan.
HUB = """
load_subconfig({example!r})
c.JupyterHub.authenticator_class = "dummy"
c.JupyterHub.spawner_class = "simple"
c.SimpleLocalProcessSpawner.home_dir_template = {homes!r}
c.JupyterHub.bind_url = "http://127.0.0.1:{port}"
c.JupyterHub.hub_bind_url = "http://127.0.0.1:{hub}"
c.ConfigurableHTTPProxy.api_url = "http://127.0.0.1:{proxy}"
c.Spawner.ip = "127.0.0.1"
c.Spawner.args = ["--allow-root", "--LabApp.expose_app_in_browser=True"]
c.LocalProcessSpawner.interrupt_timeout = 0  # at an interrupt a server asks whether it shall stop, and nobody answers
c.Spawner.environment["JUPYTER_CONFIG_PATH"] += ":" + {account!r}
"""
ACCOUNT = """
import nbgrader.utils
nbgrader.utils.get_osusername = lambda: "jovyan"
"""


@dataclass(frozen=True)
class Hub:
    """A running JupyterHub.

    Parameters
    ----------
    url : str
        Its address, without a slash at the end.
    course : CourseFolder
        The instructor's course.
    homes : Path
        Everybody's folders.
    log : Path
        What it wrote.
    """

    url: str
    course: CourseFolder
    homes: Path
    log: Path

    def log_in(self, page: Page, name: str, place: str) -> None:
        """Log somebody in, who wants to go to a page of their server, and wait for it."""
        page.context.clear_cookies()
        wanted = f"/user/{name}/{place}"
        started = f"/hub/spawn/{name}?next={quote(wanted, safe='')}"  # goes straight on where the server runs
        page.goto(f"{self.url}/hub/login?next={quote(started, safe='')}")
        page.locator("#username_input").fill(name)
        page.locator("#password_input").fill(PASSWORD)
        page.locator("#login_submit").click()
        page.wait_for_url(f"{self.url}{wanted}**", wait_until="domcontentloaded")

    def lab(self, page: Page) -> None:
        """Log the learner in and wait for JupyterLab."""
        self.log_in(page, "ana", "lab")
        page.wait_for_function("window.jupyterapp")
        page.evaluate("jupyterapp.restored.then(() => true)")

    def formgrader(self, page: Page) -> Locator:
        """Log the instructor in and return the chapter's line in formgrader."""
        self.log_in(page, "ines", FORMGRADER)
        return self.line(page)

    def line(self, page: Page) -> Locator:
        """Return the chapter's line in formgrader."""
        line = page.locator("tbody tr").filter(has_text=STEM)
        line.wait_for()
        return line


@pytest.fixture(scope="module")
def hub(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hub]:
    """The example on loopback, with a course of one chapter."""
    folder = tmp_path_factory.mktemp("hub")
    course = CourseFolder(folder / "class" / "course")
    assign(course, "en", [STEM])
    for path in ("class/exchange", "homes/ana", "homes/ines", "account"):
        (folder / path).mkdir() if path.startswith(("class", "account")) else (folder / path).mkdir(parents=True)
    (folder / "account" / "nbgrader_config.py").write_text(ACCOUNT, encoding="utf-8")
    ports = {name: free_port() for name in ("port", "hub", "proxy")}
    config = folder / "config.py"
    places = {"homes": str(folder / "homes" / "{username}"), "account": str(folder / "account")}
    config.write_text(HUB.format(example=str(EXAMPLE / "jupyterhub_config.py"), **places, **ports), encoding="utf-8")
    log = folder / "hub.log"
    variables = os.environ | {"TIEDBOOK_CLASS": str(folder / "class"), "JUPYTERHUB_CRYPT_KEY": ""}
    for name in ("TIEDBOOK_EDITION", "MPLBACKEND", "JUPYTERHUB_CRYPT_KEY"):
        variables.pop(name, None)
    command = [sys.executable, "-m", "jupyterhub", "-f", str(config)]
    with log.open("wb") as out:
        process = subprocess.Popen(command, cwd=folder, env=variables, stdout=out, stderr=subprocess.STDOUT)
        found = Hub(f"http://127.0.0.1:{ports['port']}", course, folder / "homes", log)
        try:
            wait_until_up(found, process)
            yield found
        finally:
            process.send_signal(signal.SIGTERM)  # it ends its proxy and everybody's servers
            process.wait(60)


def wait_until_up(hub: Hub, process: subprocess.Popen[bytes]) -> None:
    """Wait until the hub answers through its proxy."""
    end = monotonic() + PATIENCE
    while True:
        try:
            with urllib.request.urlopen(f"{hub.url}/hub/api"):
                return
        except (urllib.error.URLError, ConnectionError):
            if process.poll() is not None or monotonic() > end:
                raise RuntimeError(hub.log.read_text(encoding="utf-8")[-3000:]) from None
            sleep(0.1)  # nothing tells when a port opens


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """An empty page."""
    page = context.new_page()
    yield page
    page.close()
    context.clear_cookies()


def assignments(page: Page, group: str) -> Locator:
    """Return the chapter's line in a group of nbgrader's list of assignments."""
    page.evaluate("void jupyterapp.commands.execute('nbgrader:open-assignment-list')")
    page.locator("#refresh_assignments_list").click()
    line = page.locator(f"#{group}_assignments_list .list_item").filter(has_text=STEM)
    line.first.wait_for()
    return line.first


def test_a_chapter_goes_out_is_switched_checked_and_sent_and_comes_back_with_feedback(hub: Hub, page: Page) -> None:
    release(hub, page)
    work(hub, page)
    collect(hub, page)
    read_feedback(hub, page)


def release(hub: Hub, page: Page) -> None:
    """The instructor releases the chapter in formgrader."""
    hub.formgrader(page).locator(".release a").click()
    page.get_by_text("Successfully released").wait_for()


def work(hub: Hub, page: Page) -> None:
    """The learner fetches it, reads it in Spanish, solves an exercise, checks it and submits."""
    hub.lab(page)
    answer = page.request.get(f"{hub.url}/user/ana/formgrader/manage_assignments")
    assert answer.status == 404
    assignments(page, "released").get_by_role("button", name="Fetch").click()
    assignments(page, "fetched")
    notebook = open_in_lab(page, f"{STEM}/{STEM}.ipynb")
    notebook.menu.wait_for()
    notebook.wait_for_kernel()
    notebook.replace("embed", ANSWER)
    notebook.choose("Español")
    notebook.run("table")
    notebook.run("embed")
    assert "✓" in notebook.run("embed-core")
    assert notebook.told() == "es"
    notebook.save()
    assignments(page, "fetched").get_by_role("button", name="Submit").click()
    assignments(page, "submitted")


def collect(hub: Hub, page: Page) -> None:
    """The instructor collects it in formgrader, grades it, and releases feedback."""
    hub.formgrader(page).locator(".collect a").click()
    page.get_by_text("Successfully collected").wait_for()
    assert read_notebook(hub.course.submission("ana", STEM).path)["metadata"]["tiedbook"]["edition"] == "es"
    report = grade(hub.course)
    (graded,) = report.lines
    assert graded.learner == "ana"
    write_feedback(hub.course)
    page.goto(f"{hub.url}/user/ines/formgrader/manage_submissions/{STEM}")
    row = page.locator("tbody tr").filter(has_text="ana")
    expect(row).to_contain_text("graded")
    page.goto(f"{hub.url}/user/ines/{FORMGRADER}")
    hub.line(page).locator(".release-feedback a").click()
    page.get_by_text("Successfully released feedback").wait_for()


def read_feedback(hub: Hub, page: Page) -> None:
    """The learner fetches the feedback, which is in the edition of the submission."""
    hub.lab(page)
    assignments(page, "submitted").get_by_role("button", name=re.compile("Fetch Feedback")).first.click()
    feedback = hub.homes / "ana" / STEM / "feedback"
    end = monotonic() + PATIENCE
    while not (found := list(feedback.rglob("*.html"))):
        assert monotonic() < end
        sleep(0.1)  # nbgrader says nothing on the page
    assert '<html lang="es"' in found[0].read_text(encoding="utf-8")
