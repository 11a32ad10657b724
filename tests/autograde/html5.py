"""What every page of ours must be: valid HTML5 that runs nothing and loads nothing."""

from __future__ import annotations

from xml.etree.ElementTree import Element

import html5lib

ACTIVE = {"script", "img", "iframe", "object", "embed", "form", "link", "base", "audio", "video", "image", "use", "a"}
POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def parsed(html: str) -> Element:
    """Return the tree of a page; any parse error of the HTML5 standard raises."""
    tree: Element = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(html)
    return tree


def assert_sound(html: str, language: str) -> None:
    """Fail unless a page is valid, names its language, forbids all loading, and holds nothing active."""
    tree = parsed(html)
    assert tree.get("lang") == language
    policies = [
        found.get("content") for found in tree.iter("meta") if found.get("http-equiv") == "Content-Security-Policy"
    ]
    assert policies == [POLICY]
    ids = [found.get("id") for found in tree.iter() if found.get("id")]
    assert len(ids) == len(set(ids))
    for found in tree.iter():
        if not isinstance(found.tag, str):
            continue
        assert found.tag.rpartition("}")[2] not in ACTIVE - {"a"}
        assert not [
            name for name in found.attrib if name.lower().startswith("on") or name in ("style", "src", "srcset")
        ]
        target = found.get("href", "") if found.tag == "a" else ""
        assert not target or (target[0], target[1:] in ids) == ("#", True)
