"""Markdown of the course as HTML, its math as MathML, which every browser shows without a script."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin

from tiedbook.mathml import mathml


def html(source: str) -> str:
    """Return Markdown with ``$math$`` as HTML.

    HTML in the source is shown as text: what comes out can be put into a page as it is.
    """
    return str(_markdown().render(source))


def inline(source: str) -> str:
    """Return one paragraph of Markdown as HTML without the paragraph around it."""
    return str(_markdown().renderInline(source))


@cache
def _markdown() -> MarkdownIt:
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    return markdown.use(dollarmath_plugin, double_inline=True, renderer=_math)


def _math(content: str, how: Mapping[str, bool]) -> str:
    return mathml(content, block=how["display_mode"])
