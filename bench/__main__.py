"""Print every line of the table: ``python -m bench [imports checks builds switching widgets grading batches]``."""

from __future__ import annotations

import sys
from importlib import import_module

PARTS = ("imports", "checks", "builds", "switching", "widgets", "grading", "batches")


def main(wanted: list[str]) -> int:
    """Run the parts that are named, all by default; the exit status is 1 if a promise was missed."""
    unknown = [name for name in wanted if name not in PARTS]
    if unknown:
        print(f"bench: there is no part {', '.join(unknown)}; the parts are {', '.join(PARTS)}", file=sys.stderr)
        return 2
    kept = True
    for name in wanted or PARTS:
        for row in import_module(f"bench.{name}").rows():
            print(row, flush=True)
            kept = kept and row.kept
    return 0 if kept else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
