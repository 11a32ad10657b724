"""Right answers to `gpt2_param_count`, each by another technique."""
# mypy: ignore-errors
# learners write no annotations

from __future__ import annotations

from fractions import Fraction
from math import prod

import numpy as np

from solutions.ch07_counting_gpt2 import gpt2_param_count as _solution


def _refuse(*sizes):
    for size in sizes:
        if size < 1:
            raise ValueError(f"{size} is too small")


def solution(n_layer, d_model, vocab_size, n_ctx, tied=True):
    return _solution(n_layer, d_model, vocab_size, n_ctx, tied)


def closed_form(n_layer, d_model, vocab_size, n_ctx, tied=True):
    _refuse(n_layer, d_model, vocab_size, n_ctx)
    V, C, L, d = vocab_size, n_ctx, n_layer, d_model  # noqa: N806
    total = V * d + C * d + L * (12 * d**2 + 13 * d) + 2 * d
    if not tied:
        total += V * d
    return total


def width_taken_out(n_layer, d_model, vocab_size, n_ctx, tied=True):
    _refuse(n_layer, d_model, vocab_size, n_ctx)
    return d_model * (vocab_size * (2 - tied) + n_ctx + 2 + n_layer * (12 * d_model + 13))


def block_after_block(n_layer, d_model, vocab_size, n_ctx, tied=True):
    _refuse(n_layer, d_model, vocab_size, n_ctx)
    total = vocab_size * d_model + n_ctx * d_model
    for _ in range(n_layer):
        total += d_model + d_model  # ln_1
        total += d_model * 3 * d_model + 3 * d_model
        total += d_model * d_model + d_model
        total += d_model + d_model  # ln_2
        total += d_model * 4 * d_model + 4 * d_model
        total += 4 * d_model * d_model + d_model
    total += d_model + d_model  # ln_f
    return total if tied else total + d_model * vocab_size


def dictionary_of_shapes(n_layer, d_model, vocab_size, n_ctx, tied=True):
    _refuse(n_layer, d_model, vocab_size, n_ctx)
    d = d_model
    shapes = {"wte": (vocab_size, d), "wpe": (n_ctx, d), "ln_f.w": (d,), "ln_f.b": (d,)}
    for h in range(n_layer):
        for name, rows, columns in (("qkv", d, 3 * d), ("out", d, d), ("fc", d, 4 * d), ("proj", 4 * d, d)):
            shapes[f"{h}.{name}.w"] = (rows, columns)
            shapes[f"{h}.{name}.b"] = (columns,)
        for name in ("ln_1.w", "ln_1.b", "ln_2.w", "ln_2.b"):
            shapes[f"{h}.{name}"] = (d,)
    if not tied:
        shapes["head"] = (vocab_size, d)
    return sum(prod(shape) for shape in shapes.values())


def separate_heads_of_attention(n_layer, d_model, vocab_size, n_ctx, tied=True):
    _refuse(n_layer, d_model, vocab_size, n_ctx)

    def linear(inputs, outputs):
        return (inputs + 1) * outputs

    attention = 3 * sum(linear(d_model, 1) for _ in range(1)) * d_model + linear(d_model, d_model)
    block = attention + linear(d_model, 4 * d_model) + linear(4 * d_model, d_model) + 4 * d_model
    return n_layer * block + (vocab_size + n_ctx + 2) * d_model + (0 if tied else vocab_size * d_model)


def numpy_polynomial(n_layer, d_model, vocab_size, n_ctx, tied=True):
    _refuse(n_layer, d_model, vocab_size, n_ctx)
    tables = vocab_size * (1 if tied else 2) + n_ctx
    return np.polyval(np.array([12 * n_layer, 13 * n_layer + 2 + tables, 0], dtype=np.int64), np.int64(d_model))


def numpy_products_of_shapes(n_layer, d_model, vocab_size, n_ctx, tied=True):
    _refuse(n_layer, d_model, vocab_size, n_ctx)
    d = d_model
    rows = np.array([vocab_size, n_ctx, 2, d, 1, d, 1, d, 1, 4 * d, 1, 4, 0 if tied else vocab_size], dtype=np.int64)
    columns = np.array([d, d, d, 3 * d, 3 * d, d, d, 4 * d, 4 * d, d, d, d, d], dtype=np.int64)
    times = np.array([1, 1, 1, *[n_layer] * 9, 1], dtype=np.int64)
    return np.einsum("i,i,i->", rows, columns, times)


def recursion(n_layer, d_model, vocab_size, n_ctx, tied=True):
    _refuse(n_layer, d_model, vocab_size, n_ctx)
    if n_layer > 1:
        return recursion(n_layer - 1, d_model, vocab_size, n_ctx, tied) + (12 * d_model + 13) * d_model
    return (vocab_size * (1 if tied else 2) + n_ctx + 2 + 12 * d_model + 13) * d_model


def whole_fraction(n_layer, d_model, vocab_size, n_ctx, tied=True):
    _refuse(n_layer, d_model, vocab_size, n_ctx)
    mean = Fraction(2 * vocab_size if not tied else vocab_size) + n_ctx + 2
    return int(d_model * (mean + n_layer * Fraction(12 * d_model + 13)))


def both_ends_from_the_other_exercise(n_layer, d_model, vocab_size, n_ctx, tied=True):
    def ends(vocab_size, d_model, tied):
        _refuse(vocab_size, d_model)
        return vocab_size * d_model * (1 if tied else 2)

    _refuse(n_layer, n_ctx)
    return np.asarray(ends(vocab_size, d_model, tied) + d_model * (n_ctx + 2 + n_layer * (12 * d_model + 13)))


def torch_on_the_meta_device(n_layer, d_model, vocab_size, n_ctx, tied=True):
    import torch

    _refuse(n_layer, d_model, vocab_size, n_ctx)

    def size(*shape):
        return torch.empty(shape, device="meta").numel()  # shapes without numbers

    def linear(inputs, outputs):
        return size(outputs, inputs) + size(outputs)

    d = d_model
    total = size(vocab_size, d) + size(n_ctx, d) + size(2, d)
    for _ in range(n_layer):
        total += size(4, d) + linear(d, 3 * d) + linear(d, d) + linear(d, 4 * d) + linear(4 * d, d)
    return total if tied else total + size(d, vocab_size)
