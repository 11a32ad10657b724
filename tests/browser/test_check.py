"""What a check shows in JupyterLab, and where its link leads."""

from __future__ import annotations

import pytest

from tests.browser.conftest import CHAPTER, Open
from tiedbook.telling import places

pytestmark = pytest.mark.browser

ANSWER = """
def embed(ids, embedding_matrix):
    ids = np.asarray(ids)
    if ids.dtype.kind not in "iu":
        raise TypeError("ids are integers")
    return embedding_matrix[ids]
"""
IN_VIEW = """(() => {
    const heading = [...panel.node.querySelectorAll("h2")].find(each => each.textContent.startsWith(argument));
    const seen = panel.content.node.getBoundingClientRect();
    const place = heading?.getBoundingClientRect();
    return place && seen.top - 1 <= place.top && place.bottom <= seen.bottom;
})()"""


@pytest.mark.parametrize("edition", ["en", "es"])
def test_a_link_in_a_finding_scrolls_to_its_section(open_chapter: Open, edition: str) -> None:
    notebook = open_chapter(edition)
    notebook.replace("embed", ANSWER)
    for id_ in ("table", "embed", "embed-contract"):
        notebook.run(id_)
    heading = places(CHAPTER, edition)["valid-ids"].title  # with accents in Spanish
    link = notebook.panel.locator(f'.jp-OutputArea div[lang="{edition}"] a', has_text=heading).first
    for _ in range(2):  # the second time the address does not change
        link.click()
        notebook.wait(IN_VIEW, heading)
        link.scroll_into_view_if_needed()
        notebook.wait(f"!({IN_VIEW})", heading)
