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
# # 2. The backward of a lookup adds
#
# Training changes the table. To know how, it asks for every number in the table: if you grew a little, would the loss grow or fall? The
# answers together are the **gradient**. This chapter follows the gradient from the rows that were looked up back to the table.
#
# **After this chapter you can**
#
# - derive the gradient of a lookup, $O^\top G$, and read it as an addition of rows;
# - say what happens when an id occurs twice, and why one innocent line of NumPy gets it wrong without telling you;
# - choose between several right programs by measuring them;
# - add the lookup to an automatic differentiation library that you have read from beginning to end.
#
# Plan for 70 minutes, or for two sittings. Before this: [Chapter 1 – A lookup is a matrix product you never compute](ch01_lookup_is_matmul.ipynb).
# The two sections before the quiz look ahead to Chapters 4 and 5, and say so.

# %% [markdown] id="question"
# ## One line of NumPy
#
# A table has six rows, each of width 1. A batch looks up the ids 2, 2 and 5. Training sends back one number for each of the three positions:
# 1, 3 and 5. This program is meant to collect them, each in its row:
#
# ```python
# grad = np.zeros(6)
# grad[[2, 2, 5]] += [1, 3, 5]
# ```
#
# **What does `grad` hold afterwards?**
#
# - **A.** `[0, 0, 4, 0, 0, 5]`
# - **B.** `[0, 0, 3, 0, 0, 5]`
# - **C.** `[0, 0, 2, 0, 0, 5]`
# - **D.** Nothing new: NumPy raises an error, because the id 2 occurs twice.

# %% [markdown] id="prediction"
# Write down two letters: what you think the program *does*, and what it *should* do. They need not be the same. The first you can find out by running
# it, the second only by doing some calculus. We do the calculus first.

# %% [markdown] id="setup"
# Run this cell first. It loads NumPy, the checks, the course's small autograd, of which more later, and the four-token table.

# %% id="table" role="data"
import numpy as np

from tiedbook import check
from tiedbook.autograd import Parameter, Tensor

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

# %% [markdown] id="given"
# ## What is given, and what is wanted
#
# A batch of $n$ ids was looked up. The rows that came out form a matrix $X$ of shape $(n, d)$: row $p$ of $X$ is the row of $E$ that
# belongs to the id at position $p$. Everything above the lookup, the whole model, turns $X$ into one number, the loss $L$.
#
# **Given** is the gradient with respect to what came out of the lookup. We call it $G$; it has the shape of $X$:
#
# $$G_{pk} = \frac{\partial L}{\partial X_{pk}}$$
#
# Somebody else has computed it, by going backwards through the model. Read $G_{pk}$ as a rate: if $X_{pk}$ grows by a tiny $\varepsilon$,
# the loss grows by about $G_{pk} \, \varepsilon$. (The curly $\partial$ is the $d$ of an ordinary derivative. It says that one number grows while all
# others stand still.)
#
# **Wanted** is the gradient with respect to what went in, the table. It has the shape of $E$, which is $(V, d)$. We write it $dE$:
#
# $$dE_{jk} = \frac{\partial L}{\partial E_{jk}}$$
#
# There is no gradient with respect to the ids. They are labels, and a label cannot grow a little.

# %% [markdown] id="derivation"
# ## The chain rule through the lookup
#
# **Claim.** Let $O$ be the matrix of shape $(n, V)$ whose row $p$ is the one-hot vector of the id at position $p$. Then
#
# $$dE = O^\top G$$
#
# **Proof.** Chapter 1 showed that the lookup is the product $X = OE$. Number by number:
#
# $$X_{pk} = \sum_{j} O_{pj} \, E_{jk}$$
#
# How does $X_{pk}$ react when the single number $E_{jk}$ grows? In the sum, $E_{jk}$ has the factor $O_{pj}$ and occurs nowhere else. So
# its derivative is $O_{pj}$. Numbers in other columns of $E$ do not occur in $X_{pk}$ at all.
#
# The number $E_{jk}$ can reach the loss through every position $p$. The chain rule adds up all these ways:
#
# $$dE_{jk} = \sum_{p} \frac{\partial L}{\partial X_{pk}} \cdot \frac{\partial X_{pk}}{\partial E_{jk}} = \sum_{p} G_{pk} \, O_{pj}$$
#
# That is number $(j, k)$ of the product $O^\top G$. ∎
#
# Check the shapes: $(V, n) \times (n, d) \to (V, d)$, the shape of the table.

# %% [markdown] id="reading"
# ## Read the formula as a post room
#
# $O_{pj}$ is 1 when position $p$ holds the id $j$, and 0 otherwise. So the sum keeps only the positions that hold $j$:
#
# $$dE_j = \sum_{p \,:\, \mathrm{ids}_p = j} G_p$$
#
# In words: **row $j$ of the gradient is the sum of the gradients at all positions that hold the id $j$.** Each position sends its row of $G$ to the
# row of the table that it came from, and what meets in one row is added. The operation has a name: **scatter-add**.
#
# Two things follow, without further calculation:
#
# - **An id that does not occur gets zero.** Its sum has no terms.
# - **An id that occurs twice gets the sum of two rows.** Not the first, not the last, and not the average.
#
# So the program of the opening question *should* give `[0, 0, 4, 0, 0, 5]`.

# %% [markdown] id="worked"
# ## By hand: `the dog the`
#
# The ids of `the dog the` are $[2, 1, 2]$. Suppose the model sends back these three rows:
#
# $$G = \begin{pmatrix} 1 & 0 & 2 \\ 0.5 & -1 & 0 \\ 3 & 1 & -1 \end{pmatrix}$$
#
# Row 2 of the gradient, of `the`, collects positions 0 and 2: $[1, 0, 2] + [3, 1, -1] = [4, 1, 1]$. Row 1, of `dog`, collects position 1
# alone: $[0.5, -1, 0]$. Rows 0 and 3 get nothing. The product with the lamps says the same:

# %% id="worked-product" role="show"
ids = np.array([2, 1, 2])  # the dog the
G = np.array([[1, 0, 2], [0.5, -1, 0], [3, 1, -1]])
lamps = np.eye(4)[ids]

lamps.T @ G

# %% [markdown] id="nudge"
# ## Ask the loss itself
#
# A formula can be checked without another formula. Grow one number of the table by a little, look how much the loss changes, and divide. That is what
# a derivative means.
#
# We need a loss whose gradient with respect to the rows is our $G$. The simplest one multiplies each looked-up number by its own $G_{pk}$ and
# adds everything up. Predict the row of `the` before you run the cell.


# %% id="nudge-table" role="show"
def loss(table):
    return np.sum(G * table[ids])


step = 0.001
slopes = np.zeros((4, 3))
for j in range(4):
    for k in range(3):
        nudged = E.astype(np.float64)
        nudged[j, k] += step
        slopes[j, k] = (loss(nudged) - loss(E.astype(np.float64))) / step

slopes.round(6)

# %% [markdown] id="nudge-read"
# The same table of numbers, found without any calculus. Look at row 2: the row of `the` was *used* twice, so growing one of its numbers moves the
# loss twice, once by way of each position. That is why the two gradients add. Nothing divides by two: two uses are two effects.

# %% [markdown] id="sparse"
# ## Most rows get nothing
#
# A batch of $n$ positions can reach at most $n$ rows, however large the table is. It usually reaches fewer, because some tokens are
# much more frequent than others.
#
# How much fewer? Take a vocabulary of the size of GPT-2's, and let token number $r$ have a frequency in proportion to $1/r$. This is a rough model
# of text, named after George Zipf. For three sizes of a batch, the next cell computes three things: how many different ids to expect, which share
# of the table's rows that is, and which share of the positions hold an id that comes again later.
#
# Predict the last number for a batch of 4,096 positions.

# %% id="sparse-zipf" role="show"
V = 50_257
frequency = 1 / np.arange(1, V + 1)
frequency /= frequency.sum()


def expected_ids(n):
    return np.sum(1 - (1 - frequency) ** n)  # a token is in the batch unless it is missed n times


{n: (round(expected_ids(n)), f"{expected_ids(n) / V:.1%}", f"{1 - expected_ids(n) / n:.0%}") for n in (256, 1024, 4096)}

# %% [markdown] id="sparse-read"
# With 4,096 positions, fewer than 4% of the rows get any gradient. And more than half of the positions hold an id that comes again later. In such a
# batch, repeats are not a corner case. They are the rule.

# %% [markdown] id="silent"
# ## The line that loses gradients
#
# Back to the program of the opening question. What does it really do?

# %% id="silent-line" role="show"
grad = np.zeros(6)
grad[[2, 2, 5]] += [1, 3, 5]

grad

# %% [markdown] id="silent-why"
# The answer is **B**: row 2 holds 3. The 1 is gone, and NumPy said nothing: no error, no warning.
#
# The reason is what `+=` means for an array that is indexed by a list. Python does three separate steps:
#
# 1. **read** `grad[[2, 2, 5]]`, a copy with the old values $[0, 0, 0]$;
# 2. **add**, which gives $[1, 3, 5]$;
# 3. **write** the three results back to the rows 2, 2 and 5, one after the other.
#
# In step 3 row 2 is written twice. First it becomes 1, then it becomes 3. The second write does not know about the first, because both
# started from the old value 0.
#
# So exactly **one** contribution survives for each id: the last. (That it is the last is what NumPy does. Its
# [documentation](https://numpy.org/doc/stable/user/basics.indexing.html) promises no order, so do not build on it.)
#
# You may read elsewhere that `+=` *discards the contributions of repeated ids*.
# That is not quite what happens, and the difference matters when you look for the fault: the row is not empty, it holds a plausible number.

# %% [markdown] id="falling"
# Three statements store the same gradients, one gradient after the other. Here the table of gradients was not empty before: row 2 held 10, from an
# earlier batch. Predict the three results in row 2. Then choose a statement, drop the gradients, and watch what it *reads* and *writes* for each of
# them. Last, give position 0 another id: what does `+=` lose now?

# %% id="falling-gradients-figure" role="show"
from tiedbook.widgets import falling_gradients

falling_gradients(ids=[2, 2, 5], gradients=[1, 3, 5], before=[0, 0, 10, 0, 0, 0])

# %% [markdown] id="falling-read"
# - **`=`** keeps the last gradient and nothing else. The 10 is lost as well.
# - **`+=`** keeps the 10 and the last gradient. The 1 is lost.
# - **`np.add.at`** performs one complete addition after another: read, add, write; read, add, write. Nothing is lost. NumPy's
#   [documentation](https://numpy.org/doc/stable/reference/generated/numpy.ufunc.at.html) calls this an *unbuffered* operation.

# %% [markdown] id="silent-catch"
# **Which tests see the fault?** Not one in which all ids differ: there, `+=` is right. And not one in which the right sum happens to equal the last
# number. Let an id occur several times, and take random gradients with fractions: they do not add up to one another by chance.

# %% [markdown] id="embed-backward-exercise"
# ## Exercise: `embed_backward`
#
# Write `embed_backward(ids, grad_output, vocab_size)`. It carries the gradient back to the table.
#
# - `ids` is an integer array of any shape, or anything that `np.asarray` turns into one. `grad_output` has the shape `ids.shape + (d,)`: one row for
#   each position. It is called $G$ above.
# - The result has the shape `(vocab_size, d)` and the type of `grad_output`. Row $i$ is the sum of the rows at every position that holds
#   the id $i$, and zero if there is none.
# - `TypeError` if the ids are not integers. `ValueError` if `grad_output` without its last axis does not have the shape of `ids`. `IndexError` if
#   an id is below 0 or not below `vocab_size`; its message names that id and `vocab_size`.
#
# For example, with ids `[2, 2, 5]`, rows `[[1], [3], [5]]` and `vocab_size` 6, the result has the shape `(6, 1)`, with 4 in row 2 and 5 in row 5.

# %% id="embed_backward" exercise="embed_backward"
from solutions.ch02_gradients_scatter import embed_backward

# %% [markdown] id="embed-backward-hints" kind="hints" exercise="embed_backward"
# <details><summary>Hint 1: a nudge</summary>
#
# How many rows does the result have? Not as many as there are ids, and not as many as the largest id suggests. What do the rows hold before any
# gradient has arrived?
#
# </details>
#
# <details><summary>Hint 2: the idea</summary>
#
# Begin with zeros in the shape of the table and in the type of `grad_output`. Then every position adds its row. A loop over positions is a
# right answer. `np.add.at(where, which, what)` is the same loop in one line, and it accepts ids of any shape.
#
# Before that come three refusals: the type of the ids, then the two shapes, then the range of the ids. NumPy will not refuse for you:
# it takes $-1$ for the last row, and it stretches a `grad_output` of shape `(1, d)` over all positions.
#
# </details>
#
# <details><summary>Hint 3: almost the code</summary>
#
# ```python
# ids = np.asarray(ids)
# if not np.issubdtype(ids.dtype, np.integer):
#     raise TypeError("...")
# if grad_output.shape[:-1] != ...:
#     raise ValueError("...")
# outside = ids[(ids < 0) | (ids >= ...)]
# if outside.size:
#     raise IndexError(f"id {outside[0]} ... {vocab_size}")
# grad = np.zeros((..., grad_output.shape[-1]), dtype=...)
# np.add.at(grad, ..., ...)
# return grad
# ```
#
# </details>

# %% id="embed_backward-core" exercise="embed_backward" part="core"
check("embed_backward", embed_backward, part="core")

# %% id="embed_backward-contract" exercise="embed_backward" part="contract"
check("embed_backward", embed_backward, part="contract")

# %% [markdown] id="embed-backward-solution" kind="reveal" exercise="embed_backward"
# <details><summary>The solution of <code>embed_backward</code>, for when you have tried</summary>
#
# {solution}
#
# The literal formula, `one_hot(ids.ravel(), vocab_size).T @ grad_output.reshape(-1, d)`, passes as well once its type is right. So does a
# plain loop. The next section asks which of them you would want to wait for.
#
# </details>

# %% [markdown] id="race"
# ## Seven programs, one of them wrong
#
# There are many ways to add rows where they belong. Here are six right ones, and `+=` for comparison. Read them: each does what the formula says,
# by a different route.


# %% id="race-programs" role="show"
def add_at_rows(ids, g, V):
    out = np.zeros((V, g.shape[1]), g.dtype)
    np.add.at(out, ids, g)
    return out


def add_at_flat(ids, g, V):  # every single number has its own address: row * d + column
    d = g.shape[1]
    out = np.zeros(V * d, g.dtype)
    np.add.at(out, (ids[:, None] * d + np.arange(d)).ravel(), g.ravel())
    return out.reshape(V, d)


def bincount_flat(ids, g, V):  # a weighted histogram over the same addresses
    d = g.shape[1]
    address = (ids[:, None] * d + np.arange(d)).ravel()
    return np.bincount(address, g.ravel(), V * d).reshape(V, d).astype(g.dtype)


def sorted_runs(ids, g, V):  # equal ids side by side, then one sum for each run
    order = np.argsort(ids, kind="stable")
    found, first = np.unique(ids[order], return_index=True)
    out = np.zeros((V, g.shape[1]), g.dtype)
    out[found] = np.add.reduceat(g[order], first)
    return out


def loop(ids, g, V):
    out = np.zeros((V, g.shape[1]), g.dtype)
    for i, row in zip(ids.tolist(), g, strict=True):
        out[i] += row
    return out


def one_hot_product(ids, g, V):
    return (np.arange(V)[:, None] == ids).astype(g.dtype) @ g


def plus_equals(ids, g, V):
    out = np.zeros((V, g.shape[1]), g.dtype)
    out[ids] += g
    return out


programs = [add_at_rows, add_at_flat, bincount_flat, sorted_runs, loop, one_hot_product, plus_equals]

# %% [markdown] id="race-scipy"
# If SciPy is installed, one more program takes part. It stores $O^\top$ as a *sparse* matrix, which keeps only the ones and their places, and then
# computes the product $O^\top G$ as it stands in the formula.

# %% id="race-scipy-program" role="show"
from importlib.util import find_spec

if find_spec("scipy"):
    from scipy.sparse import csr_array

    def scipy_sparse(ids, g, V):
        ones = np.ones(len(ids), g.dtype)
        return csr_array((ones, (ids, np.arange(len(ids)))), shape=(V, len(ids))) @ g

    programs.append(scipy_sparse)

# %% [markdown] id="race-predict"
# **Predict first:** `np.add.at` was made for this purpose. Write down which programs you expect to be *faster* than it, once for narrow rows ($d =
# 64$) and once for wide ones ($d = 512$).

# %% id="race-narrow" role="show"
from tiedbook.race import race

rng = np.random.default_rng(2)
batch = rng.choice(5000, size=1024, p=frequency[:5000] / frequency[:5000].sum())

race(programs, batch, rng.standard_normal((1024, 64), dtype=np.float32), 5000)

# %% id="race-wide" role="show"
race(programs, batch, rng.standard_normal((1024, 512), dtype=np.float32), 5000)

# %% [markdown] id="race-read"
# The numbers above come from your computer, and they are the ones to trust. As in Chapter 1, a ratio counts only if it is larger than 3 or smaller
# than one third. Here is what to look for:
#
# - **Is `add_at_rows` ever the fastest?** It is the one to remember, because it is right and short. That does not make it fast.
# - **How does `loop` do with wide rows?** A Python loop has a fixed price for each position, and then adds $d$ numbers at once. The wider the row,
#   the smaller the share of that price.
# - **Do `add_at_rows` and `add_at_flat` differ?** Both call the same function. But NumPy 1.25 brought a fast path for `ufunc.at`, and its [release
#   notes](https://numpy.org/doc/stable/release/1.25.0-notes.html) name the conditions: one-dimensional arguments, aligned in memory, and no change
#   of type. Rows of a matrix do not meet the first.
# - **How far behind is `one_hot_product`?** It is the formula taken literally. It multiplies $V \cdot n \cdot d$ numbers to add $n \cdot d$ of them.
# - **And `plus_equals`?** Speed is no merit in a program that returns something else.

# %% [markdown] id="race-rounding"
# One more thing about *right*. Computer numbers are rounded after every addition, so the same numbers added in another order may differ in the last
# digits. The column "right" therefore compares with a small tolerance, and so do the checks of this course.

# %% [markdown] id="transpose"
# ## Gather and scatter are transposes
#
# The forward step `X = E[ids]` is called **gather**: it multiplies by $O$. The backward step is scatter-add: it multiplies by $O^\top$. One matrix,
# used from both sides.
#
# This gives a test that needs no third program to compare with. For *every* table $E$ and *every* $G$, multiply entry by entry and add up:
#
# $$\sum_{p,k} G_{pk} \, (OE)_{pk} = \sum_{j,k} (O^\top G)_{jk} \, E_{jk}$$
#
# Both sides are the same sum $\sum_{p,j,k} G_{pk} O_{pj} E_{jk}$, sorted in two ways: on the left by positions, on the right by rows.

# %% id="transpose-test" role="show"
left = np.sum(G * E[ids])
right = np.sum(add_at_rows(ids, G, 4) * E)
with_plus_equals = np.sum(plus_equals(ids, G, 4) * E)

[round(float(total), 6) for total in (left, right, with_plus_equals)]

# %% [markdown] id="transpose-read"
# The first two numbers agree, the third does not: `+=` is not the transpose of the lookup. Mathematicians call this the *adjoint test*. It
# works for any linear operation and its backward.

# %% [markdown] id="not-inverse"
# ### A transpose is not an inverse
#
# Does scattering undo gathering? Gather rows, then scatter the same rows back, and see what arrives. Predict the row of `the` and the row of `cat`.

# %% id="not-inverse-counts" role="show"
there_and_back = add_at_rows(ids, E[ids], 4)

there_and_back, lamps.T @ lamps

# %% [markdown] id="not-inverse-read"
# The row of `the` came back doubled, the row of `dog` came back once, and the rows of `cat` and `ran` not at all. The matrix $O^\top O$ has the
# number of occurrences of each id on its diagonal, and zeros elsewhere. It is the identity only if every id occurs exactly once.
#
# Keep the sentence **a transpose is not an inverse** in mind. In Chapter 4 the same table is used in both directions, and much confusion comes from
# reading "transpose" as "undo".

# %% [markdown] id="autograd"
# ## An autograd you can read
#
# A model has many operations. Nobody derives the gradient of the whole by hand: each operation brings its own backward rule, and a program applies
# the rules in the right order. Such a program is called an **autograd**. This course has a small one, in the file `tiedbook/autograd.py`. It has
# five operations: `+`, `@`, `.T`, `.tanh()` and `.sum()`.
#
# A `Tensor` has four parts:
#
# | part | what it is |
# |---|---|
# | `data` | a NumPy array |
# | `grad` | the gradient that has arrived so far, or `None` |
# | `parents` | the tensors it was made from |
# | `rule` | a function: gradient of this tensor in, one gradient for each parent out |
#
# `loss.backward()` starts with the gradient 1 at the loss. It walks back through the parents, calls every rule, and adds what the rules return to the
# `grad` of the parents. A `Parameter` is a tensor that training changes.

# %% [markdown] id="autograd-example"
# Let it solve the first example of this chapter. The table becomes a parameter, and the lookup is written as a product with the lamps:

# %% id="autograd-lamps" role="show"
table = Parameter(E)
X = Tensor(lamps.astype(np.float32)) @ table
X.backward(G)

table.grad

# %% [markdown] id="autograd-example-read"
# These are the familiar numbers. (`X` is not a single number, so we told `backward` the gradient to start with.) The autograd knows nothing of
# lookups. It applied the rule of `@`, which multiplies by the transposed lamps.
#
# Now read how `@` does it. Look for the inner function `rule`, and for the last line, which hands over the data, the parents and the rule.
#
# (The whole file has fewer than 200 lines, and half of them are explanations. To read it, run `Code(inspect.getsource(inspect.getmodule(Tensor)), language="python")` in a
# cell of your own after the next one.)

# %% id="autograd-source" role="show"
import inspect

from IPython.display import Code

Code(inspect.getsource(Tensor.__matmul__), language="python")

# %% [markdown] id="autograd-own"
# ### An operation of your own
#
# Anybody can add an operation; the library need not be changed. Here is one that the library does not have: it takes half of everything. If $y =
# x/2$, then a growth of $x$ by $\varepsilon$ grows $y$ by $\varepsilon/2$, so the gradient is halved too.


# %% id="autograd-halve" role="show"
def halve(x):
    def rule(grad):
        return (grad / 2,)  # a tuple: one gradient for each parent

    return Tensor(x.data / 2, (x,), rule)


x = Parameter([6.0, 10.0])
halve(x).sum().backward()

halve(x).data, x.grad

# %% [markdown] id="autograd-rules"
# Three habits keep rules simple:
#
# - **A rule returns; it does not store.** `backward` does the adding. A rule that writes into `x.grad` itself counts its gradient twice, or wipes
#   out what came from elsewhere.
# - **A rule gives every parent a gradient of that parent's shape,** also where most of it is zero.
# - **A rule works with the gradient it is given.** It may be called again, with another one.

# %% [markdown] id="gather-exercise"
# ## Exercise: `gather`
#
# Write `gather(table, ids)`, the lookup as an operation of the autograd.
#
# - `table` is a `Tensor` with data of shape $(V, d)$. `ids` is an integer array of any shape, or anything that `np.asarray` turns into one.
# - The result is a `Tensor` with data of shape `ids.shape + (d,)`, a copy of the rows, in the type of the table.
# - `backward` must reach `table.grad`, and go on to whatever the table was made from. Gradients add up over repeated ids, over several uses of
#   the same table, and over repeated calls of `backward`.
# - `TypeError` and `IndexError` for ids that are none, as before, and at once: not only when `backward` is called.
#
# Your `embed_backward` is welcome here. If its check still fails, mend it first: its faults become faults of `gather`.

# %% id="gather" exercise="gather"
from solutions.ch02_gradients_scatter import gather

# %% [markdown] id="gather-hints" kind="hints" exercise="gather"
# <details><summary>Hint 1: a nudge</summary>
#
# Copy the shape of `halve`: data, parents, rule. Which array goes in, what is the only parent, and which function of this chapter is the rule?
#
# </details>
#
# <details><summary>Hint 2: the idea</summary>
#
# The data are the looked-up rows. The rule receives their gradient, of shape `ids.shape + (d,)`, and has to return one of shape $(V, d)$: that is
# exactly what `embed_backward` does. Several uses and repeated calls need nothing from you: `backward` adds whatever your rule returns.
#
# Look at the type and the range of the ids before you look anything up. And look at `table.data`, not at `table`: the
# first is an array, the second is a tensor and cannot be indexed.
#
# </details>
#
# <details><summary>Hint 3: almost the code</summary>
#
# ```python
# ids = np.asarray(ids)
# ...  # the two refusals of embed_backward, with V = len(table.data)
#
# def rule(grad):
#     return (embed_backward(..., ..., len(table.data)),)
#
# return Tensor(table.data[...], (...,), rule)
# ```
#
# </details>

# %% id="gather-core" exercise="gather" part="core"
check("gather", gather, part="core")

# %% id="gather-contract" exercise="gather" part="contract"
check("gather", gather, part="contract")

# %% [markdown] id="gather-solution" kind="reveal" exercise="gather"
# <details><summary>The solution of <code>gather</code>, for when you have tried</summary>
#
# {solution}
#
# There is a solution without any rule: `Tensor(one_hot(ids, V)) @ table`. It is the definition of the lookup, and the rule of `@` does the rest. It
# passes the check, and it costs what Chapter 1 says it costs.
#
# </details>

# %% [markdown] id="module"
# ## A layer called Embedding
#
# Libraries wrap a table and its lookup into one object. With `gather` that takes a few lines. From here on some cells use your `gather`; they
# work once its check passes. (The factor 0.02 is explained at the end of the chapter.)


# %% id="module-embedding" role="show"
class Embedding:
    def __init__(self, num_embeddings, embedding_dim, seed=0):
        rng = np.random.default_rng(seed)
        self.weight = Parameter(0.02 * rng.standard_normal((num_embeddings, embedding_dim)))

    def __call__(self, ids):
        return gather(self.weight, ids)


layer = Embedding(50, 8)

layer([3, 1, 4]).shape, layer([[3, 1, 4], [1, 5, 9]]).shape

# %% [markdown] id="module-read"
# The same layer takes ids of shape `(B,)` and of shape `(B, T)`. Now both results go into one loss, which adds up all their numbers. So each time a
# row is looked up, each of its numbers receives a gradient of 1, and the gradient counts how often each token was used.
#
# How often is token 1 used? Count before you run the cell.

# %% id="module-twice" role="show"
total = layer([3, 1, 4]).sum() + layer([[3, 1, 4], [1, 5, 9]]).sum()
total.backward()
counts = layer.weight.grad[:, 0]

{token: int(counts[token]) for token in np.flatnonzero(counts).tolist()}

# %% [markdown] id="module-twice-read"
# Token 1 was used three times: once in the first batch, and twice in the second, where it ends the first text and begins the other. `backward` has
# added over repeated ids *and* over the two uses of the table. Tokens that occur nowhere are not listed: their rows got zero.
#
# If you call `total.backward()` again, all of these numbers double. A training loop therefore clears the gradients before each step:
# `layer.weight.zero_grad()`.

# %% [markdown] id="interop"
# ## What the large libraries say
#
# If PyTorch or JAX is installed, the next cell asks them for the gradient of the opening question: first their own autograd, then other ways to add
# rows. A library that is not installed is left out. `numpy` stands for your `embed_backward`.

# %% id="interop-gradients" role="show"
ids3, g3 = np.array([2, 2, 5]), np.array([[1], [3], [5]], dtype=np.float32)
answers = {"numpy": embed_backward(ids3, g3, 6)}

if find_spec("torch"):
    import torch

    weight = torch.zeros(6, 1, requires_grad=True)
    torch.nn.functional.embedding(torch.tensor(ids3), weight).backward(torch.tensor(g3))
    answers["torch"] = weight.grad.numpy()
    answers["torch.index_add_"] = torch.zeros(6, 1).index_add_(0, torch.tensor(ids3), torch.tensor(g3)).numpy()
    lossy = torch.zeros(6, 1)
    lossy[torch.tensor(ids3)] += torch.tensor(g3)
    answers["torch+="] = lossy.numpy()

if find_spec("jax"):
    import jax

    answers["jax"] = jax.vjp(lambda weight: weight[ids3], jax.numpy.zeros((6, 1)))[1](g3)[0]
    answers["jax.at.add"] = jax.numpy.zeros((6, 1)).at[ids3].add(g3)

{name: np.asarray(answer).ravel().tolist() for name, answer in answers.items()}

# %% [markdown] id="interop-read"
# Your function and the autograds agree. Only `+=` differs. In PyTorch it loses gradients as well, and like NumPy it promises nothing: the
# [documentation](https://docs.pytorch.org/docs/stable/generated/torch.Tensor.index_put_.html) of `index_put_`, which stands behind such an
# assignment, calls the behaviour for repeated indices *undefined*. In JAX the line is an error, since its arrays cannot be changed in place, and
# `.at[ids].add(g)` adds every contribution.

# %% [markdown] id="optimisers"
# ## Sparse gradients, and the optimisers made for them
#
# The part of a training program that changes the parameters, step by step, is called an **optimiser**.
#
# If only a few rows have a gradient, why store all the zeros? A gradient can be kept as the list of ids and one row for each, and an optimiser can
# touch only those rows. PyTorch offers it: `nn.Embedding(..., sparse=True)` makes such gradients, and the optimiser
# [SparseAdam](https://docs.pytorch.org/docs/stable/generated/torch.optim.SparseAdam.html) moves only what occurs in them.
#
# This changes more than the speed. With ordinary Adam **a zero gradient does not mean that a number stands still.** Adam moves along an average over
# past gradients, and that average fades slowly:

# %% id="optimisers-adam" role="show"
average, square, position, path = 0.0, 0.0, 0.0, []
for t, g in enumerate([1.0, 0.0, 0.0, 0.0, 0.0], start=1):  # one gradient, then four steps without any
    average = 0.9 * average + 0.1 * g
    square = 0.999 * square + 0.001 * g**2
    position -= 0.001 * (average / (1 - 0.9**t)) / np.sqrt(square / (1 - 0.999**t))
    path.append(round(float(position), 6))

path

# %% [markdown] id="optimisers-adam-read"
# The gradient arrived once, and the number kept moving for four more steps. SparseAdam would have stopped after the first. So it is a slightly
# *different* method, not only a cheaper one. (Plain gradient descent goes against the gradient of the moment and keeps no average, so there the difference disappears.)

# %% [markdown] id="optimisers-adagrad"
# ### Adagrad, per number or per row
#
# Adagrad is often recommended for tables, since it gives rarely used parameters larger steps. You may read that it has *a rate for each row*. That is
# a variant. Adagrad itself keeps a running sum of squares **for each single number**. The variant keeps one sum for each row: it is known as
# *row-wise Adagrad*, and libraries for recommender systems such as [TorchRec](https://github.com/pytorch/torchrec) offer both.
#
# The two are easily told apart. Give them one row whose gradient is 1 in the first column and 10 in the second:

# %% id="optimisers-adagrad-steps" role="show"
row = np.array([1.0, 10.0])

row / np.sqrt(row**2), (row / np.sqrt(np.mean(row**2))).round(3)

# %% [markdown] id="optimisers-adagrad-read"
# Per number, both columns take the same first step, whatever the size of their gradients. Per row, the second column goes ten times as far as the
# first. And the memory differs: $V \cdot d$ running sums against $V$.

# %% [markdown] id="tied-end"
# ### Why a tied head ends this story
#
# All of this rests on "most rows get zero". That is true of a table that is only looked up. This course is about a table with a second job: it also
# scores every token at the top of the model. Let us see which rows the second job reaches.
#
# (This section and the next look ahead. You need three things that later chapters explain. A **score** is a dot product of the model's result, the
# *hidden state*, with a row of the table: one for each token, Chapter 4. The **softmax** turns the scores into probabilities: Chapter 5. And the
# gradient of the loss with respect to the scores is "predicted minus wanted", which Chapter 5 derives. Take them on trust for now.)
#
# The next cell builds the smallest such model. The ids are looked up, `tanh` stands for the whole model in between, and every hidden state is
# compared with all rows. We first use two
# tables with equal numbers, so that the two jobs can be seen apart, and then one table for both. The cell counts the rows with a gradient: in the
# table that is looked up, and in the one that makes the scores.


# %% id="tied-end-rows" role="show"
def rows_reached(lookup, head):
    logits = gather(lookup, [2, 2, 5]).tanh() @ head.T
    predicted = np.exp(logits.data) / np.exp(logits.data).sum(axis=-1, keepdims=True)
    wanted = np.eye(12)[[5, 7, 2]]
    logits.backward((predicted - wanted) / 3)
    return [int(np.count_nonzero(np.any(table.grad, axis=1))) for table in (lookup, head)]


start = np.random.default_rng(0).normal(scale=0.5, size=(12, 4))
shared = Parameter(start)

rows_reached(Parameter(start), Parameter(start)), rows_reached(shared, shared)

# %% [markdown] id="tied-end-read"
# By lookup, 2 of the 12 rows get a gradient: those of the ids 2 and 5. By the head, all 12 do. A softmax over the whole vocabulary gives every token
# some probability, so every row is pushed a little, also those of tokens that are nowhere in the batch. With one shared table, all 12 rows move at every step.
#
# So sparse gradients and sparse optimisers are a good idea for an input table of its own, and **no help for a tied one**. Chapter 6 takes the two
# paths apart.

# %% [markdown] id="initial"
# ## Where the table starts
#
# Training needs numbers to begin with. GPT-2 draws its token table from a normal distribution with standard deviation **0.02**; that is the value in
# OpenAI's code, and the default of its configuration in the library `transformers`. PyTorch's `nn.Embedding` uses 1 unless told otherwise.
#
# Does it matter? A model that knows nothing should give each of $V$ tokens the probability $1/V$, and its loss is then $\ln V$ (Chapter 5). With a
# tied head the scale of the table decides about it. The next cell takes random hidden states with numbers of size about 1, and computes the first
# loss for four scales. Predict which come close to $\ln 5000 = 8.52$.

# %% id="initial-loss" role="show"
rng = np.random.default_rng(1)
hidden = rng.standard_normal((64, 768))
directions = rng.standard_normal((5000, 768))
targets = rng.integers(5000, size=64)


def first_loss(scale):
    scores = hidden @ (scale * directions).T
    scores -= scores.max(axis=1, keepdims=True)  # changes no probability; Chapter 5
    return np.mean(np.log(np.exp(scores).sum(axis=1)) - scores[np.arange(64), targets])


{scale: round(float(first_loss(scale)), 2) for scale in (1.0, 0.1, 0.02, 0.002)}

# %% [markdown] id="initial-read"
# With scale 1 the untrained model is *confidently* wrong, and its first loss is many times $\ln V$. With 0.02 it starts close to where it should,
# and 0.002 would do as well. So 0.02 is a good choice, not a law of nature.
#
# The reason is a sum: a score adds up $d = 768$ products, so its size is about $\sqrt{768} \approx 28$ times the scale of the table. For 0.02 that
# is about 0.55, and no token stands out. For 1 it is 28, and the softmax takes the accidental winner for a certainty.

# %% [markdown] id="quiz"
# ## Quiz
#
# Decide before you look.

# %% id="quiz-widget" role="show"
from tiedbook.widgets import quiz

quiz("ch02_gradients_scatter")

# %% [markdown] id="quiz-items" kind="folded"
# ### The same items, to read

# %% [markdown] id="quiz-sum" kind="quiz"
# **1.** The token `the` occurs 200 times in a batch. What is the gradient of its row?
#
# - **A.** the sum of the 200 rows of $G$
# - **B.** the average of the 200 rows of $G$
# - **C.** the last of the 200 rows of $G$
#
# <details><summary>Answer</summary>
#
# **A.** Every use is a way for the row to change the loss, and the chain rule adds up the ways.
#
# - **B** would say that a frequent token matters less at each of its uses. If the loss is a mean over positions, the division has already been done,
#   inside $G$.
# - **C** is what `grad[ids] += g` computes.
#
# </details>

# %% [markdown] id="quiz-test" kind="quiz"
# **2.** Somebody tests a program that uses `grad[ids] += g`, always with width 1. Which test finds the fault?
#
# - **A.** ids `[0, 3, 4]`, gradients 1, 3, 5
# - **B.** ids `[1, 1, 1]`, gradients 2, −2, 5
# - **C.** ids `[1, 1, 1]`, gradients 2, −1, 5
#
# <details><summary>Answer</summary>
#
# **C.** The right sum is 6, and the program returns the last number, 5.
#
# - **A** has no repeated id, so the program is right.
# - **B** has repeats, but $2 - 2 + 5 = 5$: the sum happens to equal the last number. A good test avoids numbers that cancel.
#
# </details>

# %% [markdown] id="quiz-zeros" kind="quiz"
# **3.** A table has 50,000 rows of width 768. A batch has 1,000 positions. It is only looked up. How many numbers of its gradient can differ from
# zero, at most?
#
# - **A.** 1,000
# - **B.** 768,000
# - **C.** 38,400,000
#
# <details><summary>Answer</summary>
#
# **B.** At most 1,000 rows are reached, and each has 768 numbers.
#
# - **A** counts rows. A row arrives as a whole, with all its columns.
# - **C** is the size of the table. It would be right if a softmax head used the same table.
#
# </details>

# %% [markdown] id="quiz-rule" kind="quiz"
# **4.** A learner's rule for `gather` runs `np.add.at(table.grad, ids, grad)` and then returns `(embed_backward(ids, grad, V),)`. What happens, if
# `table.grad` is an array of zeros before?
#
# - **A.** The gradient is right: both lines compute the same.
# - **B.** The gradient arrives twice.
# - **C.** Nothing arrives, since `backward` overwrites `table.grad`.
#
# <details><summary>Answer</summary>
#
# **B.** The rule stores the gradient once, and `backward` adds what the rule returned to what is there.
#
# - **A:** both lines are right by themselves. Together they count every gradient double.
# - **C:** `backward` adds and does not overwrite. That is why gradients of several uses can meet in one parameter.
#
# </details>

# %% [markdown] id="quiz-transpose" kind="quiz"
# **5.** You gather rows with the ids `[0, 1, 1]` and scatter the same rows back with the same ids. What is in row 1?
#
# - **A.** the row, unchanged: scatter undoes gather
# - **B.** twice the row
# - **C.** half of the row
#
# <details><summary>Answer</summary>
#
# **B.** $O^\top O$ counts the occurrences, and id 1 occurs twice.
#
# - **A** takes the transpose for an inverse. It is true only for ids that occur once.
# - **C** would need a division, and nothing here divides.
#
# </details>

# %% [markdown] id="quiz-tied" kind="quiz"
# **6.** For which model does an optimiser for sparse gradients save work?
#
# - **A.** one in which the table is looked up, and a separate matrix makes the scores
# - **B.** one in which the same table is looked up and makes the scores
# - **C.** both
#
# <details><summary>Answer</summary>
#
# **A.** There, only the rows of the batch have a gradient.
#
# - **B:** the softmax reaches every row at every step. There are no zeros left to skip.
# - **C** forgets the second job.
#
# </details>

# %% [markdown] id="misconceptions"
# ## What people get wrong, and why it feels right
#
# **"`grad[ids] += g` adds every gradient."** It feels right because `x += 1`, run twice, adds 2. But this is one statement, which reads once and
# writes once for each position. *How to catch it:* test with an id that occurs three times. *Better:* only the last gradient of each id survives.
#
# **"`grad[ids] += g` discards the gradients of repeated ids."** It feels right because the sum is wrong. But it does not discard all of them: one
# survives for each id. *How to catch it:* look at the row; it is not zero. *Better:* only the last one survives, and nothing warns you.
#
# **"`np.add.at` is the right primitive, so it is the one to use."** The first half is true. The second feels right because NumPy's
# documentation shows it for exactly this purpose. But a flattened `np.add.at`, a sparse product, and for wide rows even a plain loop can be several times
# faster. *How to catch it:* measure, at your own sizes. *Better:* it is the one to remember; measure before you call it fast.
#
# **"A frequent token's gradient should be averaged."** It feels fair. But it would change which loss is minimised. *How to catch it:* nudge one
# number of the row, and see how much the loss moves.
#
# **"Adagrad has one rate for each row."** It feels right because it is recommended for tables, and a table is made of rows. *How to catch it:*
# write down the shape of what it stores. *Better:* per number; the row-wise form is a variant.
#
# **"Embedding gradients are sparse, so use a sparse optimiser."** It feels right because it is true for lookups. *How to catch it:* count the rows
# whose gradient is not zero. *Better:* true for an input table that is not tied.
#
# **"0.02 is the right start for a table."** It feels like a law because so many models use it. *How to catch it:* compute the first loss for other
# scales. *Better:* small enough that the first loss is near $\ln V$.

# %% [markdown] id="formulas"
# ## Key formulas
#
# | what | formula |
# |---|---|
# | lookup | $X = OE$, with one-hot rows in $O$ |
# | its gradient | $dE = O^\top G$ |
# | the same, row by row | $dE_j = \sum_{p \,:\, \mathrm{ids}_p = j} G_p$ |
# | shapes | $(V, n) \times (n, d) \to (V, d)$ |
# | adjoint test | $\sum G \cdot (OE) = \sum (O^\top G) \cdot E$ |
# | there and back | $O^\top O$, with the number of occurrences of each id on the diagonal |
# | rows reached | by lookup at most $n$; by a softmax head all $V$ |

# %% [markdown] id="flashcards" kind="flashcards"
# ## Flashcards
#
# <details id="lookup-gradient"><summary>What is the gradient of a lookup with respect to the table?</summary>
#
# $O^\top G$: each position adds its row of $G$ to the row of the table that it came from.
#
# </details>
#
# <details id="absent-row"><summary>Which gradient does a row get whose id is not in the batch?</summary>
#
# Zero, as long as the table is only looked up. A tied head gives every row a gradient.
#
# </details>
#
# <details id="repeated-id"><summary>What does grad[ids] += g do with an id that occurs three times?</summary>
#
# It keeps the last of the three gradients, silently. It reads all old values first, and then writes three times to the same row.
#
# </details>
#
# <details id="right-scatters"><summary>Name three right ways to add rows where they belong.</summary>
#
# `np.add.at`; sorting the ids and summing each run; a sparse one-hot matrix times $G$. A loop over positions is right as well.
#
# </details>
#
# <details id="gather-transpose"><summary>What does it mean that gather and scatter-add are transposes?</summary>
#
# Gather multiplies by $O$, scatter-add by $O^\top$. Scattering does not undo gathering: $O^\top O$ multiplies each row by the number of its
# occurrences.
#
# </details>
#
# <details id="several-uses"><summary>In the course's autograd, who adds up the gradients of several uses?</summary>
#
# `backward`. A rule returns one gradient for each parent, and stores nothing.
#
# </details>
#
# <details id="sparse-optimisers"><summary>Why do tied models not profit from sparse optimisers?</summary>
#
# The softmax gives every token some probability, so the head sends a gradient to every row at every step.
#
# </details>
#
# <details id="small-start"><summary>Why does a table start at a small scale such as 0.02?</summary>
#
# So that no score stands out at the beginning, and the first loss is near $\ln V$.
#
# </details>

# %% id="flashcards-widget" role="show"
from tiedbook.widgets import flashcards

flashcards("ch02_gradients_scatter")

# %% [markdown] id="next"
# ## Where next
#
# **[Chapter 3 – Averages forget order, and padding lies](ch03_pooling_and_padding.ipynb).** The rows of a text are often averaged into one vector. You will see what the average
# forgets, and how rows that stand for nothing at all manage to change it.
#
# Back to [Chapter 1 – A lookup is a matrix product you never compute](ch01_lookup_is_matmul.ipynb).
