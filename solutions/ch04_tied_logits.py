"""Chapter 4: scores are dot products, not distances."""

from __future__ import annotations

import numpy as np


def tied_lm_head(hidden: np.ndarray, embedding_matrix: np.ndarray) -> np.ndarray:
    """Score every token by its dot product with the hidden state: the second job of the embedding table.

    Parameters
    ----------
    hidden : ndarray of float, shape (..., d)
        Hidden states; a single one of shape (d,) counts.
    embedding_matrix : ndarray of float, shape (V, d)
        The table, of the same dtype.

    Returns
    -------
    ndarray, shape (..., V)
        Logits, unnormalised: number j of the last axis is the dot product with row j. There is no bias and no scale.

    Raises
    ------
    TypeError
        If either of the two is not floating.
    ValueError
        If the widths differ.
    """
    for array in (hidden, embedding_matrix):
        if not np.issubdtype(array.dtype, np.floating):
            raise TypeError(f"hidden states and table must be floats, not {array.dtype}")
    if hidden.shape[-1] != embedding_matrix.shape[1]:
        raise ValueError(f"the width is {hidden.shape[-1]} in hidden, but {embedding_matrix.shape[1]} in the table")
    logits: np.ndarray = hidden @ embedding_matrix.T
    return logits


def nearest_token(hidden: np.ndarray, embedding_matrix: np.ndarray, metric: str) -> np.ndarray:
    """Return the id whose row is closest to each hidden state, in one of three meanings of the word.

    Parameters
    ----------
    hidden : ndarray of float, shape (..., d)
        Hidden states; a single one of shape (d,) counts.
    embedding_matrix : ndarray of float, shape (V, d)
        The table, of the same dtype.
    metric : {"dot", "cosine", "euclidean"}
        ``"dot"``: the largest dot product. ``"cosine"``: the smallest angle, whatever the lengths. ``"euclidean"``: the
        smallest distance.

    Returns
    -------
    ndarray of int, shape hidden.shape[:-1]
        The winning id for each hidden state, the lowest one where several are equally close. A row of zeros has no
        angle and does not win by cosine, unless all rows are zero.

    Raises
    ------
    ValueError
        For another metric, or if the widths differ.
    """
    if metric not in ("dot", "cosine", "euclidean"):
        raise ValueError(f"no metric {metric!r}: choose dot, cosine or euclidean")
    if hidden.shape[-1] != embedding_matrix.shape[1]:
        raise ValueError(f"the width is {hidden.shape[-1]} in hidden, but {embedding_matrix.shape[1]} in the table")
    if metric == "euclidean":
        steps = hidden[..., None, :] - embedding_matrix
        return np.asarray(np.argmin((steps**2).sum(axis=-1), axis=-1))
    scores = hidden @ embedding_matrix.T
    if metric == "cosine":
        lengths = np.linalg.norm(embedding_matrix, axis=1)
        scores = np.where(lengths > 0, scores / np.where(lengths > 0, lengths, 1), -np.inf)
    return np.asarray(np.argmax(scores, axis=-1))
