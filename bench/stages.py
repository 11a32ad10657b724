"""Grade one course here, and print as JSON where time and memory went: ``python -m bench.stages DIR``."""

from __future__ import annotations

import json
import resource
import sys
import time
from collections import Counter
from collections.abc import Callable
from functools import wraps
from importlib import import_module
from pathlib import Path
from typing import Any

STAGES = {
    "read and identify": ("autograde.batch:admit", "autograde.examine:read_answers"),
    "rebuild on the frame": ("autograde.examine:frame_in", "autograde.examine:rebuild"),
    "open the judge": ("autograde.judge.judge:Judge._open",),
    "draw probes and compare": ("autograde.judge.judge:Judge.grade",),
    "talk to the sandbox": (
        "autograde.judge.sandbox:Child.tell",
        "autograde.judge.sandbox:Child.hear",
        "autograde.judge.sandbox:Sandbox.fork",
    ),
    "put verdicts into the notebook": ("autograde.examine:with_outputs", "autograde.examine:to_be_read"),
    "record in the gradebook": ("autograde.batch:record",),
    "write the graded notebook": ("autograde.record:write_notebook",),
}


class Clock:
    """Processor time of this thread by stage, each without those inside it."""

    def __init__(self) -> None:
        self.spent: Counter[str] = Counter()
        self._inner: list[float] = []

    def watch(self, stage: str, place: str) -> None:
        """Put a stopwatch around a function, given as ``module:name``."""
        module, _, name = place.partition(":")
        *outer, last = name.split(".")
        home: Any = import_module(module)
        for part in outer:
            home = getattr(home, part)
        setattr(home, last, self._timed(stage, getattr(home, last)))

    def _timed(self, stage: str, function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def timed(*args: Any, **kwargs: Any) -> Any:
            begin = time.thread_time()
            self._inner.append(0.0)
            try:
                return function(*args, **kwargs)
            finally:
                taken = time.thread_time() - begin
                self.spent[stage] += taken - self._inner.pop()
                if self._inner:
                    self._inner[-1] += taken

        return timed


def main(root: Path) -> None:
    """Grade, and print seconds by stage, all seconds and the largest memory in megabytes."""
    from autograde.course import open_course
    from autograde.grade import grade

    clock = Clock()
    for stage, places in STAGES.items():
        for place in places:
            clock.watch(stage, place)
    report = grade(open_course(root), workers=1)
    if not report.complete:
        raise RuntimeError("\n".join(report.findings()))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"stages": clock.spent, "seconds": time.process_time(), "peak": peak}))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
