"""What one part of a submission may use."""

from __future__ import annotations

from dataclasses import dataclass

PATIENCE = 3  # seconds on the wall for one of the processor


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that grading one part of one exercise may cost.

    Seconds are those of the processor: a right answer must not be late because the machine has other things to do. So
    the clock on the wall allows `PATIENCE` times as much, and what only waits is stopped by that one.

    A submission that does its worst costs, on the wall, seven times that for its cells, and six times for each part.

    Parameters
    ----------
    seconds : float
        For running all cells of the notebook, and again for all calls of the part.
    cell_seconds : float
        For one cell. It is interrupted then, and what it had defined is kept.
    call_seconds : float
        For one call of the learner's function.
    memory_mb : int
        Mebibytes of memory, of which the interpreter with NumPy takes about 100. The arena, in which the arguments of
        calls lie, adds 64 that no limit counts, as far as they are touched.
    output_bytes : int
        Characters of what the cells print that are kept; no more than 64 KiB, which fit into one frame.
    """

    seconds: float = 20.0
    cell_seconds: float = 10.0
    call_seconds: float = 10.0  # the first may import PyTorch, which takes seconds on a busy machine
    memory_mb: int = 2048
    output_bytes: int = 64 * 1024

    def __post_init__(self) -> None:
        if self.output_bytes > 64 * 1024:
            raise ValueError(f"output_bytes is {self.output_bytes}; no more than 65536 fit into one frame")
