"""What a check shows in the notebook: a panel in HTML, and the same in plain text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape
from textwrap import indent

from tiedbook.telling import Finding, Told

# JupyterLab's own colours, in both of its themes; elsewhere the colours of the page around.
_FRAME = "border-left:4px solid {colour};padding:0 0 0 12px;margin:4px 0;max-width:100ch"
_PASSED = "var(--jp-success-color1,#2e7d32)"
_FAILED = "var(--jp-warn-color1,#b26a00)"
_CODE = (
    "background:var(--jp-layout-color2,rgba(127,127,127,.14));padding:6px 8px;margin:2px 0 8px;overflow-x:auto;"
    "white-space:pre;font-size:var(--jp-code-font-size,13px);line-height:1.35"
)
_BARE = "background:none;padding:0;font-size:inherit"  # JupyterLab gives code a ground of its own
_LABEL = "margin:6px 0 0;font-weight:600"


@dataclass(frozen=True, slots=True, repr=False)
class Panel:
    """A verdict, ready to be displayed."""

    told: Told

    def __repr__(self) -> str:
        told = self.told
        parts = [f"{'✓' if told.passed else '✗'} {told.title}"]
        parts += [told.detail] if told.detail else []
        parts += [_plain(each, told) for each in told.findings]
        parts += [told.more] if told.more else []
        return "\n\n".join(parts)

    def _repr_html_(self) -> str:
        told = self.told
        mark, colour = ("✓", _PASSED) if told.passed else ("✗", _FAILED)
        body = [
            f'<div lang="{escape(told.edition)}" style="{_FRAME.format(colour=colour)}">',
            f'<p style="{_LABEL}"><span aria-hidden="true">{mark} </span>{_inline(told.title)}</p>',
        ]
        body += [f"<p>{_inline(told.detail)}</p>"] if told.detail else []
        for each in told.findings[:1]:
            body += [f"<p>{_inline(each.sentence)}</p>", *_shown(each, told)]
        for each in told.findings[1:]:
            summary = f'<summary style="cursor:pointer">{_inline(each.sentence)}</summary>'
            body += ['<details style="margin:8px 0">', summary]
            body += [*_shown(each, told), "</details>"]
        body += [f"<p>{_inline(told.more)}</p>"] if told.more else []
        return "\n".join([*body, "</div>"])


def _shown(finding: Finding, told: Told) -> list[str]:
    lines = []
    for label, code in _parts(finding, told):
        lines.append(f'<p style="{_LABEL}">{escape(label)}</p>')
        lines.append(f'<pre translate="no" style="{_CODE}"><code style="{_BARE}">{escape(code)}</code></pre>')
    if finding.place:
        link = f'<a href="#cell-id={escape(finding.place.cell)}">{escape(finding.place.title)}</a>'
        lines.append(f"<p><strong>{escape(told.words.read)}:</strong> {link}</p>")
    return lines


def _plain(finding: Finding, told: Told) -> str:
    lines = [finding.sentence]
    for label, code in _parts(finding, told):
        lines += [f"{label}:", indent(code, "    ")]
    if finding.place:
        lines.append(f"{told.words.read}: {finding.place.title}")
    return "\n".join(lines)


def _parts(finding: Finding, told: Told) -> list[tuple[str, str]]:
    words = told.words
    parts = [(words.call, finding.call), (words.got, finding.got), (words.wanted, finding.wanted)]
    return [(label, code) for label, code in parts if code]


def _inline(text: str) -> str:
    """Escape a sentence, and set what stands between backticks as code."""
    return re.sub(r"`([^`]+)`", r'<code translate="no">\1</code>', escape(text))
