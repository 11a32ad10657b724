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
# # 6. One table, two gradients
#
# A language model looks its tokens up in a table, and in the end it scores all tokens. Each of the two jobs could have a table of its own. **Tying**
# means that one table does both. This chapter ties the weights, finds the gradient of the table that is used twice, and shows how to tell
# a real tie from one that only looks like it.
#
# **After this chapter you can**
#
# - derive the gradient of a tied table, and say why its two parts are added;
# - say which rows each part reaches;
# - tie two layers in one line of PyTorch, whatever the layout of their weights;
# - detect a fake tie, by looking at the objects and by looking at the numbers.
#
# Plan for 75 to 90 minutes, or for two sittings. Before this: [Chapter 5 – From scores to a loss you can trust](ch05_logits_to_loss.ipynb). What you need of
# [Chapter 2 – The backward of a lookup adds](ch02_gradients_scatter.ipynb) is its scatter-add.

# %% [markdown] id="question"
# ## Are these two tables one?
#
# `E` is a NumPy array, the table that tokens are looked up in. `W` is the table that scores them. A training step changes `E`. Here are three
# programs:
#
# ```python
# W = E.copy()       # Program 1
# E -= step
#
# W = E              # Program 2
# E -= step
#
# W = E              # Program 3
# E = E - step
# ```
#
# **In which of them do `W` and `E` hold the same numbers at the end?**
#
# - **A.** In all three: `W` and `E` are equal after the first line.
# - **B.** In 2 and 3: both say `W = E`.
# - **C.** In 2 only.
# - **D.** In none of them: `W` is set before the step.

# %% [markdown] id="prediction"
# And a second question. One number of the table is used twice, once by each job. If only its first use counted, the loss would change at the rate
# $-0.144$ when the number grows. If only its second use counted, at the rate $0.177$.
#
# **At which rate does the loss change if both uses count?**
#
# Write down a letter and a number. You will see both answers computed.

# %% [markdown] id="setup"
# Run this cell first. Its last lines ask for four functions of earlier chapters.

# %% id="table" role="data"
import numpy as np

from tiedbook import check, yours
from tiedbook.autograd import Parameter, Tensor

tokens = ["cat", "dog", "the", "ran"]
E = np.array(
    [
        [0.2, -0.5, 0.8],
        [0.3, -0.4, 0.7],
        [-0.9, 0.1, 0.2],
        [0.6, 0.3, -0.5],
    ]
)

embed_backward = yours("embed_backward")
gather = yours("gather")
tied_lm_head = yours("tied_lm_head")
cross_entropy_from_logits = yours("cross_entropy_from_logits")

# %% [markdown] id="setup-yours"
# **Your own functions carry on.** `yours("gather")` looks for your answer in your workspace, as it was last saved, and runs both of its checks
# once more. If it passes, your own function is what this chapter works with. If not, the course's function takes its place. The lines above say which
# you have, and why. When your notebook is graded, the course's functions are used, so a mistake in an earlier chapter costs you nothing here.

# %% [markdown] id="untied"
# ## First, two tables
#
# We begin with a model that has **two** tables, and take the smallest one there is. Two short texts, `the dog ran` and `the cat`, give three positions
# at which a next token has to be predicted:
#
# | position | sees | should predict |
# |---|---|---|
# | 0 | `the` | `dog` |
# | 1 | `dog` | `ran` |
# | 2 | `the` | `cat` |
#
# The model takes four steps. $A$ is the table for looking up, and $B$ the one for scoring. Both have the shape $(V, d)$.
#
# 1. **Look up.** $X$ holds row $\mathrm{ids}_p$ of $A$ for each position $p$.
# 2. **Think.** $H = f(X)$: all layers in between. Here it is only `tanh`, number by number.
# 3. **Score.** $Z = H B^\top$: every hidden state is compared with every row of $B$ (Chapter 4).
# 4. **Compare with the truth.** The loss $L$ is the cross-entropy of the scores and the right tokens (Chapter 5).

# %% [markdown] id="untied-shapes"
# ### Shapes, and four names
#
# We write $dX$ for the gradient of the loss with respect to $X$, and so on. It always has the shape of what it belongs to. With $n$ positions:
#
# | what | shape | its gradient | in the exercise below |
# |---|---|---|---|
# | $\mathrm{ids}$ | $(n)$ | none: ids are labels | `ids` |
# | $X$, the looked-up rows | $(n, d)$ | $dX$ | `grad_embedded` is $dX$ |
# | $H$, the hidden states | $(n, d)$ | $dH$ | `hidden` is $H$ |
# | $Z$, the scores | $(n, V)$ | $dZ$ | `grad_logits` is $dZ$ |
# | $A$ and $B$, the tables | $(V, d)$ | $dA$ and $dB$ | wanted |
#
# A batch of texts has two axes of positions, $(B, T)$, in the place of $n$. Nothing below depends on that: a sum over positions is then a sum over
# both axes.

# %% [markdown] id="untied-backward"
# ### Backward, from the end to the beginning
#
# Two of the four steps you know. Chapter 5 gives $dZ$: predicted minus wanted, divided by $n$. Chapter 2 gives $dA$ from $dX$, a scatter-add:
#
# $$dA = O^\top dX$$
#
# where the rows of $O$ are the one-hot vectors of the ids. What is missing is the gradient of the scoring table, $dB$. It is the next section.
#
# (And how does one get from $dZ$ to $dX$? Back through the scores, $dH = dZ \, B$, and then back through the layers in between. Here they are `tanh`, whose
# derivative at $x$ is $1 - \tanh(x)^2$. An autograd does it, and in the exercise $dX$ is given.)

# %% [markdown] id="head-gradient"
# ## The gradient of the scoring table
#
# **Claim.**
#
# $$dB = dZ^\top H$$
#
# **Proof.** Number by number, the scores are
#
# $$Z_{pj} = \sum_k H_{pk} \, B_{jk}$$
#
# The single number $B_{jk}$ occurs in the score of token $j$, at every position $p$, with the factor $H_{pk}$. In the scores of other tokens it
# does not occur. So the chain rule adds up the positions:
#
# $$dB_{jk} = \sum_p dZ_{pj} \, H_{pk}$$
#
# That is number $(j, k)$ of the product $dZ^\top H$. ∎
#
# Check the shapes: $(V, n) \times (n, d) \to (V, d)$.
#
# **Read it position by position.** One position contributes the table of all products of one number of $dZ_p$ and one of $H_p$. Such a table is
# called an **outer product**. $dB$ is the sum of the outer products of all positions.

# %% [markdown] id="head-example"
# ### One position, by hand
#
# Take the hidden state of Chapter 4, $h = [0.5, 0.2, -0.3]$, and let the right token be `dog`. Chapter 5 computed the probabilities: $[0.200, 0.221,
# 0.156, 0.423]$. Predicted minus wanted is
#
# $$dz = [0.200, \; 0.221 - 1, \; 0.156, \; 0.423]$$
#
# Three numbers are positive, and that of `dog` is negative. In which direction will a training step move the row of `dog`, and in which the three
# others? (A step goes *against* the gradient.)

# %% id="head-example-outer" role="show"
h = np.array([[0.5, 0.2, -0.3]])
_, dz = cross_entropy_from_logits(tied_lm_head(h, E), np.array([1]))

dz.round(3), (dz.T @ h).round(3)

# %% [markdown] id="head-example-read"
# Every row is a multiple of $h$. The row of `dog` in the gradient points *against* $h$, so the step moves `dog` **towards** the hidden state: its score
# rises. All other rows move **away** from $h$, and the more probable a wrong token was, the farther: among them `ran`, with 0.423, moves most.
#
# The four numbers of $dz$ add up to zero, because the probabilities add up to 1 and the wanted ones do as well. So what one row gains, the others
# lose together.

# %% [markdown] id="untied-numbers"
# ### The three positions
#
# Now both gradients of the small batch. The first table comes from `embed_backward`, the second from the formula. Before you run the cell: which rows
# of $dA$ will be zero? And of $dB$?

# %% id="untied-numbers-tables" role="show"
ids, targets = np.array([2, 1, 2]), np.array([1, 3, 0])

H = np.tanh(E[ids])
loss, dZ = cross_entropy_from_logits(tied_lm_head(H, E), targets)
dX = (dZ @ E) * (1 - H**2)  # back through the scores, then through tanh

dA, dB = embed_backward(ids, dX, 4), dZ.T @ H

dA.round(3), dB.round(3)

# %% [markdown] id="untied-numbers-read"
# $dA$ has zeros in the rows of `cat` and `ran`: nobody looked them up. $dB$ has no row of zeros.
#
# Both tables held the same numbers here, those of $E$. Their gradients are nevertheless quite different. If $A$ and $B$ were two tables, they would be
# equal now, and no longer after one step.

# %% [markdown] id="constraint"
# ## Now one table
#
# Tying is a constraint: **$A$ and $B$ shall be the same table**, at every moment. Let us call it $E$. What is the gradient of the loss with respect to
# $E$?
#
# Think of the loss as a function of two tables, $L(A, B)$. The tied model computes $L(E, E)$.
#
# **Claim.** Take both gradients as if there were two tables, at $A = B = E$, and add them:
#
# $$dE = dA + dB = O^\top dX + dZ^\top H$$
#
# **Proof.** Let the number $E_{jk}$ grow by a tiny $\varepsilon$. Then *both* arguments of $L$ change: $A_{jk}$ grows by $\varepsilon$, and $B_{jk}$
# grows by $\varepsilon$. The first change moves the loss by about $dA_{jk} \, \varepsilon$, the second by about $dB_{jk} \, \varepsilon$. Together
# that is $(dA_{jk} + dB_{jk}) \, \varepsilon$, and the factor of $\varepsilon$ is the derivative. ∎
#
# You know this rule from algebra. The area of a rectangle is $a \cdot b$. It grows at the rate $b$ when $a$ grows, and at the rate $a$ when $b$ grows. A
# square is a rectangle with tied sides: $x \cdot x$. It grows at the rate $x + x = 2x$. The *sum* of both rates is right. Their average, $x$, is not.

# %% [markdown] id="constraint-nudge"
# ### Ask the loss
#
# As in Chapter 2, we check the claim without any formula: nudge a number, and look how the loss moves. We take the number of `dog` in column 0, and
# nudge it three times: in the lookup only, in the head only, and in both.


# %% id="constraint-nudge-slopes" role="show"
def loss_of(lookup, head):
    hidden = np.tanh(lookup[ids])
    return cross_entropy_from_logits(tied_lm_head(hidden, head), targets)[0]


nudge = np.zeros((4, 3))
nudge[1, 0] = 1e-4

lookup_only = (loss_of(E + nudge, E) - loss_of(E - nudge, E)) / 2e-4
head_only = (loss_of(E, E + nudge) - loss_of(E, E - nudge)) / 2e-4
both = (loss_of(E + nudge, E + nudge) - loss_of(E - nudge, E - nudge)) / 2e-4

[round(float(slope), 3) for slope in (lookup_only, head_only, both)]

# %% [markdown] id="constraint-nudge-read"
# The answer to the second question is **0.033**: the sum of both rates. It is not the average, and not the larger of the two.
#
# Look at the signs. The lookup wants this number to grow, the head wants it to shrink, and they almost cancel. One table cannot serve
# both wishes; it takes the compromise. That is the price of tying. What it buys is the subject of Chapter 8.

# %% [markdown] id="two-uses"
# ### Two uses, not two independent tables
#
# There is a doubt that deserves an answer. The hidden states $H$ were made from looked-up rows, so $H$ depends on $E$ as well. Does $dZ^\top H$
# not forget that?
#
# It does not have to remember it. The two parts follow the two *uses* of the table:
#
# - $dZ^\top H$ is the part of the **scoring**. For it, the hidden states stand still, and only the rows they are compared with move.
# - $O^\top dX$ is the part of the **lookup**. For it, the scoring rows stand still, and all that follows from the looked-up rows moves: first $X$, then
#   $H$, then the scores. That $H$ depends on $E$ is counted *here*, inside $dX$.
#
# Every way from the table to the loss goes through exactly one of the two, so nothing is forgotten and nothing is counted twice. But the parts
# are not gradients of two separate quantities: change $E$ a little, and both change.

# %% [markdown] id="rows-reached"
# ## Two taps, one tank
#
# Picture each row as a small tank, and gradients as water from two taps. The tap of the lookup is open only above the rows of the batch. The tap of the
# head is open above **every** row, because a softmax over the whole vocabulary gives every token some probability, and so every row gets a push.
#
# The next cell shows how much arrives in each row: the length of the gradient vector there. Close one tap, then the other. Then train: with one shared
# table, and with a copy for the head that is equal at the start.

# %% id="rows-reached-figure" role="show"
from tiedbook.widgets import two_taps

two_taps(E, tokens, ids=ids, targets=targets)

# %% [markdown] id="rows-reached-read"
# - `cat` and `ran` receive nothing through the lookup. Without the head they would stand still.
# - In the rows of `dog` and `the` the bar *together* is *shorter* than both others laid end to end. The two gradients of a row are vectors, and they rarely
#   point in the same direction. The vectors are added exactly; their lengths do not add up.
#
# A table that is tied therefore moves **as a whole**, at every step. This is why optimisers for sparse gradients, which skip rows that get nothing, are
# of no use for it: there is nothing to skip.
#
# And the copy? After the first step it is different. From then on the lookup moves one table and the head the other. Two tables that start equal
# are not tied.

# %% [markdown] id="rows-reached-trial"
# ### What "richer supervision" can mean
#
# You may read that tying gives the table *richer supervision*. What can be counted is this. While this course was being written, we trained the model
# of Chapter 8 on another text than the one you will meet there. It had a vocabulary of 187 tokens. With the optimiser Adam and batches of 128 examples, we looked at
# ten moments between the beginning and the 900th step:
#
# - The lookup reached between 113 and 129 of the 187 rows in a batch. The head reached all 187, each time.
# - At the very beginning both gradients had the same length, 0.052 and 0.053. From the 100th step on, the head's was about two to three times as long.
# - The two were nearly at right angles: the cosine of the angle stayed between $-0.05$ and $+0.02$. So they hardly help and hardly hinder each other.
#
# So "richer" means **coverage**: rows of rare tokens move at every step, and not only when the token happens to be looked up. It also means that the
# head has the louder voice. This agrees with what [Press and Wolf](https://arxiv.org/abs/1608.05859) report: the tied table develops more like the
# scoring table of an untied model than like its lookup table. Chapter 8 lets you measure it.

# %% [markdown] id="tied-grad-exercise"
# ## Exercise: `tied_grad`
#
# Write `tied_grad(ids, grad_embedded, hidden, grad_logits)`. It returns the gradient of a table that is looked up *and* scores.
#
# - `ids` is an integer array of any shape, or anything that `np.asarray` turns into one. `grad_embedded` is $dX$ and `hidden` is $H$; both have the shape
#   `ids.shape + (d,)`. `grad_logits` is $dZ$, of shape `ids.shape + (V,)`.
# - The result has the shape $(V, d)$ and the type of `grad_logits`: the scatter-add of `grad_embedded`, plus the sum of the outer products of
#   `grad_logits` and `hidden` over all positions. The other arrays may be of another float type.
# - `TypeError` if the ids are not integers. `ValueError` if the shapes without their last axes are not all the same, or the widths of `grad_embedded` and
#   `hidden` differ. `IndexError` if an id is below 0 or not below $V$; its message names that id and $V$.
#
# `embed_backward` is there for you to use, if you like.

# %% id="tied_grad" exercise="tied_grad"
from solutions.ch06_one_table_two_gradients import tied_grad

# %% [markdown] id="tied-grad-hints" kind="hints" exercise="tied_grad"
# <details><summary>Hint 1: a nudge</summary>
#
# The formula has two terms, and you have met both. Which of the four arguments belong to the first term, and which to the second? Which argument tells
# you how many rows the table has?
#
# </details>
#
# <details><summary>Hint 2: the idea</summary>
#
# The lookup's part is what `embed_backward` computes. The head's part is a single matrix product, once all positions stand in one axis: reshape
# `grad_logits` to $(n, V)$ and `hidden` to $(n, d)$. Then the positions have to disappear from the product, and $V$ and $d$ have to stay. Which of the two
# is transposed?
#
# Add the two parts. If you add into one array, do it with a scatter-add: `grad[ids] += …` loses repeated ids, as in Chapter 2.
#
# Compare shapes before you compute. NumPy stretches an axis of length 1 without a word, and a reshape makes $(2, 3)$ and $(6)$ look alike.
#
# </details>
#
# <details><summary>Hint 3: almost the code</summary>
#
# ```python
# ids = np.asarray(ids)
# ...  # TypeError
# for array in (grad_embedded, hidden, grad_logits):
#     if array.shape[:-1] != ...:
#         raise ValueError("...")
# if grad_embedded.shape[-1] != ...:
#     raise ValueError("...")
# vocab_size, d = ..., hidden.shape[-1]
# lookup = embed_backward(ids, grad_embedded, vocab_size)  # refuses ids out of range
# head = grad_logits.reshape(ids.size, vocab_size).T @ ...
# return (lookup + head).astype(...)
# ```
#
# </details>

# %% id="tied_grad-core" exercise="tied_grad" part="core"
check("tied_grad", tied_grad, part="core")

# %% id="tied_grad-contract" exercise="tied_grad" part="contract"
check("tied_grad", tied_grad, part="contract")

# %% [markdown] id="tied-grad-solution" kind="reveal" exercise="tied_grad"
# <details><summary>The solution of <code>tied_grad</code>, for when you have tried</summary>
#
# {solution}
#
# `np.einsum("nv,nd->vd", ...)` says the head's part in another way. And there is a program with a single product: put the one-hot rows above
# `grad_logits`, put `grad_embedded` above `hidden`, and multiply the transposed first by the second.
#
# </details>

# %% [markdown] id="autograd"
# ## Both paths arrive at one parameter
#
# Nobody writes this sum in practice. An autograd does it by itself, *if* both uses go back to one and the same parameter. Here is the model in the
# course's own autograd. `shared` occurs twice:

# %% id="autograd-shared" role="show"
shared = Parameter(E)

rows = gather(shared, ids)
hidden = rows.tanh()
scores = hidden @ shared.T
scores.backward(cross_entropy_from_logits(scores.data, targets)[1])

float(np.abs(shared.grad - tied_grad(ids, rows.grad, hidden.data, scores.grad)).max())

# %% [markdown] id="autograd-shared-read"
# Your function and the autograd agree. (A tiny number such as `2.8e-17` would be agreement as well: sums in another order are rounded in another way.)
#
# There is no line of code for tying in `tiedbook/autograd.py`. Both operations name `shared` as a parent, both rules return a gradient for it, and
# `backward` adds whatever arrives. Now the same model with two parameters that begin with equal numbers:

# %% id="autograd-two" role="show"
lookup, head = Parameter(E), Parameter(E)

scores = gather(lookup, ids).tanh() @ head.T
scores.backward(cross_entropy_from_logits(scores.data, targets)[1])

rows_reached = [int(np.any(table.grad, axis=1).sum()) for table in (lookup, head)]

float(np.abs(lookup.grad + head.grad - shared.grad).max()), rows_reached

# %% [markdown] id="autograd-two-read"
# Each parameter keeps its own part: 2 rows through the lookup, 4 through the head. Added up, they are the gradient of the shared one. **Nothing added
# them up here**, because nobody said that the two belong together. That they hold equal numbers means nothing to an autograd.

# %% [markdown] id="drift"
# ## A copy drifts away
#
# Let both models train. The function takes steps of plain gradient descent, and after each step it notes the largest difference between the two tables.
# (The set `{lookup, head}` has only one element if both names mean the same parameter, so the shared table takes one step, not two.)


# %% id="drift-steps" role="show"
def train(lookup, head, steps=5):
    apart = []
    for _ in range(steps):
        scores = gather(lookup, ids).tanh() @ head.T
        scores.backward(cross_entropy_from_logits(scores.data, targets)[1])
        for parameter in {lookup, head}:
            parameter.data -= 0.5 * parameter.grad
            parameter.zero_grad()
        apart.append(round(float(np.abs(lookup.data - head.data).max()), 3))
    return apart


shared = Parameter(E)

{"shared": train(shared, shared), "copied": train(Parameter(E), Parameter(E))}

# %% [markdown] id="drift-read"
# The copy was a perfect copy, once. After one step the tables are 0.178 apart, and they keep moving apart, because two different gradients
# pull at them. A copied table is a good *start* for an untied model. It is not a tie.
#
# The same holds for plain arrays. Here are the three programs of the opening question:

# %% id="drift-programs" role="show"
step = np.full((4, 3), 0.1)
same = {}

table = E.copy()
W = table.copy()
table -= step
same[1] = np.array_equal(W, table)

table = E.copy()
W = table
table -= step
same[2] = np.array_equal(W, table)

table = E.copy()
W = table
table = table - step
same[3] = np.array_equal(W, table)

same

# %% [markdown] id="drift-programs-read"
# The answer is **C**: only in Program 2. In Program 3 the names `W` and `table` meant one array at first. But `table - step` makes a *new* array, and
# the last line lets the name `table` mean the new one. `W` still means the old one. One innocent line, and the tie is gone, without any message.
#
# So a tie is not a fact about numbers. It is a fact about **objects**: two names, or two layers, and one array in memory.

# %% [markdown] id="layouts"
# ## (V, d) or (d, V)?
#
# Papers and textbooks often write the head as $Z = H W$, with a matrix $W$ of shape $(d, V)$: one *column* for each token. Then the constraint reads
# $W = E^\top$, and the gradient has a transpose that ours lacks:
#
# $$dE = O^\top dX + (dW)^\top$$
#
# Nothing has changed but the layout. In this one, the head's gradient is $dW = H^\top dZ$. Transposed, it is $dZ^\top H$, our second term. The cell computes
# both:

# %% id="layouts-both" role="show"
W = E.T.copy()
dW = H.T @ dZ

W.shape, np.allclose(H @ W, H @ E.T), dW.shape, np.allclose(dW.T, dZ.T @ H)

# %% [markdown] id="layouts-read"
# Which layout do you meet in a library? Look at the shape of the weight:
#
# | layer | shape of its weight | computes | to tie |
# |---|---|---|---|
# | PyTorch, `nn.Embedding(V, d)` | $(V, d)$ | picks rows | – |
# | PyTorch, `nn.Linear(d, V)` | $(V, d)$ | $H W^\top$ | share the weight as it is |
# | a dense layer that stores (input, output), as in Keras | $(d, V)$ | $H W$ | transpose in the forward step |
#
# In PyTorch there is **nothing to transpose**: `nn.Linear` stores its weight as (output, input), and transposes when it computes. So the two weights
# have the same shape, and one can stand for both. In the other layout one cannot simply share the array; the head has to be written so that it
# transposes the table whenever it computes.

# %% [markdown] id="pytorch"
# ## One line of PyTorch
#
# ```python
# emb = nn.Embedding(V, d)
# head = nn.Linear(d, V, bias=False)
# head.weight = emb.weight
# ```
#
# The last line is the tie. Afterwards `head.weight is emb.weight` is true: there is one parameter, and both layers know it. The autograd does the
# rest.
#
# Several other lines look as if they did the same. The next cell tries three. For each it shows: is it the same parameter? Is it the same memory?
# How many numbers does the model count? And how far is the table, after one step of Adam with a rate of 0.01, from the one of a model that is really
# tied? (If PyTorch is not installed, the cell shows nothing, and the table below has the results.)

# %% id="pytorch-ties" role="show"
from importlib.util import find_spec

ties = {}
if find_spec("torch"):
    import torch
    from torch import nn

    def model(tie):
        torch.manual_seed(0)
        emb, head = nn.Embedding(9, 4), nn.Linear(4, 9, bias=False)
        tie(emb, head)
        return nn.ModuleList([emb, head])

    def step_of_adam(layers):
        emb, head = layers
        optimizer = torch.optim.Adam(layers.parameters(), lr=0.01)
        scores = head(torch.tanh(emb(torch.tensor([2, 1, 2]))))
        nn.functional.cross_entropy(scores, torch.tensor([1, 3, 0])).backward()
        optimizer.step()
        return emb.weight.detach()

    lines = {
        "head.weight=emb.weight": lambda emb, head: setattr(head, "weight", emb.weight),
        "head.weight.data.copy_(emb.weight.data)": lambda emb, head: head.weight.data.copy_(emb.weight.data),
        "head.weight=nn.Parameter(emb.weight)": lambda emb, head: setattr(head, "weight", nn.Parameter(emb.weight)),
    }
    tied = step_of_adam(model(lines["head.weight=emb.weight"]))
    for line, tie in lines.items():
        emb, head = layers = model(tie)
        same_memory = head.weight.data_ptr() == emb.weight.data_ptr()
        count = sum(parameter.numel() for parameter in layers.parameters())
        is_one = head.weight is emb.weight
        off = (step_of_adam(layers) - tied).abs().max().item()
        ties[line] = is_one, same_memory, count, round(off, 3)

ties

# %% [markdown] id="pytorch-ties-read"
# | line | same parameter | same memory | numbers | off after one step |
# |---|---|---|--:|--:|
# | `head.weight = emb.weight` | yes | yes | 36 | 0 |
# | `head.weight.data.copy_(emb.weight.data)` | no | no | 72 | 0.01 |
# | `head.weight = nn.Parameter(emb.weight)` | no | yes | 72 | 0.01 |
#
# (With PyTorch 2.13, $V = 9$ and $d = 4$.)
#
# The second line **copies** numbers. It is Program 1.
#
# The third is the most treacherous. `nn.Parameter(…)` makes a *new* parameter on the *same* memory. Both layers always show equal numbers. With plain
# gradient descent even the training is right: each parameter takes a step with its own part of the gradient, and both steps land in the same memory. But
# Adam keeps two averages and takes two full steps, where one is due. Weight decay, which shrinks every parameter a
# little at each step, shrinks the table twice. So neither equal numbers nor equal memory prove a tie. **`is` does.**

# %% [markdown] id="pytorch-traps"
# ### More traps
#
# - **The head's bias.** `nn.Linear` has a bias unless you say `bias=False`. It adds $V$ numbers that tying does not touch. GPT-2's head has none.
# - **Counting twice.** With a bias, our small model has $V d + V = 45$ parameters, and `parameters()` counts 45: it passes over a parameter that it has
#   met before. `state_dict()` lists the table under both names; its numbers add up to $2 V d + V = 81$. Chapter 7 meets this with GPT-2.
# - **The wrong start survives.** After `head.weight = emb.weight` the numbers are those of the *embedding*, which PyTorch draws with standard deviation 1.
#   As Chapter 2 showed, that is far too large for a head. In a trial run with 187 tokens the first loss was 10.5, where $\ln 187 = 5.23$
#   would be honest; with standard deviation 0.02 it was 5.23. So **tie first, then initialise.**
# - **Tied too late.** An optimiser that was made before the tie holds the head's old parameter, which no gradient reaches any more. Tie before you
#   hand the parameters to anything that collects or copies them: an optimiser, a wrapper for several devices.
# - **Weight decay for one of them.** One parameter has one decay. Put it into two groups of an optimiser, and PyTorch refuses.
# - **Replaced afterwards.** Giving one layer a new, larger table for new tokens leaves the other with the old one. So does `to_empty`, which
#   turns a model without memory into one with it. So does `load_state_dict(…, assign=True)`. Plain `load_state_dict`, `copy.deepcopy`
#   and moving a model to another device or type with `.to(…)` keep the tie.
# - **`padding_idx`.** It keeps the lookup from sending a gradient to the row of the padding. The head still sends one, so in a tied
#   table that row does not stay zero.
# - **`sparse=True`.** The head's gradient is dense, so their sum is dense as well, and an optimiser for sparse gradients cannot be used.

# %% [markdown] id="detect"
# ### Three tests for a tie
#
# 1. **Identity:** `head.weight is emb.weight`.
# 2. **Count:** the number of parameters is smaller by exactly $V d$ than that of the untied model.
# 3. **One step:** take one training step and compare the two tables. Use an optimiser such as Adam *and* compare with a model that is known to be
#    tied, or the wrapped parameter slips through.
#
# Do not rely on a flag in a configuration: look at the tensors. Chapter 8 has examples of models whose flag says one thing and whose weights say another.

# %% [markdown] id="same-exactly"
# ## Is the output the input, exactly?
#
# "Input and output embeddings are the same" is easily said. What is the same are the **numbers in the table**. What is done with them differs in
# four ways.
#
# **A row is picked; all rows are compared.** The lookup takes one row, because an id says which. The head is not told any id. It
# multiplies the hidden state by *every* row.
#
# **What is compared is not a row.** A hidden state is the result of the whole model. It need not resemble any row, and Chapter 4 showed that even a row
# of the table does not always win its own comparison: with our table, scoring the row of `dog` answers `cat`.
#
# **What enters the model is often not just the row.** GPT-2 adds a position vector to each looked-up row, from a second table that is not tied to
# anything. The Transformer of 2017 adds one that is computed. Models with rotary positions add nothing; they turn other vectors later. So the
# sentence "the position is added to the embedding" is true of some models only. The head compares with the bare rows in all of them.
#
# **The two uses pull differently.** Their gradients reach different rows, and for one number of our example they nearly cancelled.

# %% [markdown] id="fake-tie-question"
# ## In your own words: the colleague's tie
#
# A colleague writes:
#
# > I have tied the weights of my model: `head.weight.data.copy_(emb.weight.data)`. Right after this line I compared the two tables, and
# > they are equal in every number. The training runs, and the loss falls. So the weights are tied.
#
# Is that right? Answer in five to eight sentences. Say what the line does, what happens to the two tables at the first training step and why, which
# two tests would have shown it, and which line your colleague needs.

# %% [markdown] id="fake-tie-written" written="fake-tie" points="4"
# *Double-click this text, and write your answer in place of the dots.*
#
# …

# %% [markdown] id="fake-tie-rubric" kind="rubric" written="fake-tie"
# <details><summary>What a full answer says</summary>
#
# - **1 point:** the line copies numbers once; there are still two parameters with memory of their own. Equal numbers at one moment are no tie.
# - **1 point:** at the first step the tables part, because they receive different gradients: the lookup's reaches only the rows of the batch, the head's
#   reaches all rows. A falling loss proves nothing, since an untied model learns as well.
# - **1 point:** two tests that would have shown it, such as `head.weight is emb.weight`, counting the parameters, or comparing the tables *after* a
#   step.
# - **1 point:** `head.weight = emb.weight`, and why it works: one parameter, at which both gradients arrive and are added.
#
# </details>

# %% [markdown] id="quiz"
# ## Quiz
#
# Decide before you look.

# %% id="quiz-widget" role="show"
from tiedbook.widgets import quiz

quiz("ch06_one_table_two_gradients")

# %% [markdown] id="quiz-items" kind="folded"
# ### The same items, to read

# %% [markdown] id="quiz-sum" kind="quiz"
# **1.** A number of a tied table gets $0.3$ through the lookup and $-0.5$ through the scores. What is its gradient?
#
# - **A.** $-0.1$
# - **B.** $-0.2$
# - **C.** $-0.5$
#
# <details><summary>Answer</summary>
#
# **B.** Both uses move when the number moves, so both rates are added: $0.3 - 0.5 = -0.2$.
#
# - **A** is the average. It would give a square of side $x$ the growth rate $x$, and not $2x$.
# - **C** is the larger of the two. The smaller one does not disappear.
#
# </details>

# %% [markdown] id="quiz-rows" kind="quiz"
# **2.** A tied model has 1,000 tokens. A batch has 64 positions with 40 different ids. How many rows of the table get a gradient?
#
# - **A.** 40
# - **B.** 64
# - **C.** 1,000
#
# <details><summary>Answer</summary>
#
# **C.** Through the scores every row gets one.
#
# - **A** is what the lookup reaches. It would be right for the lookup table of an untied model.
# - **B** counts positions. Repeated ids share a row.
#
# </details>

# %% [markdown] id="quiz-shape" kind="quiz"
# **3.** `hidden` has the shape $(n, d)$ and `grad_logits` $(n, V)$. Which product is the head's gradient in the layout of the table?
#
# - **A.** `grad_logits.T @ hidden`
# - **B.** `hidden.T @ grad_logits`
# - **C.** `grad_logits @ hidden.T`
#
# <details><summary>Answer</summary>
#
# **A.** $(V, n) \times (n, d) \to (V, d)$.
#
# - **B** has the shape $(d, V)$. It is the gradient of a head that is stored with one column for each token; transposed, it is right here too. Added as it
#   is, it raises an error, or, if $V = d$, gives wrong numbers.
# - **C** would sum over $V$ and $d$, which have to stay. Unless they happen to be equal, it raises an error.
#
# </details>

# %% [markdown] id="quiz-wrapped" kind="quiz"
# **4.** In a PyTorch model the head and the embedding share memory, but `head.weight is emb.weight` is false. What happens in training with Adam?
#
# - **A.** The tables drift apart.
# - **B.** They stay equal, and the training is that of a tied model.
# - **C.** They stay equal, and the training is not that of a tied model.
#
# <details><summary>Answer</summary>
#
# **C.** There are two parameters on one memory, so Adam takes two steps, each with a part of the gradient and an average of its own.
#
# - **A** is what happens to a copy. Here each step changes the memory of both.
# - **B** would be right for plain gradient descent, where two steps with two parts are one step with their sum.
#
# </details>

# %% [markdown] id="quiz-hidden" kind="quiz"
# **5.** The hidden states depend on the looked-up rows, which come from the same table. What has to be added to $O^\top dX + dZ^\top H$ for that?
#
# - **A.** Nothing: it is in $dX$.
# - **B.** A third term, with the derivative of $H$.
# - **C.** Nothing, since the effect is too small to matter.
#
# <details><summary>Answer</summary>
#
# **A.** $dX$ is the gradient of the loss with respect to the looked-up rows, and it follows everything that depends on them: hidden states, scores, loss.
#
# - **B** would count the way through the hidden states twice.
# - **C:** it is not small. In our example the lookup's part is longer than the head's.
#
# </details>

# %% [markdown] id="misconceptions"
# ## What people get wrong, and why it feels right
#
# **"The table gets the average of both gradients."** It feels fair that two voices should share one vote. *How to catch it:* nudge one number, or think
# of the square. *Better:* the sum. Nothing divides by two.
#
# **"Equal numbers mean tied weights."** It feels right because a tied model does have equal numbers. But so has a fresh copy. *How to catch it:*
# compare again after one step. *Better:* the same parameter, by `is`.
#
# **"Same memory means tied weights."** It feels like the deeper test, and it is deeper than equal numbers. *How to catch it:* count the parameters.
# *Better:* one parameter in the optimiser, with one average and one decay.
#
# **"The gradient needs a transpose: $(dW)^\top$."** It feels right because it is written so in many places, and it is right for a head that is stored as
# $(d, V)$. *How to catch it:* look at the shape of the weight. *Better:* in the layout $(V, d)$, and so in PyTorch, there is nothing to transpose.
#
# **"Tying is one trivial line everywhere."** It feels right to those who use PyTorch. *How to catch it:* print the shapes in your own library. *Better:*
# one line where both weights have the same layout; then initialise, and then look.
#
# **"Richer supervision."** It feels like an explanation. *How to catch it:* ask what is counted. *Better:* every row moves at every step, mostly pushed by
# the head; whether that helps is a matter for measurement.
#
# **"Rows that are not in the batch stand still, so use an optimiser that skips them."** It feels right because it is true of lookups. *How to catch
# it:* count the rows with a gradient. *Better:* true for an input table that is not tied.
#
# **"The model's input is the row of the token."** It feels right because the lookup comes first. *How to catch it:* read what happens between the lookup
# and the first layer. *Better:* in some models a position is added, in others nothing is.

# %% [markdown] id="formulas"
# ## Key formulas
#
# | what | formula |
# |---|---|
# | scores | $Z = H E^\top$ |
# | head's gradient | $dZ^\top H$: the sum of outer products over positions |
# | lookup's gradient | $O^\top dX$: scatter-add |
# | tied table | $dE = O^\top dX + dZ^\top H$ |
# | the reason | $L(E, E)$: one number, two uses, and both rates are added |
# | head stored as $(d, V)$ | $dW = H^\top dZ$ and $dE = O^\top dX + (dW)^\top$ |
# | rows reached | lookup: those of the batch; head: all $V$ |
# | the tie | `head.weight = emb.weight` |
# | the test | `head.weight is emb.weight` |

# %% [markdown] id="flashcards" kind="flashcards"
# ## Flashcards
#
# <details id="tied-gradient"><summary>What is the gradient of a tied table?</summary>
#
# The sum of two parts: the scatter-add of the lookup, $O^\top dX$, and the head's $dZ^\top H$.
#
# </details>
#
# <details id="added-not-averaged"><summary>Why are the two parts added and not averaged?</summary>
#
# One number has two uses. When it grows, both uses move the loss, and their effects add up. It is the rule by which $x \cdot x$ grows at the rate $2x$.
#
# </details>
#
# <details id="rows-reached"><summary>Which rows does each part reach?</summary>
#
# The lookup reaches the rows of the batch. The head reaches all rows, since the softmax gives every token some probability.
#
# </details>
#
# <details id="head-direction"><summary>In which direction does the head move the rows at one position?</summary>
#
# The row of the right token towards the hidden state, all others away from it, each by its probability.
#
# </details>
#
# <details id="states-depend-too"><summary>The hidden states depend on the table too. Where is that counted?</summary>
#
# In the lookup's part: $dX$ follows everything that depends on the looked-up rows.
#
# </details>
#
# <details id="tie-in-pytorch"><summary>How do you tie in PyTorch, and how do you test it?</summary>
#
# `head.weight = emb.weight`, and `head.weight is emb.weight`. Equal numbers and equal memory prove nothing.
#
# </details>
#
# <details id="tying-order"><summary>In which order: initialise, tie, make the optimiser?</summary>
#
# Tie, then initialise, then make the optimiser. Otherwise the embedding's own start survives, or the optimiser holds a parameter that nobody uses.
#
# </details>
#
# <details id="transposed-gradient"><summary>When does the formula for the tied gradient have a transpose of the head's gradient?</summary>
#
# When the head is stored as $(d, V)$, one column for each token. In the layout $(V, d)$ it has none.
#
# </details>

# %% id="flashcards-widget" role="show"
from tiedbook.widgets import flashcards

flashcards("ch06_one_table_two_gradients")

# %% [markdown] id="next"
# ## Where next
#
# **[Chapter 7 – Every parameter of GPT-2, by hand](ch07_counting_gpt2.ipynb).** You know now what tying does to the gradients. The next chapter counts what it does to the size
# of a model, to the last parameter, and explains why one of the most famous numbers of parameters is wrong.
#
# Back to [Chapter 5 – From scores to a loss you can trust](ch05_logits_to_loss.ipynb).
