"""Wrong answers to `masked_mean`."""
# mypy: ignore-errors
# learners write no annotations
# ruff: noqa: RET503, T201
# nor do they follow our rules

from __future__ import annotations

import numpy as np

from tests.answers import fails

KEPT = {}


def _refuse(embeddings, mask):
    mask = np.asarray(mask)
    if mask.shape != embeddings.shape[:2]:
        raise ValueError(f"mask {mask.shape}, embeddings {embeddings.shape}")
    return mask


def _right(embeddings, mask):
    real = _refuse(embeddings, mask).astype(embeddings.dtype)[:, :, None]
    return (embeddings * real).sum(axis=1) / np.maximum(real.sum(axis=1), 1)


# --- the idea is wrong ---------------------------------------------------------------------------------------------


@fails("masked_mean", core="answer.unwritten", contract="answer.unwritten")
def starter(embeddings, mask):
    raise NotImplementedError


@fails("masked_mean", core="answer.nothing", contract="answer.nothing")
def without_return(embeddings, mask):
    _right(embeddings, mask)


@fails("masked_mean", core="answer.printed", contract="answer.printed")
def printed(embeddings, mask):
    print(_right(embeddings, mask))


@fails("masked_mean", core="answer.parameters", contract="answer.parameters")
def embeddings_only(embeddings):
    return embeddings.mean(axis=1)


@fails("masked_mean", core="answer.constant")
def learnt_example(embeddings, mask):
    return np.array([[2.0, -3.0], [1.0, 0.5]], dtype=np.float32)


@fails("masked_mean", core="masked_mean.divided_twice")
def mean_and_then_divided(embeddings, mask):
    real = _refuse(embeddings, mask).astype(embeddings.dtype)[:, :, None]
    return (embeddings * real).mean(axis=1) / np.maximum(real.sum(axis=1), 1)


@fails("masked_mean", core="masked_mean.divided_by_batch")
def all_positions_of_the_batch_counted(embeddings, mask):
    real = _refuse(embeddings, mask).astype(embeddings.dtype)[:, :, None]
    return (embeddings * real).sum(axis=1) / real.size


@fails("masked_mean", core="masked_mean.numbers_counted")
def divided_by_the_width(embeddings, mask):
    real = _refuse(embeddings, mask).astype(embeddings.dtype)[:, :, None]
    return (embeddings * real).sum(axis=1) / embeddings.shape[2]


@fails("masked_mean", core="masked_mean.numbers_counted")
def every_number_counted(embeddings, mask):
    real = np.broadcast_to(_refuse(embeddings, mask).astype(embeddings.dtype)[:, :, None], embeddings.shape)
    return (embeddings * real).sum(axis=1) / np.maximum(real.sum(axis=(1, 2))[:, None], 1)


@fails("masked_mean", core="masked_mean.one_number")
def mean_without_an_axis(embeddings, mask):
    return np.array(
        [text[real.astype(bool)].mean() for text, real in zip(embeddings, _refuse(embeddings, mask), strict=True)]
    )


@fails("masked_mean", core="masked_mean.over_columns")
def sum_along_the_last_axis(embeddings, mask):
    real = _refuse(embeddings, mask).astype(embeddings.dtype)
    return (embeddings * real[:, :, None]).sum(axis=2) / np.maximum(real.sum(axis=1, keepdims=True), 1)


@fails("masked_mean", core="masked_mean.count_of_positions answer.shape? masked_mean.count_axis?")
def mask_counted_along_the_first_axis(embeddings, mask):
    real = _refuse(embeddings, mask).astype(embeddings.dtype)
    return (embeddings * real[:, :, None]).sum(axis=1) / np.maximum(real.sum(axis=0)[:, None], 1)


@fails("masked_mean", core="masked_mean.mask_ignored")
def plain_mean(embeddings, mask):
    return embeddings.mean(axis=1)


@fails("masked_mean", core="masked_mean.divided_by_length")
def mean_of_masked(embeddings, mask):
    return (embeddings * np.asarray(mask)[:, :, None]).mean(axis=1)


@fails("masked_mean", core="masked_mean.padding_in_sum")
def only_the_count_is_masked(embeddings, mask):
    return embeddings.sum(axis=1) / np.asarray(mask).sum(axis=1, keepdims=True)


@fails("masked_mean", core="masked_mean.sum_only")
def summed(embeddings, mask):
    return (embeddings * np.asarray(mask)[:, :, None]).sum(axis=1)


@fails("masked_mean", core="masked_mean.sum_only")
def plain_sum(embeddings, mask):
    return embeddings.sum(axis=1)


@fails("masked_mean", core="masked_mean.inverted")
def one_means_padding(embeddings, mask):
    return _right(embeddings, np.asarray(mask) == 0)


@fails("masked_mean", core="masked_mean.inverted")
def mean_of_what_is_masked_out(embeddings, mask):
    padding = (np.asarray(mask) == 0)[:, :, None]
    with np.errstate(all="ignore"):
        return (embeddings * padding).sum(axis=1) / padding.sum(axis=1)


@fails("masked_mean", core="masked_mean.zeros_are_padding")
def mask_from_zeros(embeddings, mask):
    return _right(embeddings, (embeddings != 0).any(axis=2))


@fails("masked_mean", core="masked_mean.zeros_are_padding")
def mask_without_zeros(embeddings, mask):
    return _right(embeddings, np.asarray(mask).astype(bool) & (embeddings != 0).any(axis=2))


@fails("masked_mean", core="masked_mean.zeros_are_padding")
def count_without_zeros(embeddings, mask):
    total = (embeddings * np.asarray(mask)[:, :, None]).sum(axis=1)
    return total / np.maximum((embeddings != 0).any(axis=2).sum(axis=1), 1)[:, None]


@fails("masked_mean", core="masked_mean.first_positions")
def padding_at_the_end(embeddings, mask):
    lengths = np.asarray(mask).sum(axis=1)
    return np.stack([vectors[:length].mean(axis=0) for vectors, length in zip(embeddings, lengths, strict=True)])


@fails("masked_mean", core="masked_mean.mask_as_index")
def integers_as_index(embeddings, mask):
    return np.stack([vectors[row].mean(axis=0) for vectors, row in zip(embeddings, mask, strict=True)])


@fails("masked_mean", core="masked_mean.whole_batch")
def all_texts_together(embeddings, mask):
    return embeddings[np.asarray(mask).astype(bool)].mean(axis=0)


@fails("masked_mean", core="masked_mean.whole_batch")
def the_same_for_all(embeddings, mask):
    mean = embeddings[np.asarray(mask).astype(bool)].mean(axis=0)
    return np.tile(mean, (len(embeddings), 1))


@fails("masked_mean", core="masked_mean.divided_by_batch")
def counted_over_the_batch(embeddings, mask):
    mask = np.asarray(mask)
    return (embeddings * mask[:, :, None]).sum(axis=1) / mask.sum()


@fails("masked_mean", core="masked_mean.divided_by_batch")
def divided_by_len(embeddings, mask):
    return (embeddings * np.asarray(mask)[:, :, None]).sum(axis=1) / len(mask)


@fails("masked_mean", core="masked_mean.over_texts")
def first_axis(embeddings, mask):
    return embeddings.mean(axis=0)


@fails("masked_mean", core="masked_mean.over_texts")
def first_axis_masked(embeddings, mask):
    real = np.asarray(mask)[:, :, None]
    return (embeddings * real).sum(axis=0) / np.maximum(real.sum(axis=0), 1)


@fails("masked_mean", core="masked_mean.over_columns")
def last_axis(embeddings, mask):
    return embeddings.mean(axis=-1) * np.asarray(mask)


@fails("masked_mean", core="masked_mean.mask_axis")
def mask_without_third_axis(embeddings, mask):
    mask = np.asarray(mask)
    return (embeddings * mask).sum(axis=1) / mask.sum(axis=1)[:, None]


@fails("masked_mean", core="masked_mean.count_axis")
def count_without_second_axis(embeddings, mask):
    mask = np.asarray(mask)
    return (embeddings * mask[:, :, None]).sum(axis=1) / mask.sum(axis=1)


@fails("masked_mean", core="masked_mean.one_token")
def last_real_token(embeddings, mask):
    return np.stack([v[np.asarray(row).astype(bool)][-1] for v, row in zip(embeddings, mask, strict=True)])


@fails("masked_mean", core="masked_mean.one_token")
def first_token(embeddings, mask):
    return embeddings[:, 0].copy()


@fails("masked_mean", core="masked_mean.largest")
def max_pooling(embeddings, mask):
    return np.where(np.asarray(mask)[:, :, None] == 1, embeddings, -np.inf).max(axis=1)


@fails("masked_mean", core="masked_mean.count_off")
def one_added_for_safety(embeddings, mask):
    mask = np.asarray(mask)[:, :, None]
    return (embeddings * mask).sum(axis=1) / (mask.sum(axis=1) + 1)


@fails("masked_mean", core="masked_mean.root")
def root_of_the_count(embeddings, mask):
    mask = np.asarray(mask)[:, :, None]
    return (embeddings * mask).sum(axis=1) / np.sqrt(mask.sum(axis=1))


@fails("masked_mean", core="masked_mean.not_averaged")
def padding_cleared(embeddings, mask):
    return embeddings * np.asarray(mask)[:, :, None]


@fails("masked_mean", core="masked_mean.one_text")
def returns_in_the_loop(embeddings, mask):
    for vectors, row in zip(embeddings, np.asarray(mask).astype(bool), strict=True):
        return vectors[row].mean(axis=0)


@fails("masked_mean", core="masked_mean.one_text")
def keeps_the_last(embeddings, mask):
    for vectors, row in zip(embeddings, np.asarray(mask).astype(bool), strict=True):
        result = vectors[row].mean(axis=0)
    return result


@fails("masked_mean", core="masked_mean.fractions_lost")
def whole_division(embeddings, mask):
    mask = np.asarray(mask)[:, :, None]
    return (embeddings * mask).sum(axis=1) // mask.sum(axis=1)


@fails("masked_mean", core="answer.unit_axis")
def axis_kept(embeddings, mask):
    mask = np.asarray(mask)[:, :, None]
    return (embeddings * mask).sum(axis=1, keepdims=True) / mask.sum(axis=1, keepdims=True)


@fails("masked_mean", core="answer.raised")
def minus_sign_on_booleans(embeddings, mask):
    keep = -np.asarray(mask) * -1
    return _right(embeddings, keep)


@fails("masked_mean", core="answer.numbers")
def not_of_integers(embeddings, mask):
    padding = ~np.asarray(mask)  # of 0 and 1 it makes -1 and -2
    real = 1 - padding.astype(embeddings.dtype)[:, :, None]
    return (embeddings * real).sum(axis=1) / real.sum(axis=1)


# --- the idea is right, the contract is not kept ---------------------------------------------------------------------


@fails("masked_mean", contract="masked_mean.no_token")
def zero_by_zero(embeddings, mask):
    real = _refuse(embeddings, mask).astype(embeddings.dtype)[:, :, None]
    with np.errstate(invalid="ignore"):
        return (embeddings * real).sum(axis=1) / real.sum(axis=1)


@fails("masked_mean", contract="contract.warning")
def mended_afterwards(embeddings, mask):
    real = _refuse(embeddings, mask).astype(embeddings.dtype)[:, :, None]
    return np.nan_to_num((embeddings * real).sum(axis=1) / real.sum(axis=1))


@fails("masked_mean", contract="masked_mean.double")
def a_small_number_added(embeddings, mask):
    real = _refuse(embeddings, mask).astype(embeddings.dtype)[:, :, None]
    return (embeddings * real).sum(axis=1) / (real.sum(axis=1) + embeddings.dtype.type(1e-6))


@fails("masked_mean", contract="contract.float64")
def always_float64(embeddings, mask):
    real = _refuse(embeddings, mask)[:, :, None]
    return (embeddings * real).sum(axis=1) / np.maximum(real.sum(axis=1), 1)


@fails("masked_mean", contract="contract.float32")
def always_float32(embeddings, mask):
    return _right(embeddings, mask).astype(np.float32)


@fails("masked_mean", contract="contract.list masked_mean.no_text")
def list_of_lists(embeddings, mask):
    return _right(embeddings, mask).tolist()


@fails("masked_mean", contract="contract.changed contract.writes")
def clears_the_padding_in_place(embeddings, mask):
    mask = _refuse(embeddings, mask).astype(bool)
    embeddings[~mask] = 0
    return embeddings.sum(axis=1) / np.maximum(mask.sum(axis=1), 1)[:, None].astype(embeddings.dtype)


@fails("masked_mean", contract="contract.keywords")
def other_names(x, m):
    return _right(x, m)


@fails("masked_mean", contract="masked_mean.listed")
def mask_must_be_an_array(embeddings, mask):
    real = mask.astype(embeddings.dtype)
    return _right(embeddings, real)


@fails("masked_mean", contract="masked_mean.no_text")
def stacked(embeddings, mask):
    mask = _refuse(embeddings, mask).astype(bool)
    rows = [v[m].mean(axis=0) if m.any() else 0 * v[0] for v, m in zip(embeddings, mask, strict=True)]
    return np.stack(rows)


@fails("masked_mean", contract="masked_mean.narrow")
def counted_in_the_type_of_the_mask(embeddings, mask):
    mask = _refuse(embeddings, mask)
    count = np.einsum("bt->b", mask.astype(np.int8) if mask.dtype == bool else mask)
    total = np.einsum("btd,bt->bd", embeddings, mask.astype(embeddings.dtype))
    return total / np.maximum(count, 1)[:, None].astype(embeddings.dtype)


@fails("masked_mean", contract="masked_mean.mask_type masked_mean.narrow")
def only_int64_and_bool(embeddings, mask):
    mask = _refuse(embeddings, mask)
    if mask.dtype not in (np.dtype(bool), np.dtype(int)):
        raise TypeError("bool or int, please")
    return _right(embeddings, mask)


@fails("masked_mean", contract="masked_mean.stretched masked_mean.third_axis masked_mean.shapes_accepted?")
def no_refusal(embeddings, mask):
    mask = np.asarray(mask)
    real = np.broadcast_to(mask if mask.ndim == 3 else mask[..., None], (*embeddings.shape[:2], 1))
    real = real.astype(embeddings.dtype)
    return (embeddings * real).sum(axis=1) / np.maximum(real.sum(axis=1), 1)


@fails("masked_mean", contract="masked_mean.stretched")
def broadcasts(embeddings, mask):
    real = np.broadcast_to(np.asarray(mask), embeddings.shape[:2])
    return _right(embeddings, real)


@fails("masked_mean", contract="masked_mean.third_axis masked_mean.shapes_accepted")
def any_shape_of_that_size(embeddings, mask):
    return _right(embeddings, np.reshape(mask, embeddings.shape[:2]))


@fails("masked_mean", contract="shapes.not_a_value_error")
def assertion(embeddings, mask):
    assert np.shape(mask) == embeddings.shape[:2]
    return _right(embeddings, mask)


@fails("masked_mean", contract="contract.reused")
def one_array_for_all_calls(embeddings, mask):
    mean = _right(embeddings, mask)
    kept = KEPT.setdefault((mean.shape, mean.dtype), mean)
    kept[...] = mean
    return kept


@fails("masked_mean", contract="contract.stale")
def remembered_by_mask(embeddings, mask):
    marks = _refuse(embeddings, mask)
    key = (marks.tobytes(), marks.shape, marks.dtype, embeddings.dtype, embeddings.shape)
    if key not in KEPT:
        KEPT[key] = _right(embeddings, mask)
    return KEPT[key].copy()


@fails("masked_mean", contract="contract.state")
def running_total(embeddings, mask):
    mean = _right(embeddings, mask)
    key = (embeddings.tobytes(), np.asarray(mask).tobytes())
    KEPT[key] = KEPT.get(key, 0) + 1
    return mean * KEPT[key] / max(KEPT[key], 1) if KEPT[key] == 1 else mean + 1


@fails("masked_mean", contract="contract.layout contract.writes?")
def memory_order(embeddings, mask):
    mask = _refuse(embeddings, mask)
    vectors = embeddings.ravel(order="K").reshape(embeddings.shape)
    return _right(vectors, mask)
