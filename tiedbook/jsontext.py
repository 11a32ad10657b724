"""JSON as Jupyter writes it, several times faster than the standard library lays it out."""

from __future__ import annotations

import json
from json.encoder import encode_basestring, encode_basestring_ascii
from typing import Any


def json_text(value: Any, *, ascii_only: bool = False) -> str:
    """Return what ``json.dumps(value, indent=1, sort_keys=True, ensure_ascii=ascii_only)`` does.

    Parameters
    ----------
    value : object
        What JSON can hold, its objects keyed by strings.
    ascii_only : bool
        Whether every other character is escaped.
    """
    quoted = encode_basestring_ascii if ascii_only else encode_basestring

    def laid_out(item: Any, margin: str) -> str:
        if isinstance(item, str):
            return quoted(item)
        if item is True or item is False or item is None or not isinstance(item, dict | list | tuple):
            return json.dumps(item)
        if not item:
            return "{}" if isinstance(item, dict) else "[]"
        inner = f"{margin} "
        if isinstance(item, dict):
            pairs = [f"{quoted(key)}: {laid_out(item[key], inner)}" for key in sorted(item)]
            return f"{{{inner}{f',{inner}'.join(pairs)}{margin}}}"
        return f"[{inner}{f',{inner}'.join([laid_out(each, inner) for each in item])}{margin}]"

    return laid_out(value, "\n")
