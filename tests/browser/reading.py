"""What widgets write, read back."""

from __future__ import annotations

from collections.abc import Iterable


def numbers(cells: Iterable[str]) -> list[float]:
    """Return the numbers that cells of a table show, without what stands around them."""
    return [float(cell.strip("★ %").replace("−", "-").replace(",", "").replace("∞", "inf")) for cell in cells]
