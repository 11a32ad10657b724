# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown] id="title"
# # 1. A lookup is a matrix product you never compute
#
# A model fetches the vector of a token from a table. Textbooks call the same step a multiplication by a matrix. Both are right, and
# this chapter shows why, what each way costs, and where the two part company.
#
# **After this chapter you can**
#
# - prove that row $i$ of a table equals a one-hot vector times the table;
# - write both versions in NumPy, for ids of any shape;
# - predict what each version costs, and measure whether you were right.
#
# Plan for 40 minutes. Before this: [Chapter 0 – Start here](ch00_start_here.ipynb).

# %% [markdown] id="question"
# ## Two programs, one vector
#
# A table $E$ has $V = 5000$ rows of $d = 512$ numbers. Two programs return the vector of token 1.
#
# - **Program 1** reads row 1 of the table: `E[1]`.
# - **Program 2** makes a vector of 5,000 numbers, all 0 except for a single 1 at position 1, and multiplies it by the table: `lamp @ E`.
#
# **Predict, and write your answers down:**
#
# 1. Do the two programs return the same 512 numbers?
# 2. How many multiplications does program 2 do?
# 3. The vocabulary grows to ten times its size. How much slower does program 1 become? And if each row becomes ten times longer?
#
# You will have proved the first answer in ten minutes, and counted the second in twenty. The third one you will measure.

# %% [markdown] id="setup"
# Run this cell first. It loads NumPy, the function that checks your answers, and the table of Chapter 0.

# %% id="table" role="data"
import numpy as np

from tiedbook import check

tokens = ["cat", "dog", "the", "ran"]
E = np.array(
    [
        [0.2, -0.5, 0.8],
        [0.3, -0.4, 0.7],
        [-0.9, 0.1, 0.2],
        [0.6, 0.3, -0.5],
    ],
    dtype=np.float32,
)

# %% [markdown] id="embedding-matrix"
# ## The table: one row for each token
#
# An **embedding matrix** $E$ has the shape $(V, d)$. $V$ is the number of tokens in the vocabulary, and $d$ the number of
# numbers that describe each one. Row $i$, written $E_i$, is the **embedding** of the token with id $i$. The single number in row $j$
# and column $k$ is $E_{jk}$.
#
# Rows are counted from 0. So `E[1]` is the *second* row, the one of `dog`, and the last row has the number $V - 1$.
#
# The numbers in $E$ are parameters: training changes them. The ids are not; they only say which row is meant.

# %% [markdown] id="one-hot-definition"
# ## One lamp in a row of lamps
#
# The **one-hot vector** of an id $i$ has length $V$. Think of a row of $V$ lamps with exactly one of them on:
#
# $$o_j = \begin{cases} 1 & j = i \\ 0 & j \ne i \end{cases} \qquad j = 0, 1, \dots, V - 1$$
#
# Its length is the size of the vocabulary, never "the largest id we happen to have, plus one". For `dog`, with id 1 in a vocabulary of
# four, it is $[0, 1, 0, 0]$.

# %% [markdown] id="proof"
# ## The proof: every term but one vanishes
#
# **Claim.** For every id $i$, the one-hot vector of $i$ times $E$ is row $i$ of $E$:
#
# $$\mathrm{onehot}(i) \, E = E_i$$
#
# **Proof.** Let $o$ be the one-hot vector of $i$. By the definition of the matrix product, number $k$ of $o E$ is a sum over
# all rows $j$ of the table:
#
# $$(oE)_k = \sum_{j=0}^{V-1} o_j \, E_{jk}$$
#
# Take the term with $j = i$ out of the sum. There $o_i = 1$; in all others $o_j = 0$:
#
# $$(oE)_k = 1 \cdot E_{ik} + \sum_{j \ne i} 0 \cdot E_{jk} = E_{ik} + 0 = E_{ik}$$
#
# This holds for every column $k$, so the whole vector $oE$ equals row $i$. ∎
#
# The proof used two facts about numbers: $0 \cdot x = 0$ and $x + 0 = x$. Keep them in mind. Near the end of the chapter we meet
# a table where one of them fails.

# %% [markdown] id="worked"
# ## By hand: `dog` is row 1
#
# On the four-token table the proof becomes plain arithmetic. The lamp of row 1 is on:
#
# $$
# \begin{aligned}
# oE &= 0 \cdot [0.2, -0.5, 0.8] + 1 \cdot [0.3, -0.4, 0.7] \\
# &\quad + 0 \cdot [-0.9, 0.1, 0.2] + 0 \cdot [0.6, 0.3, -0.5] \\
# &= [0.3, -0.4, 0.7]
# \end{aligned}
# $$
#
# Four rows were multiplied, twelve multiplications in all, and nine of them only produced zeros. The other three multiplied
# by 1. The next cell lets NumPy confirm it.

# %% id="worked-product" role="show"
lamp = np.array([0, 1, 0, 0], dtype=np.float32)

lamp @ E, E[1]

# %% [markdown] id="lamp-row"
# The same calculation, step by step. Each lamp stands beside the row it multiplies. Add one term after the other, and predict each sum before you see
# it. Then light another lamp. Once you have written `one_hot` and `embed` below, come back: what they return stands beside ours.

# %% id="lamp-row-figure" role="show"
from tiedbook.widgets import lamp_row

lamp_row(E, tokens, lit=1)

# %% [markdown] id="order"
# ## The vector stands on the left
#
# The product is a row vector times a matrix: $(V) \times (V, d) \to (d)$. The two inner lengths, both $V$, meet and disappear.
#
# Written the other way round, `E @ lamp` would need the length of the lamps to be $d$. On our table it is an error, since $4 \ne 3$. With
# $V = d$ it would run, and silently return *column* 1 instead of row 1. That is one more reason to try code on shapes in
# which all lengths differ.

# %% [markdown] id="valid-ids"
# ## What counts as an id
#
# The mathematics has ids $0, 1, \dots, V - 1$ and nothing else. NumPy is more generous, and its generosity hides mistakes. Before you run the
# next cell, say what *you* would want from each of the three expressions.

# %% id="generous" role="show"
answers = np.array([True, False, True, False])

E[-1], E[answers].shape, np.take(E, 1.7, axis=0)

# %% [markdown] id="generous-read"
# - **The id −1** returned the last row, `ran`. NumPy counts negative indices from the end, which is convenient in lists and wrong
#   for tokens. A preprocessing step that marks padding with −1 feeds the model a real word.
# - **Booleans** were read as a mask: *take the rows where it says True*. Four values went in, and two rows came out.
# - **The number 1.7** was cut to 1 by `np.take`, without a word. Ids that have become fractions come from a mistake upstream.
#
# None of them raised an error, and none gave a warning. So in this course a function that takes ids refuses what is not an id: `TypeError` where
# they are not integers, and `IndexError` where an integer is below 0 or not below $V$. The message names one offending id and the size of the
# vocabulary, so that whoever reads it knows where to look.
#
# Every integer type is welcome, from `int8` to `uint64`. (PyTorch is stricter here: it accepts only `int32` and `int64`.)

# %% [markdown] id="one-hot-exercise"
# ## Exercise: `one_hot`
#
# Write `one_hot(ids, vocab_size)`. It returns one row of lamps for each id.
#
# - `ids` is an integer array of any shape, or anything that `np.asarray` turns into one. A single id counts, and so does an array
#   without any ids.
# - The result has the shape `ids.shape + (vocab_size,)` and the type `float32`, with a single 1 in each row, at the id.
# - `TypeError` if the ids are not integers. `IndexError` if one is below 0 or not below `vocab_size`; its message names that id and
#   `vocab_size`.
#
# For example, `one_hot([1, 3], 4)` is `[[0, 1, 0, 0], [0, 0, 0, 1]]`.

# %% id="one_hot" exercise="one_hot"
from solutions.ch01_lookup_is_matmul import one_hot

# %% [markdown] id="one-hot-hints" kind="hints" exercise="one_hot"
# <details><summary>Hint 1: a nudge</summary>
#
# Begin with zeros in the final shape. How many ones does the result need, and what decides where each of them goes?
#
# </details>
#
# <details><summary>Hint 2: the idea</summary>
#
# Forget the shape of the ids for a moment, and treat them as one long list. Then the result is a matrix with one row for each id, and row
# number $n$ needs its 1 in column `ids[n]`. NumPy can set all of these places in one assignment if you give it two lists: the row numbers
# and the column numbers. At the end, bring back the shape.
#
# Do the two refusals before anything else. The type is a property of the whole array (`ids.dtype`, `np.issubdtype`); the range is a
# comparison of every id with 0 and with `vocab_size`.
#
# </details>
#
# <details><summary>Hint 3: almost the code</summary>
#
# ```python
# ids = np.asarray(ids)
# if not np.issubdtype(ids.dtype, np.integer):
#     raise TypeError("...")
# outside = ids[(ids < 0) | (ids >= ...)]
# if outside.size:
#     raise IndexError(f"id {outside[0]} ... {vocab_size}")
# lamps = np.zeros((ids.size, vocab_size), dtype=...)
# lamps[np.arange(ids.size), ...] = 1
# return lamps.reshape(...)
# ```
#
# </details>

# %% id="one_hot-core" exercise="one_hot" part="core"
check("one_hot", one_hot, part="core")

# %% id="one_hot-contract" exercise="one_hot" part="contract"
check("one_hot", one_hot, part="contract")

# %% [markdown] id="one-hot-solution" kind="reveal" exercise="one_hot"
# <details><summary>The solution of <code>one_hot</code>, for when you have tried</summary>
#
# {solution}
#
# There are other good ways. `np.eye(vocab_size, dtype=np.float32)[ids]` is shorter, but it builds a $V \times V$ matrix first: for
# $V = 50257$ in `float32` that is 10 GB. The comparison `ids[..., None] == np.arange(vocab_size)` gives the lamps as booleans, and one
# `astype` finishes it.
#
# </details>

# %% [markdown] id="batches"
# ## Batches: the shape of the ids, plus $d$
#
# Models look up many ids at once. The rule has no exceptions: **each id is replaced by its row**, so `E[ids]` has the shape
# `ids.shape + (d,)`.
#
# | shape of `ids` | shape of `E[ids]` | read it as |
# |---|---|---|
# | `()` | `(d,)` | one row |
# | `(T,)` | `(T, d)` | one row for each position |
# | `(B, T)` | `(B, T, d)` | for each text, for each position: one row |
# | `(2, 0)` | `(2, 0, d)` | two texts without positions: no rows at all |
#
# The matrix product follows the same rule. One-hot lamps of shape $(B, T, V)$ times $E$ of shape $(V, d)$ give $(B, T, d)$:
# NumPy applies the product to the last axis, and leaves the axes before it alone.

# %% id="batch" role="show"
ids = np.array(
    [
        [2, 1, 3, 2, 0, 3],  # the dog ran the cat ran
        [2, 0, 3, 2, 1, 3],  # the cat ran the dog ran
    ]
)
lamps = np.eye(4, dtype=np.float32)[ids]

lamps.shape, (lamps @ E).shape, np.array_equal(lamps @ E, E[ids])

# %% [markdown] id="positions"
# ## A row does not know where it stands
#
# The token `the` stands at positions 0 and 3 of both texts. Look at the four rows that were fetched for it:

# %% id="same-row" role="show"
E[ids][ids == 2]

# %% [markdown] id="positions-read"
# They are equal, as they must be: the result at a position depends on the id there and on nothing else. Neither the position nor the
# neighbours matter. If you swap two tokens, their vectors swap along with them.
#
# A language model does need to know the order of its tokens. It gets that from another part. GPT-2 has a second table, with one row
# for each position, and adds its rows to the ones fetched here. Other models bring in the position later, inside attention. Either way, the
# lookup itself stays as you see it.

# %% [markdown] id="view-copy"
# ## A window or a photocopy
#
# `E[1]` and `E[[1]]` show the same numbers. Only one of them is safe to keep. Predict what the next cell returns, after the table has been
# changed.

# %% id="window" role="show"
changed = E.copy()
window = changed[1]
photocopy = changed[[1]]
changed[1, 0] = 9

window[0], photocopy[0, 0]

# %% [markdown] id="view-copy-read"
# A single integer gives a **view**: a window onto the table. Nothing is copied, and whatever happens to the table is seen through the window.
# It works in the other direction too: `window += 1` would change the table.
#
# A list or an array of ids gives a **copy**: a photocopy of the rows. It stays as it was. Its shape tells you which one you have: `(3,)`
# for the window, `(1, 3)` for the photocopy of one row.
#
# In a program that trains a model, the difference matters. A view that somebody modifies alters a parameter, and nothing says so. That is
# why the function you write next always returns a copy.

# %% [markdown] id="embed-exercise"
# ## Exercise: `embed`
#
# Write `embed(ids, embedding_matrix)`. It returns one row of the table for each id.
#
# - `ids` is an integer array of any shape, or anything that `np.asarray` turns into one. `embedding_matrix` has the shape $(V, d)$.
# - The result has the shape `ids.shape + (d,)` and the type of the table: `float32` stays `float32`, and `float64` stays `float64`.
# - It is always a copy, also for a single id, and the arguments are left unchanged.
# - `TypeError` if the ids are not integers. `IndexError` if one is below 0 or not below $V$; its message names that id and $V$ (or $V - 1$).
#
# For example, with the four-token table, `embed([1, 1], E)` has the shape `(2, 3)`, and both of its rows are $[0.3, -0.4, 0.7]$.

# %% id="embed" exercise="embed"
from solutions.ch01_lookup_is_matmul import embed

# %% [markdown] id="embed-hints" kind="hints" exercise="embed"
# <details><summary>Hint 1: a nudge</summary>
#
# No loop is needed, and no multiplication. Which of the forms you have seen keeps the shape of the ids and never returns a window?
#
# </details>
#
# <details><summary>Hint 2: the idea</summary>
#
# Indexing the table with an *array* of ids copies; indexing it with a Python integer does not. If the first thing your function does is to
# turn `ids` into an array, one expression serves every shape. `np.take` along the axis of the rows is just as good.
#
# The refusals are those of `one_hot`, with $V$ read off the table. Look at the type first: a comparison like `ids < 0` has no meaning for
# strings.
#
# </details>
#
# <details><summary>Hint 3: almost the code</summary>
#
# ```python
# ids = np.asarray(ids)
# if not np.issubdtype(ids.dtype, np.integer):
#     raise TypeError("...")
# vocab_size = embedding_matrix.shape[...]
# outside = ids[(ids < 0) | (ids >= vocab_size)]
# if outside.size:
#     raise IndexError(f"id {outside[0]} ... {vocab_size}")
# return np.take(embedding_matrix, ..., axis=...)
# ```
#
# </details>

# %% id="embed-core" exercise="embed" part="core"
check("embed", embed, part="core")

# %% id="embed-contract" exercise="embed" part="contract"
check("embed", embed, part="contract")

# %% [markdown] id="embed-solution" kind="reveal" exercise="embed"
# <details><summary>The solution of <code>embed</code>, for when you have tried</summary>
#
# {solution}
#
# The one-hot product `one_hot(ids, V) @ embedding_matrix` passes the check as well, once the lamps have the type of the table. It is right, and it
# is slow. How slow is the subject of the rest of this chapter.
#
# </details>

# %% [markdown] id="cost"
# ## What the product would cost
#
# **Claim.** The one-hot product does $V \cdot d$ multiplications for each id. The lookup does none.
#
# **Reason.** The sum in the proof has $V$ terms, and it is computed once for each of the $d$ columns. All but one of the terms are zero, but a
# matrix product does not know that; it multiplies anyway.
#
# **Number.** For the table of the opening question that is $5000 \times 512$, or 2,560,000, multiplications. Of these, 2,559,488
# multiply by 0, and the other 512 multiply by 1. Not a single one was needed: the lookup copies 512 numbers.
#
# Memory tells the same story. The next cell counts the bytes for a batch of 32 texts of 1,024 positions in GPT-2 small: first the ids (8
# bytes each), then the rows they fetch, then the lamps (4 bytes for each number). Predict the last one.

# %% id="cost-bytes" role="show"
B, T, V, d = 32, 1024, 50_257, 768

[f"{size:,}" for size in (B * T * 8, B * T * d * 4, B * T * V * 4)]

# %% [markdown] id="cost-read"
# The lamps would take 6.6 GB, to say what the ids say in 0.26 MB. This is the meaning of the title: the matrix product is the
# right way to *think* about a lookup, and nobody computes it.
#
# Why think of it at all? Because everything that is known about matrix products now holds for lookups. A lookup is linear in the table. Its
# gradient is that of a matrix product, with a transpose (Chapter 2). And the scores at the top of the model are a product with the same
# matrix, transposed (Chapter 4).

# %% [markdown] id="constant-linear"
# ## Constant in V, linear in d
#
# One often reads that a lookup takes "constant time". Say in which variable, and it becomes precise:
#
# | what | time depends on $V$? | time depends on $d$? |
# |---|---|---|
# | view `E[3]` | no: the address of a row is computed, not searched | no: nothing is copied |
# | copy of one row | no | linear: $d$ numbers are copied |
# | gather of $n$ rows, `E[ids]` | no | linear: $n \cdot d$ numbers are copied |
# | one-hot product for one id | linear | linear: $V \cdot d$ multiplications |
#
# "No" is a statement about the number of operations. Real memory is less tidy: rows of a table too big for the processor's cache
# have to come from further away. That is one reason to measure.

# %% [markdown] id="lab"
# ## Lab: measure it
#
# Two sweeps start from the same small table of 256 rows and 64 columns. In one sweep $V$ grows to 512 times its size, in the other $d$ does.
#
# **Predict first.** For each operation write down two numbers: how its time grows with $V$, and how it grows with $d$. Use 0 for *stays flat*
# and 1 for *grows in proportion*. Replace every `None`.

# %% id="lab-predict" role="show"
predicted = {
    "view": (None, None),
    "row_copy": (None, None),
    "batch_gather": (None, None),
    "one_hot_product": (None, None),
}

# %% [markdown] id="lab-method"
# A time is only as good as the way it was taken. Your computer does other things as well, and they can only make a run *slower*. So each
# operation is repeated many times in a row, the whole measurement is taken several times, and the smallest one counts. The batch has 64
# ids; the other three fetch one row. Since the same rows are fetched again and again, they stay in the fast memory of the processor, which is the
# best case for a lookup.

# %% id="lab-run" role="show"
from tiedbook.timing import best_time


def race(V, d):
    rng = np.random.default_rng(1)
    table = rng.standard_normal((V, d), dtype=np.float32)
    batch = rng.integers(V, size=64)
    lamp = np.zeros(V, dtype=np.float32)
    lamp[3] = 1
    return {
        "view": best_time(lambda: table[3]),
        "row_copy": best_time(lambda: table[3].copy()),
        "batch_gather": best_time(lambda: table[batch]),
        "one_hot_product": best_time(lambda: lamp @ table),
    }


factors = [1, 8, 64, 512]
over_V = [race(256 * factor, 64) for factor in factors]
over_d = [race(256, 64 * factor) for factor in factors]

# %% [markdown] id="lab-plot"
# Both axes below are logarithmic. An operation that grows in proportion follows the dashed line; one that does not care stays
# horizontal.

# %% id="lab-figure" role="show"
from tiedbook.figures import time_slopes

time_slopes(factors, over_V, over_d)

# %% [markdown] id="lab-rule"
# **What counts as a finding?** On a busy computer two runs of the same program easily differ by a factor of two. So we agree on a rule before
# looking: only a time that grows by more than a factor of 3 from one end of a sweep to the other is a finding. Anything less, we do not
# interpret.

# %% id="lab-findings" role="show"
from tiedbook.findings import findings

findings(factors, over_V, over_d, predicted)

# %% [markdown] id="lab-read"
# The table above was made from *your* run, and it is the one to trust. Read it with three things in mind:
#
# - **No growth by a factor of 512 where you predicted 1?** Every call from Python has a fixed price, whatever it does. While the work is
#   small, the price hides it, and the curve only bends upwards towards the end. Compare the last two points, not the first and the last.
# - **More than 512?** A small table fits into the processor's cache, a large one does not. Then each number costs more than before.
# - **A finding where the count of operations says "no"?** Run the lab again. If it stays, memory is the likely cause: the count of operations is
#   the same, the distance the numbers travel is not.
#
# Now compare two curves at the right edge of the left plot: the product that fetches one row, and the copy of one row. How many times slower
# is the product? This ratio, more than any slope, is why no model computes it.

# %% id="lab-ratio" role="show"
round(over_V[-1]["one_hot_product"] / over_V[-1]["row_copy"])

# %% [markdown] id="dtype"
# ## The same numbers, in another type
#
# The product is easy to get almost right. `np.zeros(4)` is `float64`, and so the next product is, too:

# %% id="dtype-promotion" role="show"
lamp64 = np.zeros(4)
lamp64[1] = 1
promoted = lamp64 @ E

E[1].dtype, promoted.dtype, promoted

# %% [markdown] id="dtype-read"
# NumPy **promotes**: a `float64` array times a `float32` array gives `float64`. The values are unchanged. The digits after 0.3 were there
# before: no `float32` is exactly 0.3, and the longer type shows it.
#
# The price is real: the result takes twice the bytes, and NumPy first converts a copy of *all* of $E$. In a
# model, the longer type then spreads to every layer above. The remedy is to give the lamps the type of the table.

# %% [markdown] id="identity-fails"
# ## Where the identity fails
#
# The proof relied on $0 \cdot x = 0$. For floating-point numbers that is not always true. Suppose training has gone wrong, and one number in
# the row of `ran` has become infinite. We ask for `dog`, a different row. What do the two programs return?

# %% id="zero-times-infinity" role="show"
broken = E.copy()
broken[3, 2] = np.inf
with np.errstate(invalid="ignore"):
    product = lamp @ broken

broken[1], product

# %% [markdown] id="identity-fails-read"
# The lookup returns `dog`, unharmed. The product returns `nan` in the third place, because $0 \cdot \infty$ is not a number, and a sum that
# contains `nan` is `nan`. One broken row spoils the product of *all the others*. The lookup is wrong only for `ran` itself.
#
# There is a smaller difference, which you will hardly ever notice: where the row contains $-0.0$, the sum $-0.0 + 0.0$ makes it
# $+0.0$. The two compare as equal, and only the sign bit tells them apart.
#
# So the exact statement is: **for a table of finite numbers, and lamps of the table's type, the lookup and the product return equal
# vectors.** That covers every healthy model. It is still worth knowing where it ends.

# %% [markdown] id="quiz"
# ## Quiz
#
# Decide before you look. If you can say why each of the other options is wrong, you have understood the item.

# %% id="quiz-widget" role="show"
from tiedbook.widgets import quiz

quiz("ch01_lookup_is_matmul")

# %% [markdown] id="quiz-items" kind="folded"
# ### The same items, to read

# %% [markdown] id="quiz-largest" kind="quiz"
# **1.** A batch of ids has the shape $(32, 1024)$, with $V = 50257$ and $d = 768$. In the computation `one_hot(ids, V) @ E`, which array is the largest?
#
# - **A.** the table `E`
# - **B.** the result
# - **C.** the one-hot lamps
#
# <details><summary>Answer</summary>
#
# **C.** The lamps have $32 \times 1024 \times 50257$ numbers, about 1,647 million.
#
# - **A:** the table has $50257 \times 768$ numbers, about 39 million. It does not grow with the batch.
# - **B:** the result has $32 \times 1024 \times 768$ numbers, about 25 million.
#
# </details>

# %% [markdown] id="quiz-window" kind="quiz"
# **2.** After `row = E[3]` somebody runs `row += 1`. What has changed?
#
# - **A.** only `row`
# - **B.** `row` and the table
# - **C.** nothing, since `E[3]` is gone at the end of its line
#
# <details><summary>Answer</summary>
#
# **B.** A single integer gives a view, and `+=` writes through it into the table.
#
# - **A** would be true for `row = E[[3]]`, or for `row = row + 1`, which makes a new array.
# - **C:** the name `row` keeps the view, and the view shows the memory of `E` itself.
#
# </details>

# %% [markdown] id="quiz-growth" kind="quiz"
# **3.** The rows are long, so that copying them takes most of the time. You double $V$, and you double $d$. How does the time of `E[ids]` change, for
# the same number of ids?
#
# - **A.** It stays the same, since a lookup takes constant time.
# - **B.** It doubles.
# - **C.** It grows to four times as much.
#
# <details><summary>Answer</summary>
#
# **B.** Doubling $V$ changes nothing, and doubling $d$ doubles the numbers that are copied.
#
# - **A** holds for $V$ only. Finding a row is independent of everything; producing it is linear in $d$.
# - **C** describes the one-hot product, which multiplies $V \cdot d$ numbers.
#
# </details>

# %% [markdown] id="quiz-negative" kind="quiz"
# **4.** A program marks padding with the id −1 and looks it up with `E[ids]`. What happens?
#
# - **A.** NumPy raises an `IndexError`.
# - **B.** The padding gets a row of zeros.
# - **C.** The padding gets the row of the last token in the vocabulary.
#
# <details><summary>Answer</summary>
#
# **C.** Negative indices count from the end.
#
# - **A** happens for the id $V$, which is too large, and for ids below $-V$. From $-V$ to $-1$ everything is accepted.
# - **B** is what the author of the program hoped for. Nothing in NumPy does that.
#
# </details>

# %% [markdown] id="quiz-type" kind="quiz"
# **5.** `E` is `float32`. Which of these returns `float32`?
#
# - **A.** `E[ids]`
# - **B.** `np.eye(V)[ids] @ E`
# - **C.** `np.zeros((1, V)) @ E`
#
# <details><summary>Answer</summary>
#
# **A.** Indexing copies numbers as they are.
#
# - **B:** `np.eye` makes `float64` unless you say otherwise, and the product takes the longer type of the two.
# - **C:** `np.zeros` makes `float64` as well. That its numbers are all zero makes no difference to the type.
#
# </details>

# %% [markdown] id="misconceptions"
# ## What people get wrong, and why it feels right
#
# The statements below are in circulation, in notes and on course pages. Each has something true in it.
#
# **"A lookup is O(1), with no mathematics in it."** It feels right because finding the row really is independent of the table. But the row has to be
# produced: $d$ numbers for each id, unless a view is enough. *How to catch it:* ask "constant in what?". *Better:* constant in $V$, linear in $d$.
#
# **"The lookup and the product give literally the same vector."** It feels right because there is a proof. But the proof is about real numbers, and the program
# uses floating-point ones. *How to catch it:* compare the types as well as the values, and put one infinity into a row you do not ask for. *Better:*
# equal for finite tables, and of the same type if the lamps have the table's type.
#
# **"One-hot times embedding is a matrix–vector product."** It feels right because the result is the same whichever way one says it. But the vector stands on
# the left: $(V) \times (V, d)$. *How to catch it:* write the shapes under the formula; inner lengths must agree. With $V = d$ the mistake hides, so
# never test on a square table.
#
# **"An id out of range will fail by itself."** It feels right because the id $V$ does fail. The id −1 does not; it is somebody else's row. *How to catch it:* try
# one id on each side of the range.
#
# **"`cat` is 42."** The same note that says so gives `cat` the id 0 a page later. Any numbering will do, but one calculation needs one
# numbering. *How to catch it:* write the vocabulary down once, beside the table, as in the first code cell of this chapter.
#
# **"Indexing cannot be differentiated."** It feels right because ids are integers, and nothing can be differentiated with respect to them. But training needs the derivative
# with respect to the *table*, and in the table the lookup is linear. *How to catch it:* write it as a product. The next chapter does.

# %% [markdown] id="formulas"
# ## Key formulas
#
# | what | formula |
# |---|---|
# | one-hot vector of $i$ | $o_j = 1$ if $j = i$, else $0$; length $V$ |
# | lookup as a product | $(oE)_k = \sum_j o_j E_{jk} = E_{ik}$ |
# | shape of a lookup | `ids.shape + (d,)` |
# | shapes of the product | $(B, T, V) \times (V, d) \to (B, T, d)$ |
# | multiplications for each id | product $V \cdot d$, lookup 0 |
# | numbers copied for $n$ ids | $n \cdot d$ |
# | valid ids | $0 \le i \le V - 1$, integers |

# %% [markdown] id="flashcards" kind="flashcards"
# ## Flashcards
#
# <details id="onehot-product"><summary>Why is onehot(i) times E equal to row i of E?</summary>
#
# Number $k$ of the product is $\sum_j o_j E_{jk}$. All terms with $j \ne i$ are zero, and the term with $j = i$ is $1 \cdot E_{ik}$.
#
# </details>
#
# <details id="lookup-shape"><summary>What is the shape of E[ids]?</summary>
#
# The shape of the ids with $d$ added at the end: `ids.shape + (d,)`.
#
# </details>
#
# <details id="lookup-time"><summary>How does the time of a lookup depend on V and on d?</summary>
#
# Constant in $V$. Linear in $d$, because the rows are copied. A view of one row is constant in both.
#
# </details>
#
# <details id="id-or-list-of-ids"><summary>What is the difference between E[3] and E[[3]]?</summary>
#
# `E[3]` is a view of shape `(d,)`, a window onto the table. `E[[3]]` is a copy of shape `(1, d)`, a photocopy.
#
# </details>
#
# <details id="wasted-products"><summary>How many multiplications does the one-hot product waste for V = 5000 and d = 512?</summary>
#
# All 2,560,000 of them: 2,559,488 multiply by 0, and 512 multiply by 1.
#
# </details>
#
# <details id="lookup-not-product"><summary>When do lookup and product return different values?</summary>
#
# When some number in the table is infinite or not a number: $0 \cdot \infty$ is `nan` and reaches the product of all the other tokens. Where they are finite they are equal, although a $-0.0$ may become $+0.0$.
#
# </details>
#
# <details id="ids-nobody-has"><summary>Which ids does NumPy accept although no token has them?</summary>
#
# Negative ones, from $-V$ to $-1$; booleans, as a mask; and a fraction such as `1.7`, which `np.take` cuts to an integer.
#
# </details>

# %% id="flashcards-widget" role="show"
from tiedbook.widgets import flashcards

flashcards("ch01_lookup_is_matmul")

# %% [markdown] id="next"
# ## Where next
#
# **[Chapter 2 – The backward of a lookup adds](ch02_gradients_scatter.ipynb).** The product you never compute has a transpose, and training uses it. You will see why most rows get no gradient at
# all, why repeated ids must add, and how one innocent line of NumPy loses gradients without telling you.
#
# Back to [Chapter 0 – Start here](ch00_start_here.ipynb), where the progress cell shows what you have solved.
