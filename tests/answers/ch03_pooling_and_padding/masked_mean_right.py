"""Right answers to `masked_mean`, each by another technique."""
# mypy: ignore-errors
# learners write no annotations

from __future__ import annotations

import numpy as np
from scipy import sparse

from solutions.ch03_pooling_and_padding import masked_mean as _solution


def _marks(embeddings, mask):
    mask = np.asarray(mask)
    if mask.shape != embeddings.shape[:-1]:
        raise ValueError(f"mask {mask.shape}, embeddings {embeddings.shape}")
    return mask.astype(bool)


def solution(embeddings, mask):
    return _solution(embeddings, mask)


def sum_where(embeddings, mask):
    mask = _marks(embeddings, mask)[..., None]
    total = np.sum(embeddings, axis=1, where=mask)
    return total / np.maximum(mask.sum(axis=1), 1).astype(embeddings.dtype)


def padding_set_to_zero(embeddings, mask):
    mask = _marks(embeddings, mask)
    total = np.where(mask[:, :, None], embeddings, 0).sum(axis=1)
    count = np.count_nonzero(mask, axis=1)
    count[count == 0] = 1
    return (total / count[:, None]).astype(embeddings.dtype)


def copy_with_zeros(embeddings, mask):
    mask = _marks(embeddings, mask)
    cleared = embeddings.copy()
    cleared[~mask] = 0
    count = mask.sum(axis=1, keepdims=True, dtype=embeddings.dtype)
    return np.divide(cleared.sum(axis=1), count, out=np.zeros_like(embeddings[:, 0]), where=count > 0)


def weights_that_add_up_to_one(embeddings, mask):
    weights = _marks(embeddings, mask).astype(embeddings.dtype)
    weights /= np.maximum(weights.sum(axis=1, keepdims=True), 1)
    return (weights[:, None, :] @ embeddings)[:, 0]


def einsum(embeddings, mask):
    weights = _marks(embeddings, mask).astype(embeddings.dtype)
    total = np.einsum("bt,btd->bd", weights, embeddings)
    return total / np.einsum("bt->b", weights).clip(min=1)[:, None]


def a_tiny_number_below(embeddings, mask):
    weights = _marks(embeddings, mask).astype(embeddings.dtype)[:, :, None]
    return (embeddings * weights).sum(1) / (weights.sum(1) + np.finfo(embeddings.dtype).tiny)


def loop_over_everything(embeddings, mask):
    mask = _marks(embeddings, mask)
    texts, positions, width = embeddings.shape
    result = np.zeros((texts, width), dtype=embeddings.dtype)
    for b in range(texts):
        count = 0
        for t in range(positions):
            if mask[b, t]:
                result[b] += embeddings[b, t]
                count += 1
        if count:
            result[b] /= count
    return result


def list_of_means(embeddings, mask):
    mask = _marks(embeddings, mask)
    result = np.zeros((len(embeddings), embeddings.shape[2]), dtype=embeddings.dtype)
    for row, vectors, real in zip(result, embeddings, mask, strict=True):
        if real.any():
            row[:] = vectors[real].mean(axis=0)
    return result


def masked_array(embeddings, mask):
    mask = _marks(embeddings, mask)
    hidden = np.ma.array(embeddings, mask=np.broadcast_to(~mask[:, :, None], embeddings.shape))
    return np.ma.filled(hidden.mean(axis=1), 0).astype(embeddings.dtype)


def running_mean(embeddings, mask):
    mask = _marks(embeddings, mask)
    mean = np.zeros(embeddings.shape[::2], dtype=np.float64)
    seen = np.zeros(len(embeddings))
    for t in range(embeddings.shape[1]):
        seen += mask[:, t]
        step = (embeddings[:, t] - mean) / np.maximum(seen, 1)[:, None]
        mean += np.where(mask[:, t, None], step, 0)
    return mean.astype(embeddings.dtype)


def scatter_to_texts(embeddings, mask):
    mask = _marks(embeddings, mask)
    rows, _ = np.nonzero(mask)
    total = np.zeros(embeddings.shape[::2], dtype=embeddings.dtype)
    np.add.at(total, rows, embeddings[mask])
    count = np.bincount(rows, minlength=len(embeddings))
    return total / np.maximum(count, 1)[:, None].astype(embeddings.dtype)


def sparse_product(embeddings, mask):
    mask = _marks(embeddings, mask)
    rows, _ = np.nonzero(mask)
    places = np.flatnonzero(mask)
    chosen = sparse.csr_matrix((np.ones(rows.size, embeddings.dtype), (rows, places)), shape=(len(mask), mask.size))
    total = chosen @ embeddings.reshape(mask.size, embeddings.shape[2])
    return total / np.maximum(np.bincount(rows, minlength=len(mask)), 1)[:, None].astype(embeddings.dtype)


def torch_and_back(embeddings, mask):
    import torch

    real = torch.from_numpy(_marks(embeddings, mask)).unsqueeze(-1)
    vectors = torch.from_numpy(np.array(embeddings))
    total = vectors.masked_fill(~real, 0).sum(dim=1)
    return (total / real.sum(dim=1).clamp(min=1).to(total.dtype)).numpy()
