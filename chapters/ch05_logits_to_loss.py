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
# # 5. From scores to a loss you can trust
#
# A model ends with one score for every token. Training needs a single number that says how bad these scores are, and a direction in which to change
# them. This chapter makes the scores into probabilities, the probabilities into a loss, and the loss into a gradient. On the way it meets formulas
# that are right on paper and fail on a computer.
#
# **After this chapter you can**
#
# - write a softmax that survives scores of any size;
# - compute the cross-entropy from scores and integer targets, exactly, also where probabilities are too small for a float;
# - derive its gradient, $q - y$, and say why it reaches every token;
# - recognise a wrong softmax without a calculator, and say what the first loss of an untrained model should be.
#
# Plan for 45 minutes. Before this: [Chapter 4 – Scores are dot products, not distances](ch04_tied_logits.ipynb).

# %% [markdown] id="question"
# ## Two programs for one formula
#
# A model gives two tokens the scores 1000 and −1000. The right token is the second one. The loss is minus the logarithm of its probability, and both
# of these programs compute it. On paper they are equal.
#
# ```python
# # Program 1
# q = np.exp(z) / np.exp(z).sum()
# loss = -np.log(q[1])
#
# # Program 2
# shifted = z - z.max()
# loss = np.log(np.exp(shifted).sum()) - shifted[1]
# ```
#
# **What do they return?**
#
# - **A.** Both return 2000.
# - **B.** Both return `nan`.
# - **C.** Program 1 returns `inf`, Program 2 returns 2000.
# - **D.** Program 1 returns 2000, Program 2 returns 0.

# %% [markdown] id="prediction"
# Write down a letter. And a second prediction: the right token had the probability $e^{-2000}$, which is as close to impossible as one likes. Should
# the loss then be 2000, or infinite?

# %% [markdown] id="setup"
# Run this cell first. It holds the four-token table, and the scores of Chapter 4: those of the hidden state $h = [0.5, 0.2, -0.3]$.

# %% id="scores" role="data"
import numpy as np

from tiedbook import check

tokens = ["cat", "dog", "the", "ran"]
E = np.array([[0.2, -0.5, 0.8], [0.3, -0.4, 0.7], [-0.9, 0.1, 0.2], [0.6, 0.3, -0.5]])
z = E @ np.array([0.5, 0.2, -0.3])

# %% id="scores-shown" role="show"
dict(zip(tokens, z.round(2).tolist(), strict=True))

# %% [markdown] id="scores-not-probabilities"
# ## Scores are not probabilities
#
# The scores of a model are also called **logits**. They may be negative, they may be larger than 1, and they add up to nothing in particular: here to
# −0.36. There is no such thing as "a probability of −0.24".
#
# What do scores say, then? **They compare the tokens of one position with each other.** A larger score means a larger probability, *within one row of
# scores*. Between two rows they say nothing: a token with the score 5 can be the favourite at one position, and hopeless at another where its rivals
# have 20.

# %% [markdown] id="softmax-definition"
# ## The softmax
#
# The **softmax** turns the scores $z_0, \dots, z_{V-1}$ of one position into probabilities:
#
# $$q_j = \frac{e^{z_j}}{\sum_{k} e^{z_k}}$$
#
# Three properties follow at once:
#
# - **All $q_j$ are positive,** whatever the sign of the score, since a power of $e$ is positive.
# - **They add up to 1,** since each is divided by the sum of all.
# - **The order stays,** since a larger score has a larger power.
#
# And a fourth one, less obvious. Divide two probabilities by each other: the sum cancels.
#
# $$\frac{q_i}{q_j} = e^{z_i - z_j}$$
#
# So **only differences of scores matter.** If one token's score is ahead of another's by $\ln 2 \approx 0.69$, it is twice as likely, whatever all
# other tokens do.

# %% [markdown] id="worked"
# ## By hand: four scores
#
# The powers of the four scores are
#
# $$e^{-0.24} \approx 0.787 \qquad e^{-0.14} \approx 0.869 \qquad e^{-0.49} \approx 0.613 \qquad e^{0.51} \approx 1.665$$
#
# Their sum is 3.934, and the first probability is $0.787 / 3.934 = 0.200$. Predict the largest one before you run the cell.

# %% id="worked-softmax" role="show"
powers = np.exp(z)
q = powers / powers.sum()

powers.round(3), q.round(3), q.sum()

# %% [markdown] id="wrong-softmax"
# ## A wrong result that circulates
#
# In a study note one can read that the softmax of these four scores is about $[0.19, 0.21, 0.15, 0.40]$. **Find the error without a calculator**,
# before you read on.
#
# Add the four numbers: $0.19 + 0.21 + 0.15 + 0.40 = 0.95$. A softmax adds up to 1 by construction. Could rounding explain the missing 0.05? Rounding
# to two digits changes each number by at most 0.005, and four of them by at most 0.02 together. So at least one number is wrong, and we know it
# without having computed any.
#
# The right ones are $[0.200, 0.221, 0.156, 0.423]$. Make it a habit: **whenever you see a softmax, add.**

# %% [markdown] id="bars"
# ## Move the scores
#
# Move a score and watch all probabilities. Below the sliders the same formula stands as two programs. The second one subtracts the largest score before
# it takes powers. Why it does that is the subject of the next section. Does it change the probabilities?

# %% id="bars-figure" role="show"
from tiedbook.widgets import logit_sliders

logit_sliders(z, tokens, claim=[0.19, 0.21, 0.15, 0.40])

# %% [markdown] id="bars-read"
# The powers of the second program are smaller than those you computed by hand: the largest is 1. The probabilities are the same. Now press +1,000. One
# of the two programs still gives an answer. Last, type a softmax that you have met into the field: its sum may refute it.

# %% [markdown] id="shift"
# ## Why one subtracts the largest score
#
# **Claim.** Adding the same number $c$ to all scores of a row changes no probability.
#
# **Reason.** Only differences matter. Or with the formula: every power gets the factor $e^c$, above and below the line, and it cancels:
#
# $$\frac{e^{z_j + c}}{\sum_k e^{z_k + c}} = \frac{e^c \, e^{z_j}}{e^c \sum_k e^{z_k}} = q_j$$
#
# On paper that is a curiosity. On a computer it decides whether there is a result at all. The largest number that a `float64` can hold is about $1.8
# \cdot 10^{308}$, so powers of $e$ become infinite for exponents above some limit. Predict it roughly, for both types:

# %% id="shift-limits" role="show"
{dtype.__name__: round(float(np.log(np.finfo(dtype).max)), 2) for dtype in (np.float64, np.float32)}

# %% [markdown] id="shift-limits-read"
# A score of 89 has an infinite power in `float32`, and one of 710 in `float64`. What happens beyond? The next cell takes the scores 1000, 999 and 998.
# (It switches off NumPy's warnings, to show the numbers.)

# %% id="shift-overflow" role="show"
large = np.array([1000.0, 999.0, 998.0])

with np.errstate(over="ignore", invalid="ignore"):
    careless = np.exp(large) / np.exp(large).sum()

shifted = large - large.max()
careful = np.exp(shifted) / np.exp(shifted).sum()

careless, careful.round(3)

# %% [markdown] id="shift-read"
# Infinity divided by infinity is `nan`, "not a number". A single `nan` in a loss turns every parameter into `nan` in the next step.
#
# The remedy is the claim above, with $c$ = minus the largest score of the row. Then the largest exponent is 0, its power is 1, and **no power can be
# infinite**. The sum is at least 1, so **nothing is divided by zero**. Scores far below the largest get a power that is rounded to zero, and that is
# harmless: a probability of $10^{-400}$ *is* zero for all practical purposes. (As long as nobody takes its logarithm. We will come to that.)
#
# Why the largest, and not the smallest or the mean? Only the largest guarantees that no exponent is positive. Why of each row, and not of the whole
# array? A row whose scores all lie far below that number would have nothing but powers of zero, and $0/0$ is `nan` again.

# %% [markdown] id="softmax-batches"
# ## Many rows at once
#
# In a batch the scores have the shape $(B, T, V)$. The tokens stand along the **last** axis, and each position has a softmax of its own. So both
# reductions, the largest and the sum, go along the last axis: `axis=-1`.
#
# A reduction removes its axis: from shape `(3, 4)` to shape `(3,)`. NumPy then lines this shape up from the *right*, so that it would have to fit the
# 4 columns. `keepdims=True` keeps an axis of length 1 in the place of the lost one, and each sum stays beside its row:

# %% id="softmax-batches-shapes" role="show"
batch = np.arange(12.0).reshape(3, 4)

batch.sum(axis=-1).shape, batch.sum(axis=-1, keepdims=True).shape

# %% [markdown] id="softmax-batches-square"
# With `(3, 4)` the mistake is an error, and you notice it. With a square array it is silent: each *column* is divided by the sum of a *row*.

# %% id="softmax-batches-silent" role="show"
square = np.exp(np.array([[0.0, 1.0, 2.0], [0.0, 0.0, 0.0], [2.0, 1.0, 0.0]]))
wrong = square / square.sum(axis=-1)
right = square / square.sum(axis=-1, keepdims=True)

wrong.sum(axis=-1).round(3), right.sum(axis=-1).round(3)

# %% [markdown] id="softmax-exercise"
# ## Exercise: `softmax`
#
# Write `softmax(logits)`. It turns scores into probabilities, along the last axis.
#
# - `logits` is an array of floats with the shape `(..., V)`: one row, a batch of rows, or any number of axes before the last.
# - The result has the same shape and the same type.
# - It is finite for all finite scores, also where 1000 and −1000 stand in one row, and it gives no warning.
# - `TypeError` if the scores are not floats. The argument is left unchanged.
#
# For example, `softmax(np.array([0.0, 0.0]))` is `[0.5, 0.5]`.

# %% id="softmax" exercise="softmax"
from solutions.ch05_logits_to_loss import softmax

# %% [markdown] id="softmax-hints" kind="hints" exercise="softmax"
# <details><summary>Hint 1: a nudge</summary>
#
# Three steps are enough: subtract, take powers, divide. Along which axis does each of the two reductions go, and what shape does it leave?
#
# </details>
#
# <details><summary>Hint 2: the idea</summary>
#
# Let both reductions keep their axis. Then the same three lines serve one row and a batch of any shape. Use `axis=-1`, which is the last axis however
# many there are, and `np.exp`, which takes a whole array.
#
# Write `logits - ...` into a new array. `logits -= ...` would change an array that belongs to somebody else.
#
# </details>
#
# <details><summary>Hint 3: almost the code</summary>
#
# ```python
# if not np.issubdtype(logits.dtype, np.floating):
#     raise TypeError("...")
# powers = np.exp(logits - logits.max(axis=..., keepdims=...))
# return powers / powers.sum(...)
# ```
#
# </details>

# %% id="softmax-core" exercise="softmax" part="core"
check("softmax", softmax, part="core")

# %% id="softmax-contract" exercise="softmax" part="contract"
check("softmax", softmax, part="contract")

# %% [markdown] id="softmax-solution" kind="reveal" exercise="softmax"
# <details><summary>The solution of <code>softmax</code>, for when you have tried</summary>
#
# {solution}
#
# In a program for work you would call a library: `scipy.special.softmax`, `torch.softmax`, `jax.nn.softmax`. All of them subtract the largest score.
#
# </details>

# %% [markdown] id="loss-definition"
# ## The loss: how surprised was the model?
#
# Now the right token becomes known. Let its id be $t$. The loss of this position is
#
# $$L = -\ln q_t$$
#
# Only the probability of the right token enters. The logarithm of a number between 0 and 1 is negative, so the minus makes the loss positive.
#
# | probability of the right token | loss |
# |---|---|
# | 1 | 0 |
# | 0.5 | 0.69 |
# | 0.1 | 2.30 |
# | 0.01 | 4.61 |
# | $e^{-2000}$ | 2000 |
#
# The table answers the second prediction. A probability that is almost zero has a loss that is large and finite. Each factor of 10 in the probability
# adds 2.30.
#
# **Why a logarithm?** A text has many positions, and its probability is a *product* of theirs. The logarithm of a product is a sum, so the losses of
# positions can simply be added. A unit comes with it: with the natural logarithm, losses are counted in **nats**. With the logarithm to base 2 they
# would be bits; one nat is 1.44 bits.
#
# This loss is called **cross-entropy**. It is low when the right token was likely.

# %% [markdown] id="loss-worked"
# ## By hand: four possible endings
#
# For the four scores, let each token be the right one in turn:

# %% id="loss-worked-numbers" role="show"
dict(zip(tokens, (-np.log(q)).round(3).tolist(), strict=True))

# %% [markdown] id="loss-worked-read"
# `ran` was the favourite and costs 0.860. `the` was the least likely and costs 1.860. The difference is exactly 1, and so is the difference of their
# scores: $0.51 - (-0.49) = 1.00$. That is no accident, as the next section shows.

# %% [markdown] id="log-sum-exp"
# ## Straight from the scores
#
# Put the softmax into the loss, and use that the logarithm of a quotient is a difference:
#
# $$L = -\ln \frac{e^{z_t}}{\sum_k e^{z_k}} = -\Bigl( \ln e^{z_t} - \ln \sum_k e^{z_k} \Bigr) = \ln \sum_k e^{z_k} - z_t$$
#
# The probability itself has disappeared. The first term is the same whichever token is right, which is why losses differ as scores do. It is called
# the **log-sum-exp**.
#
# The largest score $m$ can be taken out of it. Since $e^{z_k} = e^m \, e^{z_k - m}$, every term of the sum has the factor $e^m$. It comes out of the sum,
# and the logarithm of a product is a sum:
#
# $$\ln \sum_k e^{z_k} = \ln \Bigl( e^m \sum_k e^{z_k - m} \Bigr) = m + \ln \sum_k e^{z_k - m}$$
#
# Put this in the place of the first term, and let the $m$ join the score of the right token:
#
# $$L = \ln \sum_k e^{z_k - m} - (z_t - m)$$
#
# This is Program 2 of the opening question. Now run both.

# %% id="log-sum-exp-programs" role="show"
scores = np.array([1000.0, -1000.0])

with np.errstate(all="ignore"):
    program_1 = -np.log((np.exp(scores) / np.exp(scores).sum())[1])

moved = scores - scores.max()
program_2 = np.log(np.exp(moved).sum()) - moved[1]

float(program_1), float(program_2)

# %% [markdown] id="log-sum-exp-read"
# The answer is **C**. In Program 1, $e^{1000}$ is infinite and $e^{-1000}$ is rounded to zero. Zero divided by infinity is 0, and minus the logarithm
# of 0 is infinite.
#
# **A careful softmax would not have saved it.** Its second probability would be $e^{-2000}$, which is rounded to zero too, and its logarithm is just
# as infinite. The mistake is to go through the probability at all: **compute the logarithm from the scores, never from the probability.**
#
# (Many programs write `np.log(q + 1e-12)` at this point. That hides the infinity, and puts another wrong number in its place: the loss of 2000
# becomes 27.6, and its gradient vanishes.)

# %% [markdown] id="mean-loss"
# ## A batch: the mean of the losses
#
# A batch has $B$ positions, one row of scores for each. Its loss is the mean:
#
# $$L = \frac{1}{B} \sum_{b} L_b$$
#
# Divide by $B$, the number of rows. Not by $B \cdot V$: each row has one right token and one loss. And take the logarithm first and the mean
# afterwards. Predict which of these two is larger, for the probabilities 0.9 and 0.1 of the right tokens of two rows:

# %% id="mean-loss-order" role="show"
right_ones = np.array([0.9, 0.1])

-np.log(right_ones).mean().round(3), -np.log(right_ones.mean()).round(3)

# %% [markdown] id="mean-loss-read"
# The mean of the losses is 1.204; the loss of the mean would be 0.693. The difference is one of meaning. A single certain mistake costs a lot, and a
# mean of probabilities would let it disappear behind the successes.

# %% [markdown] id="pick-one"
# ### Each row picks its own number
#
# From row 0 we need the score in column `targets[0]`, from row 1 the one in column `targets[1]`, and so on. NumPy picks pairs if it is given two
# lists of equal length: row numbers and column numbers. A colon in the place of the row numbers means something else.

# %% id="pick-one-shapes" role="show"
table = np.array([[10, 11, 12, 13], [20, 21, 22, 23], [30, 31, 32, 33]])
targets = np.array([3, 0, 2])

table[np.arange(3), targets], table[:, targets]

# %% [markdown] id="pick-one-read"
# The first gives one number for each row. The second gives three whole columns, and with them every pair of a row and a target. If you take a mean
# over those, it looks like a loss and is none.

# %% [markdown] id="one-hot-labels"
# ## Integer labels or one-hot labels
#
# One often meets the loss in another form. Let $y$ be the one-hot vector of the right token (Chapter 1). Then
#
# $$-\sum_j y_j \ln q_j = -\ln q_t$$
#
# since all terms but one are multiplied by zero. **The mathematics is the same. The programs are not.** Two things differ.
#
# - **Cost.** One-hot labels take $B \cdot V$ numbers to say what $B$ integers say. For a batch of 8,192 positions in GPT-2 that is 1.6 GB in
#   `float32`, against 65.5 kB.
# - **Survival.** $0 \cdot \infty$ is not 0. If the probability of some *wrong* token has been rounded to zero, its logarithm is $-\infty$, and the
#   sum is `nan`. Here the model was right, with all certainty:

# %% id="one-hot-labels-nan" role="show"
certain = softmax(np.array([1000.0, 0.0, -1000.0]))
y = np.array([1, 0, 0])

with np.errstate(divide="ignore", invalid="ignore"):
    dense = -(y * np.log(certain)).sum()

float(dense), float(-np.log(certain[0]))

# %% [markdown] id="one-hot-labels-read"
# The loss should be 0. With integer labels it is (the minus in front of the zero is harmless). With one-hot labels it is `nan`, because of two tokens
# that have nothing to do with the answer.
#
# One-hot labels are not useless. If the target is a *mixture*, say 90% of one token and the rest spread over all others ("label smoothing"), the sum
# is needed. Then take $\ln q_j$ from the scores, as above.

# %% [markdown] id="loss-at-start"
# ## What the first loss should be
#
# An untrained model knows nothing. If it spreads its probability evenly, each of the $V$ tokens gets $1/V$, and the loss is
#
# $$-\ln \frac{1}{V} = \ln V$$
#
# whatever the right token is. For four tokens that is 1.386, for GPT-2 with 50,257 tokens it is 10.825. **This is the first number to look at when
# you start to train a model.** The next cell takes small random scores, as an untrained model would give, and then scores that are too large.

# %% id="loss-at-start-numbers" role="show"
rng = np.random.default_rng(5)
random_targets = rng.integers(50_257, size=64)


def mean_loss(scores):
    log_sums = np.log(np.exp(scores - scores.max(axis=1, keepdims=True)).sum(axis=1)) + scores.max(axis=1)
    return np.mean(log_sums - scores[np.arange(64), random_targets])


{size: float(mean_loss(size * rng.standard_normal((64, 50_257))).round(2)) for size in (0.0, 0.1, 0.5, 5.0)}

# %% [markdown] id="loss-at-start-read"
# The smaller the scores, the closer the loss is to $\ln V$. Scores of size 5 give twice as much: the model has opinions, and they are random. So a
# first loss far above $\ln V$ says that the scores begin too large, and Chapter 2 showed where that comes from: the scale of the table. A first loss
# *well below* $\ln V$ is a reason for suspicion as well: perhaps the model can see the answer. (A few thousandths more or less are chance.)

# %% [markdown] id="gradient"
# ## The gradient: predicted minus wanted
#
# Training asks how the loss changes when a score changes. Take one row, and differentiate $L = \ln \sum_k e^{z_k} - z_t$ with respect to $z_j$.
#
# - **The first term:** the derivative of a logarithm is one over its argument, times the derivative of the argument. Of all powers in the sum only
#   $e^{z_j}$ depends on $z_j$:
#
# $$\frac{\partial}{\partial z_j} \ln \sum_k e^{z_k} = \frac{e^{z_j}}{\sum_k e^{z_k}} = q_j$$
#
# - **The second term:** $-z_t$ has the derivative $-1$ if $j = t$, and 0 otherwise. That is $-y_j$, with the one-hot vector $y$.
#
# Together:
#
# $$\frac{\partial L}{\partial z_j} = q_j - y_j$$
#
# **What the model predicted, minus what it should have predicted.** In a batch the loss is a mean over $B$ rows, so every row of the gradient is
# divided by $B$:
#
# $$dZ = \frac{1}{B} \, (Q - Y)$$

# %% [markdown] id="gradient-figure-intro"
# Let `ran` be the right token. Predict the four numbers of the gradient, and their sum, before you run the cell.

# %% id="gradient-figure" role="show"
from tiedbook.figures import logit_bars

logit_bars(z, tokens, target=3)

# %% [markdown] id="gradient-read"
# A step *against* the gradient makes the score of `ran` larger and all others smaller. The push on `ran` is as strong as those on all others
# together, since each row of the gradient adds up to $1 - 1 = 0$. And it fades by itself: the closer $q$ comes to $y$, the smaller the push.
#
# As in Chapter 2, the formula can be tested without another formula. Move each score by a little, and look how much the loss changes:

# %% id="gradient-nudge" role="show"
step = 1e-6


def loss_of(scores):
    return np.log(np.exp(scores - scores.max()).sum()) - (scores[3] - scores.max())


slopes = [(loss_of(z + step * direction) - loss_of(z - step * direction)) / (2 * step) for direction in np.eye(4)]

np.round(slopes, 3), (q - np.eye(4)[3]).round(3)

# %% [markdown] id="gradient-dense"
# ## No token is left out
#
# The loss looks at one probability only, that of the right token. Its gradient reaches **all** of them: $q_j$ is positive for every $j$, and so every
# wrong token gets a push down. The gradient has the full shape $(B, V)$, also with integer labels.
#
# Two consequences, for later chapters:
#
# - The scores are dot products with the rows of the table, so every row gets a gradient at every step, also those of tokens that are nowhere in the
#   batch. That is the second path in Chapter 6.
# - Scores and their gradient are the largest arrays of a small model: 8,192 positions of GPT-2 make 1.6 GB, twice.

# %% [markdown] id="cross-entropy-from-logits-exercise"
# ## Exercise: `cross_entropy_from_logits`
#
# Write `cross_entropy_from_logits(logits, targets)`. It returns the mean loss of a batch, and its gradient.
#
# - `logits` is an array of floats with the shape $(B, V)$. `targets` is an array of integers with the shape $(B,)$, of any integer type: the id of
#   the right token for each row.
# - The result is a tuple `(loss, grad_logits)`. The loss is one float, in nats. The gradient has the shape and the type of the logits.
# - The loss is exact for scores of ±1000: where it is 2000, it is 2000. There are no warnings.
# - `TypeError` if the logits are not floats or the targets are not integers. `ValueError` if there is not exactly one target for each row, or if
#   there are no rows. `IndexError` if a target is below 0 or not below $V$; its message names that target and $V$ (or $V - 1$).
#
# For example, with the logits `[[0.0, 0.0]]` and the targets `[1]`, the loss is $\ln 2 \approx 0.693$, and the gradient is `[[0.5, -0.5]]`.

# %% id="cross_entropy_from_logits" exercise="cross_entropy_from_logits"
from solutions.ch05_logits_to_loss import cross_entropy_from_logits

# %% [markdown] id="cross-entropy-from-logits-hints" kind="hints" exercise="cross_entropy_from_logits"
# <details><summary>Hint 1: a nudge</summary>
#
# Loss and gradient share their first two steps: subtract the largest score of each row, and take powers. From there one needs a logarithm, the other
# a quotient. Does either need the result of the other?
#
# </details>
#
# <details><summary>Hint 2: the idea</summary>
#
# Let `shifted` be the scores minus the largest of their row, and `sums` the sums of their powers, one for each row. The loss of a row is the
# logarithm of its sum, minus the shifted score of its target. Pick those with two lists: row numbers, and targets. The loss of the batch is the mean.
#
# The gradient begins with the probabilities, `powers / sums`. Subtract 1 at the same pairs of row and target, and divide everything by $B$.
#
# Before all that come the refusals: both types, then the shapes, then the range of the targets.
#
# </details>
#
# <details><summary>Hint 3: almost the code</summary>
#
# ```python
# ...  # TypeError for logits, TypeError for targets
# if logits.ndim != 2 or targets.shape != ... or not targets.size:
#     raise ValueError("...")
# ...  # IndexError, as in embed
# rows = np.arange(len(targets))
# shifted = logits - logits.max(axis=-1, keepdims=True)
# powers = np.exp(...)
# sums = powers.sum(axis=-1, keepdims=True)
# loss = np.mean(np.log(sums[:, 0]) - shifted[rows, ...])
# grad = powers / ...
# grad[rows, ...] -= ...
# return loss, grad / ...
# ```
#
# `sums` has the shape $(B, 1)$, because it keeps its axis for the division. `sums[:, 0]` is its only column, of shape $(B,)$: one number for each row, like
# the picked scores it meets. Without it, $(B, 1)$ and $(B,)$ would be stretched to $(B, B)$.
#
# </details>

# %% id="cross_entropy_from_logits-core" exercise="cross_entropy_from_logits" part="core"
check("cross_entropy_from_logits", cross_entropy_from_logits, part="core")

# %% id="cross_entropy_from_logits-contract" exercise="cross_entropy_from_logits" part="contract"
check("cross_entropy_from_logits", cross_entropy_from_logits, part="contract")

# %% [markdown] id="cross-entropy-from-logits-solution" kind="reveal" exercise="cross_entropy_from_logits"
# <details><summary>The solution of <code>cross_entropy_from_logits</code>, for when you have tried</summary>
#
# {solution}
#
# `float(loss)` makes a Python float of a NumPy number. Both count as one float, so leaving it out is right as well.
#
# </details>

# %% [markdown] id="descent"
# ## See it learn
#
# Loss and gradient are all that training needs. The smallest model there is has no layers at all: its parameters *are* the scores of three positions,
# and it begins with zeros. This cell uses your function, and works once its check passes. It takes 100 steps against the gradient.
#
# Predict the first loss that it shows, and where the scores of the right tokens go.

# %% id="descent-steps" role="show"
free_scores, answers = np.zeros((3, 4)), np.array([3, 0, 3])
losses = []
for _ in range(100):
    loss, grad = cross_entropy_from_logits(free_scores, answers)
    losses.append(float(loss))
    free_scores -= grad  # a step of size 1 against the gradient

[round(losses[n], 3) for n in (0, 9, 99)], free_scores.round(1)

# %% [markdown] id="descent-read"
# The first loss is $\ln 4 = 1.386$. It falls quickly at first and then ever more slowly, since the push fades as the probabilities come close to what
# is wanted. It never becomes zero: that would need infinite scores.

# %% [markdown] id="interop"
# ## What the large libraries say
#
# If PyTorch or JAX is installed, the next cell gives them the same scores and targets, and asks their autograd for the gradient. `numpy` stands for
# your function. A library that is not installed is left out.

# %% id="interop-losses" role="show"
from importlib.util import find_spec

logits = np.array([[2.0, -1.0, 0.5], [1000.0, -1000.0, 0.0]], dtype=np.float32)
labels = np.array([2, 1])
loss, grad = cross_entropy_from_logits(logits, labels)
results = {"numpy": (float(loss), grad.round(4).tolist())}

if find_spec("torch"):
    import torch

    leaf = torch.tensor(logits, requires_grad=True)
    torch_loss = torch.nn.functional.cross_entropy(leaf, torch.tensor(labels))
    torch_loss.backward()
    results["torch"] = (torch_loss.item(), leaf.grad.numpy().round(4).tolist())

if find_spec("jax"):
    import jax

    def jax_mean_loss(scores):
        return -jax.nn.log_softmax(scores)[np.arange(2), labels].mean()

    jax_loss, jax_grad = jax.value_and_grad(jax_mean_loss)(logits)
    results["jax"] = (float(jax_loss), np.asarray(jax_grad).round(4).tolist())

results

# %% [markdown] id="interop-read"
# All agree, in the second row as well, which alone has a loss of 2000; the loss shown is the mean over both rows. PyTorch's `cross_entropy` expects **scores**. If you give it probabilities, it takes
# a softmax of them once more, and training becomes slow, without any error. The name of our function says what goes in: *from logits*.

# %% [markdown] id="quiz"
# ## Quiz
#
# Decide before you look.

# %% id="quiz-widget" role="show"
from tiedbook.widgets import quiz

quiz("ch05_logits_to_loss")

# %% [markdown] id="quiz-items" kind="folded"
# ### The same items, to read

# %% [markdown] id="quiz-add" kind="quiz"
# **1.** Which of these can be the softmax of three scores, rounded to two digits?
#
# - **A.** $[0.70, 0.25, 0.10]$
# - **B.** $[0.62, 0.31, 0.07]$
# - **C.** $[0.90, 0.20, -0.10]$
#
# <details><summary>Answer</summary>
#
# **B.** All are positive, and they add up to 1.00.
#
# - **A** adds up to 1.05. Rounding three numbers can change the sum by 0.015 at most.
# - **C** adds up to 1, but a softmax has no negative results.
#
# </details>

# %% [markdown] id="quiz-shift" kind="quiz"
# **2.** You add 1000 to all scores of a row. What happens to the loss of the row, if the program is written well?
#
# - **A.** It grows by 1000.
# - **B.** It becomes `nan`.
# - **C.** Nothing.
#
# <details><summary>Answer</summary>
#
# **C.** Only differences of scores matter.
#
# - **A:** the log-sum-exp grows by 1000, and so does the score of the right token. They are subtracted from each other.
# - **B** is what a careless program returns. A careful one subtracts the largest score first.
#
# </details>

# %% [markdown] id="quiz-start" kind="quiz"
# **3.** You train a model with 10,000 tokens. Its first mean loss is 47. What do you suspect?
#
# - **A.** Nothing: an untrained model has a large loss.
# - **B.** The scores begin too large.
# - **C.** The model can see the answers.
#
# <details><summary>Answer</summary>
#
# **B.** Knowing nothing costs $\ln 10000 \approx 9.2$. A mean loss of 47 needs a model that is *sure* of wrong things.
#
# - **A** forgets that not knowing has a price, and that it is known in advance.
# - **C** would make the loss smaller than $\ln V$.
#
# </details>

# %% [markdown] id="quiz-gradient" kind="quiz"
# **4.** The probabilities of a row are $[0.7, 0.2, 0.1]$, and the right token is the second. The batch has this one row. What is the gradient?
#
# - **A.** $[0.7, -0.8, 0.1]$
# - **B.** $[0, -0.8, 0]$
# - **C.** $[-0.7, 0.8, -0.1]$
#
# <details><summary>Answer</summary>
#
# **A.** $q - y = [0.7, 0.2 - 1, 0.1]$. It adds up to zero.
#
# - **B** leaves out the wrong tokens. Their scores are in the sum of powers, so they have a gradient.
# - **C** is $y - q$, the direction in which a training step goes, and not the gradient.
#
# </details>

# %% [markdown] id="quiz-epsilon" kind="quiz"
# **5.** A program computes `-np.log(q + 1e-12)`, with a careful softmax. The right token's probability is $e^{-100}$. What is wrong with the result?
#
# - **A.** It is 27.6 instead of 100.
# - **B.** It is infinite.
# - **C.** Nothing that matters: $10^{-12}$ is tiny.
#
# <details><summary>Answer</summary>
#
# **A.** $e^{-100} \approx 4 \cdot 10^{-44}$ is much smaller than $10^{-12}$, so the logarithm is that of $10^{-12}$.
#
# - **B** is what the program was meant to avoid, and does avoid. But $e^{-100}$ would not even have been rounded to zero.
# - **C** compares with 1, where probabilities of *right* tokens should be. The loss is made for those that are not.
#
# </details>

# %% [markdown] id="misconceptions"
# ## What people get wrong, and why it feels right
#
# **"The softmax of $[-0.24, -0.14, -0.49, 0.51]$ is about $[0.19, 0.21, 0.15, 0.40]$."** It feels right because the order is right and each number is
# plausible. *How to catch it:* add. *Better:* $[0.200, 0.221, 0.156, 0.423]$.
#
# **"A higher score means a higher probability."** True within one row. It feels right between rows too, because a score is a number. *How to catch
# it:* add 1000 to one of the rows; no probability changes. *Better:* compare scores within a row, and probabilities between rows.
#
# **"Scores must be positive, or add up to 1."** It feels right because they become probabilities. *How to catch it:* the softmax exists because they
# need not. *Better:* any real numbers.
#
# **"One-hot labels and integer labels are the same thing."** It feels right because the mathematics is the same. *How to catch it:* try a row with
# scores of 1000 and −1000. *Better:* the same loss on paper; integer labels are cheaper, and survive a probability that is rounded to zero.
#
# **"A small epsilon in the logarithm makes it safe."** It feels right because the infinity is gone. *How to catch it:* compute a case whose loss you
# know, such as 2000. *Better:* compute the logarithm from the scores.
#
# **"Subtracting the largest score loses information."** It feels right because something is taken away. *How to catch it:* the differences are all
# still there. *Better:* it changes no probability.
#
# **"Only the right token gets a gradient."** It feels right because only its probability is in the loss. *How to catch it:* move the score of a wrong
# token, and see the loss change. *Better:* $q - y$, in every column.
#
# **"The gradient is $q - y$."** For one row. It feels right for a batch, because it is so short. *How to catch it:* repeat every row of the batch; a
# mean does not change, so each row must count half. *Better:* $(Q - Y)/B$.

# %% [markdown] id="formulas"
# ## Key formulas
#
# | what | formula |
# |---|---|
# | softmax | $q_j = e^{z_j} / \sum_k e^{z_k}$ |
# | ratio of two probabilities | $q_i / q_j = e^{z_i - z_j}$ |
# | shift | $\mathrm{softmax}(z + c) = \mathrm{softmax}(z)$; take $c = -\max_k z_k$ |
# | loss of one row | $L = -\ln q_t = \ln \sum_k e^{z_k} - z_t$ |
# | the same, safely | $L = \ln \sum_k e^{z_k - m} - (z_t - m)$, with $m = \max_k z_k$ |
# | loss of a batch | mean over the $B$ rows |
# | gradient | $dZ = (Q - Y)/B$; each row adds up to 0 |
# | loss of a model that knows nothing | $\ln V$ |

# %% [markdown] id="flashcards" kind="flashcards"
# ## Flashcards
#
# <details id="wrong-softmax"><summary>How can you refute a wrong softmax without a calculator?</summary>
#
# Add: the results of a softmax are positive and their sum is 1.
#
# </details>
#
# <details id="largest-subtracted"><summary>Why is the largest score of each row subtracted before taking powers?</summary>
#
# So that no power is larger than 1 and the sum is at least 1. No probability changes, since only differences matter.
#
# </details>
#
# <details id="loss-of-scores"><summary>What is the cross-entropy of one row of scores, without any probability in it?</summary>
#
# $\ln \sum_k e^{z_k} - z_t$: log-sum-exp minus the score of the right token.
#
# </details>
#
# <details id="log-of-probability"><summary>Why should the logarithm not be taken of a probability?</summary>
#
# A small probability is rounded to zero, and its logarithm is $-\infty$. From the scores, a loss of 2000 comes out as 2000.
#
# </details>
#
# <details id="loss-gradient"><summary>What is the gradient of the mean loss with respect to the scores?</summary>
#
# $(Q - Y)/B$: probabilities minus one-hot vectors, divided by the number of rows.
#
# </details>
#
# <details id="who-gets-gradient"><summary>Which tokens get a gradient from the loss?</summary>
#
# All of them: the right one is pushed up, every other one down. Each row adds up to zero.
#
# </details>
#
# <details id="first-loss"><summary>What should the first loss of an untrained model be?</summary>
#
# About $\ln V$; for GPT-2, $\ln 50257 \approx 10.8$.
#
# </details>
#
# <details id="rounded-to-zero"><summary>What goes wrong with one-hot labels when a wrong token's probability is rounded to zero?</summary>
#
# $0 \cdot (-\infty)$ is `nan`, and with it the whole loss, although the token has nothing to do with the answer.
#
# </details>

# %% id="flashcards-widget" role="show"
from tiedbook.widgets import flashcards

flashcards("ch05_logits_to_loss")

# %% [markdown] id="next"
# ## Where next
#
# **[Chapter 6 – One table, two gradients](ch06_one_table_two_gradients.ipynb).** The gradient of the scores goes back through the head into the table. If the same table is used for the
# lookup, a second gradient arrives there by the path of Chapter 2. You will put both together, and learn to tell a real tie from a fake one.
#
# Back to [Chapter 4 – Scores are dot products, not distances](ch04_tied_logits.ipynb).
