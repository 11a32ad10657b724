"""Whether numbers are the wanted ones, at the tolerances of the contracts."""

from __future__ import annotations

import numpy as np

from tiedbook.outcome import Foreign

RTOL = {np.dtype(np.float32): 2e-4, np.dtype(np.float64): 1e-9}
ATOL = {np.dtype(np.float32): 2e-5, np.dtype(np.float64): 1e-11}
LOSS = 2e-4  # absolute, float32


def close(got: np.ndarray, wanted: np.ndarray) -> bool:
    """Say whether two arrays have the same shape and, within tolerance, the same numbers.

    Parameters
    ----------
    got : ndarray of numbers
        What came back, of any dtype: dtypes are compared elsewhere. Where float32 came back, its digits are enough.
    wanted : ndarray of float or int
        What should have. Its dtype sets the tolerance: rtol 2e-4, atol 2e-5 for float32; 1e-9, 1e-11 for float64,
        atol times the largest finite value; none for integers. A single float32 number, without any axis, is a loss:
        2e-4 absolute, however large it is. NaN and infinity must stand where they are wanted.
    """
    return got.shape == wanted.shape and (bool((got == wanted).all()) or not wrong(got, wanted).any())


def wrong(got: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    """Mark the numbers that are not the wanted ones.

    Parameters
    ----------
    got, wanted : ndarray of numbers, of one shape
        As in `close`.

    Returns
    -------
    ndarray of bool
        True where a number is off.
    """
    precision = got.dtype if got.dtype == np.float32 and wanted.dtype.kind == "f" else wanted.dtype
    rtol, atol = RTOL.get(precision, 0.0), ATOL.get(precision, 0.0)
    if not rtol:
        return np.asarray(got != wanted)
    finite = np.abs(wanted[np.isfinite(wanted)])
    largest = float(finite.max(initial=0.0)) or 1.0
    if not wanted.ndim and precision == np.float32:
        rtol, atol, largest = 0.0, LOSS, 1.0
    kind = np.complex128 if got.dtype.kind == "c" else np.float64
    told, meant = got.astype(kind), wanted.astype(np.float64)
    with np.errstate(invalid="ignore", over="ignore"):
        near = np.abs(told - meant) <= atol * largest + rtol * np.abs(meant)
    # as np.isclose, which takes several times as long for arrays as small as these
    return np.asarray(~((near & np.isfinite(meant)) | (told == meant) | (np.isnan(told) & np.isnan(meant))))


def same_value(got: object, wanted: object) -> bool:
    """Say whether two plain values are the same: arrays bit for bit and dtype for dtype, tuples item by item."""
    if isinstance(got, np.ndarray) and isinstance(wanted, np.ndarray):
        return (got.dtype, got.shape, got.tobytes()) == (wanted.dtype, wanted.shape, wanted.tobytes())
    if isinstance(got, tuple) and isinstance(wanted, tuple):
        return len(got) == len(wanted) and all(map(same_value, got, wanted))
    if isinstance(got, Foreign) and isinstance(wanted, Foreign):
        return (got.kind, got.text) == (wanted.kind, wanted.text) and same_value(got.array, wanted.array)
    return type(got) is type(wanted) and bool(got == wanted)
