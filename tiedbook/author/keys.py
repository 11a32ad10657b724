"""Names for blocks that survive insertions: a role and the first words, never a running number."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tiedbook.author.blocks import Block


def keyed(blocks: Sequence[Block]) -> list[Block]:
    """Give each block of a cell its key: role and first words; more words, then a hash, where two begin alike.

    Blocks of one role with the same text share a key, and so a translation.
    """
    keys = [_key(block, 4) for block in blocks]
    for longer in (_longer, _hashed):
        texts: dict[str, set[str]] = {}
        for block, key in zip(blocks, keys, strict=True):
            texts.setdefault(key, set()).add(block.text)
        keys = [longer(block) if len(texts[key]) > 1 else key for block, key in zip(blocks, keys, strict=True)]
    return [replace(block, key=key) for block, key in zip(blocks, keys, strict=True)]


def _longer(block: Block) -> str:
    return _key(block, 8)


def _hashed(block: Block) -> str:
    return f"{_key(block, 4)}-{_digest(block.text)}"


def _key(block: Block, words: int) -> str:
    return "-".join([block.role, *(_slug(block.text)[:words] or [_digest(block.text)])])


def _slug(text: str) -> list[str]:
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.findall(r"[a-z0-9]+", plain.lower())


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:6]
