/** Two taps, one tank: both gradients of a table that is looked up and scores, shared or copied, step by step. */
import { bars, choice, h, linear, matrix, number, put, scroller, stepper, svg, theirValues, toggle, widget } from "./shared.js";

const DIGITS = 3;

/** @typedef {number[][]} Rows */

/**
 * Run the model forward and backward: look up, tanh, score, cross-entropy.
 * @param {Rows} lookedUp
 * @param {Rows} scoring
 * @param {number[]} ids
 * @param {number[]} targets
 * @returns {{lookup: Rows, head: Rows, loss: number}} the gradients of both tables, and the loss
 */
export function backward(lookedUp, scoring, ids, targets) {
  const zeros = () => lookedUp.map((row) => row.map(() => 0));
  const [lookup, head] = [zeros(), zeros()];
  let loss = 0;
  ids.forEach((id, position) => {
    const hidden = lookedUp[id].map(Math.tanh);
    const scores = scoring.map((row) => row.reduce((sum, value, k) => sum + value * hidden[k], 0));
    const most = Math.max(...scores);
    const powers = scores.map((score) => Math.exp(score - most));
    const total = powers.reduce((sum, power) => sum + power, 0);
    loss -= Math.log(powers[targets[position]] / total) / ids.length;
    const gradient = powers.map((power, j) => (power / total - (j === targets[position] ? 1 : 0)) / ids.length);
    hidden.forEach((value, k) => {
      const back = gradient.reduce((sum, one, j) => sum + one * scoring[j][k], 0);
      lookup[id][k] += back * (1 - value * value);
      gradient.forEach((one, j) => {
        head[j][k] += one * value;
      });
    });
  });
  return { lookup, head, loss };
}

/**
 * Train by plain gradient descent.
 * @param {{table: Rows, ids: number[], targets: number[], rate: number, steps: number, lookup: boolean, head: boolean,
 *   tie: string}} how
 * @returns {{lookedUp: Rows, scoring: Rows, apart: number[], lookup: Rows, head: Rows, loss: number}} both tables, their
 *   largest difference before the first step and after each, and the gradients that arrive next
 */
export function trained({ table, ids, targets, rate, steps, lookup, head, tie }) {
  let [lookedUp, scoring] = [table, table];
  const apart = [0];
  const shut = (/** @type {Rows} */ rows, /** @type {boolean} */ open) => (open ? rows : rows.map((row) => row.map(() => 0)));
  const next = () => {
    const now = backward(lookedUp, scoring, ids, targets);
    return { ...now, lookup: shut(now.lookup, lookup), head: shut(now.head, head) };
  };
  const minus = (/** @type {Rows} */ rows, /** @type {Rows} */ gradient) =>
    rows.map((row, j) => row.map((value, k) => value - rate * gradient[j][k]));
  for (let step = 0; step < steps; step += 1) {
    const now = next();
    if (tie === "share") {
      lookedUp = scoring = minus(lookedUp, added(now.lookup, now.head));
    } else {
      [lookedUp, scoring] = [minus(lookedUp, now.lookup), minus(scoring, now.head)];
    }
    apart.push(Math.max(...lookedUp.flatMap((row, j) => row.map((value, k) => Math.abs(value - scoring[j][k])))));
  }
  return { lookedUp, scoring, apart, ...next() };
}

/** @param {Rows} first @param {Rows} second @returns {Rows} */
function added(first, second) {
  return first.map((row, j) => row.map((value, k) => value + second[j][k]));
}

/** @param {Rows} rows the length of each */
function lengths(rows) {
  return rows.map((row) => Math.hypot(...row));
}

const INPUTS = ["table", "ids", "targets", "rate", "steps", "lookup", "head", "tie"];

export default widget((w) => {
  /** @type {ReturnType<typeof trained>} */
  let now;
  w.draw(() => {
    now = trained(/** @type {any} */ (Object.fromEntries(INPUTS.map((name) => [name, w.get(name)]))));
  });
  const current = () => now;
  w.root.append(
    h("div", { class: "tb-wide tt-controls" }, ...controls(w)),
    h("div", { class: "tb-wide" }, h("p", { class: "tt-lead" }, w.say("lengths")), gradients(w, current)),
    tables(w, current),
    drift(w, current),
    w.theirs(),
  );
  w.draw(() => w.tell(summary(w, now)));
});

function controls(w) {
  const most = w.get("most");
  const taps = ["lookup", "head"].map((tap) =>
    toggle(w, { label: w.say(`tap.${tap}`), value: () => w.get(tap), change: (open) => w.set({ [tap]: open }) }),
  );
  return [
    choice(w, {
      label: w.say("tie"),
      options: ["share", "copy"].map((value) => ({ value, label: w.say(value) })),
      value: () => w.get("tie"),
      change: (tie) => w.set({ tie }),
    }),
    h("div", { class: "tb-controls" }, ...taps),
    stepper(w, {
      label: w.say("steps"),
      next: w.say("next"),
      all: w.say("all"),
      count: most,
      value: () => w.get("steps"),
      change: (steps) => w.set({ steps }),
      text: (steps) => w.say("step", { steps, most }),
    }),
  ];
}

/** Bars of one scale: through either tap and together, or how far apart the rows of two tables are; and the learner's. */
function gradients(w, current) {
  const names = w.get("tokens");
  const column = (/** @type {string} */ key, /** @type {string} */ colour) =>
    bars({ caption: w.say(key), names, colour, digits: DIGITS });
  const [lookup, head, both, apart, own] = [
    column("lookup", "blue"),
    column("head", "ochre"),
    column("both", "green"),
    column("apart", "purple"),
    column("head.theirs", "purple"),
  ];
  w.draw(() => {
    const now = current();
    const shared = w.get("tie") === "share";
    const theirs = shared ? theirValues(w) : null;
    const sum = lengths(added(now.lookup, now.head));
    const [first, second] = [lengths(now.lookup), lengths(now.head)];
    const scale = /** @type {[number, number]} */ ([0, Math.max(...first, ...second, ...sum) || 1]);
    lookup.draw(first, scale);
    head.draw(second, scale);
    both.draw(sum, scale);
    const far = lengths(now.lookedUp.map((row, j) => row.map((value, k) => value - now.scoring[j][k])));
    apart.draw(far, [0, Math.max(...far) || 1]);
    own.node.hidden = theirs === null;
    if (theirs) {
      own.draw(lengths(theirs.map((row) => row.map(Number))), scale);
    }
    both.node.hidden = !shared;
    apart.node.hidden = shared;
    for (const [tap, { node }] of Object.entries({ lookup, head })) {
      node.caption.textContent = w.get(tap) ? w.say(tap) : w.say("closed", { tap: w.say(tap) });
      node.classList.toggle("tt-closed", !w.get(tap));
    }
  });
  return h("div", { class: "tt-bars" }, ...[lookup, head, both, apart, own].map(({ node }) => node));
}

/** The numbers of the one table, or of both. */
function tables(w, current) {
  const rows = w.get("tokens");
  const [one, first, second] = ["table", "table.lookup", "table.head"].map((key) => matrix({ caption: w.say(key), rows, digits: DIGITS }));
  w.draw(() => {
    const { lookedUp, scoring } = current();
    const shared = w.get("tie") === "share";
    const moved = (/** @type {number} */ j, /** @type {number} */ k) => (Math.abs(lookedUp[j][k] - scoring[j][k]) > 1e-9 ? "tt-differs" : "");
    one.draw(lookedUp);
    first.draw(lookedUp);
    second.draw(scoring, moved);
    one.node.hidden = !shared;
    first.node.hidden = second.node.hidden = shared;
  });
  return scroller(w.say("title"), h("div", { class: "tt-tables" }, one.node, first.node, second.node));
}

/** How far apart the numbers of both jobs are after each step, as far as steps have been taken. */
function drift(w, current) {
  const [width, height, pad] = [260, 130, 26];
  const most = w.get("most");
  const node = svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", class: "tt-drift" });
  const x = linear([0, most], [pad, width - pad]);
  const line = svg("path", { class: "tt-line" });
  const dots = [...Array(most + 1).keys()].map((step) => svg("circle", { class: "tt-dot", r: 3, cx: x(step) }));
  const value = svg("text", { class: "tt-value" });
  const ticks = [0, most].map((step) => svg("text", { x: x(step), y: height - 6, class: "tt-tick" }, String(step)));
  node.append(svg("line", { class: "tb-axis", x1: pad, x2: width - pad, y1: height - pad, y2: height - pad }), line, ...dots, value, ...ticks);
  w.draw(() => {
    const { apart } = current();
    const y = linear([0, Math.max(0.1, ...apart)], [height - pad, pad]);
    const last = apart.length - 1;
    put(line, { d: apart.map((far, step) => `${step ? "L" : "M"}${x(step)} ${y(far)}`).join("") });
    dots.forEach((dot, step) => {
      dot.style.display = step <= last ? "" : "none";
      put(dot, { cy: y(apart[step] ?? 0), r: step === last ? 5 : 3 });
    });
    value.textContent = number(apart[last], DIGITS);
    put(value, { x: Math.min(width - 22, x(last)), y: y(apart[last]) - 10 });
    node.setAttribute("aria-label", w.say("drift.told", { values: apart.map((far) => number(far, DIGITS)).join(", ") }));
  });
  return h("figure", { class: "tt-figure" }, h("figcaption", {}, w.say("drift")), node);
}

function summary(w, { lookup, head, loss, apart }) {
  const reached = (/** @type {number[][]} */ rows) => rows.filter((row) => row.some((value) => value !== 0)).length;
  const told = () => {
    if (!w.get("lookup") && !w.get("head")) {
      return w.say("dry");
    }
    if (w.get("tie") === "share") {
      return w.say("shared", { lookup: reached(lookup), head: reached(head), count: lookup.length });
    }
    const far = apart[apart.length - 1];
    return apart.length > 1 ? w.say("apart.told", { apart: number(far, DIGITS) }) : w.say("equal");
  };
  return `${told()} ${w.say("loss", { steps: w.get("steps"), loss: number(loss, DIGITS) })}`;
}
