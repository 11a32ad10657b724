"""How large what a notebook keeps of a picture may be, and what stands in its place if it is larger."""

from __future__ import annotations

from html import escape

from tiedbook.session import current_edition, say

LARGEST = 300_000  # characters; an ordinary picture has 50,000, and a notebook of 1 MB is slow to open and to send
_WORDS = 2_000  # characters of what a picture says


def instead(words: str) -> str:
    """Return HTML for a picture that is too large to be kept.

    Parameters
    ----------
    words : str
        Its name, or what it shows.
    """
    shown = words if len(words) <= _WORDS else f"{words[:_WORDS]}…"
    why = say(
        "large.picture", "This picture is too large to be kept in the notebook. Show fewer rows, and it will be kept."
    )
    return f'<p lang="{current_edition().tag}">{escape(shown)}</p><p lang="{current_edition().tag}">{escape(why)}</p>'
