/** Batch mates: the mean of a text moves with the padding that longer texts force on it, until the mask is on. */
import { digitsFor, h, linear, marked, number, put, scroller, show, slider, svg, theirValues, tidy, toggle, widget } from "./shared.js";

const SIDE = 290; // pixels of the plane

/**
 * Average a padded text.
 * @param {number[][]} vectors of its tokens
 * @param {number[]} pad vector of the padding
 * @param {number} length positions there are, padding included
 * @param {boolean} masked whether only the tokens count
 * @returns {{sum: number[], count: number, mean: number[]}}
 */
export function pooled(vectors, pad, length, masked) {
  const padded = masked ? 0 : length - vectors.length;
  const count = vectors.length + padded;
  const sum = pad.map((value, axis) => vectors.reduce((total, vector) => total + vector[axis], padded * value));
  return { sum, count, mean: sum.map((value) => value / count) };
}

export default widget((w) => {
  const n = w.get("vectors").length;
  const alone = () => pooled(w.get("vectors"), w.get("pad"), n, true);
  const here = () => pooled(w.get("vectors"), w.get("pad"), w.get("length"), w.get("masked"));
  const vector = (/** @type {number[]} */ values) => `[${values.map((value) => short(value)).join(", ")}]`;

  w.root.append(
    h("div", { class: "tb-wide bm-top" }, h("div", { class: "tb-panel" }, ...controls(w, n)), h("div", { class: "tb-panel" }, batch(w, n))),
    h("div", { class: "bm-view" }, plane(w, { alone, here, vector })),
    h("div", { class: "tb-panel" }, division(w, { alone, here, vector }), w.theirs()),
  );
  w.draw(() => {
    const { mean, count } = here();
    const { mean: first } = alone();
    const padded = w.get("length") - n;
    const still = mean.every((value, axis) => Math.abs(value - first[axis]) < 1e-9);
    const key = w.get("masked") ? "masked" : padded === 0 ? "none" : still ? "chance" : "moved";
    w.tell(w.say(key, { mean: vector(mean), alone: vector(first), padded, length: w.get("length"), count }));
  });
});

/** Write a number with as many digits as it needs, three at most. @param {number} value */
function short(value) {
  return number(tidy(value), digitsFor([value]));
}

function controls(w, n) {
  const length = slider(w, {
    label: "",
    min: n,
    max: w.get("longest"),
    step: 1,
    value: () => w.get("length"),
    change: (value) => w.set({ length: value }),
    text: (value) => number(value, 0),
  });
  length.firstChild.append(...marked(w.say("length")));
  const pad = (/** @type {0 | 1} */ axis) =>
    slider(w, {
      label: w.say(axis ? "pad.second" : "pad.first"),
      min: -w.get("reach"),
      max: w.get("reach"),
      step: 0.5,
      value: () => w.get("pad")[axis],
      change: (value) => w.set({ pad: w.get("pad").map((old, index) => (index === axis ? value : old)) }),
      text: short,
    });
  const mask = toggle(w, { label: w.say("mask"), value: () => w.get("masked"), change: (masked) => w.set({ masked }) });
  return [h("div", { class: "tb-sliders" }, length, pad(0), pad(1)), h("div", {}, mask)];
}

/** The batch as it lies in memory: every text as long as the longest, and what counts of yours. */
function batch(w, n) {
  const head = h("tr", {}, h("th", { scope: "col" }, w.say("position")));
  const own = h("tr", {}, h("th", { scope: "row" }, w.say("own")));
  const counted = h("tr", {}, h("th", { scope: "row" }, w.say("counted")));
  const mate = h("tr", {}, h("th", { scope: "row" }, w.say("mate")));
  const cell = (/** @type {number[]} */ values, /** @type {string} */ kind) =>
    h("td", { class: kind }, ...values.flatMap((value) => [h("span", {}, short(value)), " "]));
  const table = h("table", { class: "bm-batch" }, h("caption", {}, w.say("batch")), h("thead", {}, head), h("tbody", {}, own, counted, mate));
  w.draw(() => {
    const vectors = w.get("vectors");
    const masked = w.get("masked");
    const places = [...Array(w.get("length")).keys()];
    show(head, head.firstChild, ...places.map((place) => h("th", { scope: "col" }, String(place))));
    show(own, own.firstChild, ...places.map((place) => cell(vectors[place] ?? w.get("pad"), place < n ? "bm-token" : "bm-pad")));
    show(
      counted,
      counted.firstChild,
      ...places.map((place) => h("td", { class: place < n || !masked ? "bm-yes" : "bm-no" }, place < n || !masked ? "1" : "0")),
    );
    show(mate, mate.firstChild, ...places.map((place) => cell(vectors[place % n], "bm-token bm-other")));
  });
  return scroller(w.say("batch"), table);
}

/** Tokens and padding as points, the mean as an arrow, and the dots that it has passed or will pass. */
function plane(w, { alone, here, vector }) {
  const reach = w.get("reach");
  const x = linear([-reach, reach], [0, SIDE]);
  const y = linear([-reach, reach], [SIDE, 0]);
  const n = w.get("vectors").length;
  const node = svg("svg", { viewBox: `0 0 ${SIDE} ${SIDE}`, width: SIDE, height: SIDE, role: "img", class: "bm-plane" });
  const path = svg("line", { class: "bm-path" });
  const dots = [...Array(w.get("longest") - n + 1).keys()].map(() => svg("circle", { class: "bm-dot", r: 3 }));
  const arrow = svg("path", { class: "bm-arrow" });
  const home = svg("circle", { class: "bm-home", r: 9 });
  const own = svg("path", { class: "bm-theirs", d: "M-6-6 6 6M-6 6 6-6" });
  const pad = svg("path", { class: "bm-pad", d: "M0-8 8 0 0 8-8 0Z" });
  const name = svg("text", { class: "bm-name" });
  const padName = svg("text", { class: "bm-word" }, w.say("pad"));
  const points = w.get("vectors").map(() => svg("rect", { class: "bm-token", width: 12, height: 12 }));
  node.append(
    svg("line", { class: "tb-axis", x1: 0, x2: SIDE, y1: y(0), y2: y(0) }),
    svg("line", { class: "tb-axis", x1: x(0), x2: x(0), y1: 0, y2: SIDE }),
    path,
    ...dots,
    pad,
    padName,
    ...points,
    ...points.map((_, /** @type {number} */ index) => svg("text", { class: "bm-word bm-of" }, `${w.say("token")} ${index}`)),
    home,
    arrow,
    own,
    name,
  );
  const names = [...node.querySelectorAll(".bm-of")];
  w.draw(() => {
    const from = alone().mean;
    const to = here().mean;
    const padding = w.get("pad");
    put(path, { x1: x(from[0]), y1: y(from[1]), x2: x(padding[0]), y2: y(padding[1]) });
    dots.forEach((dot, index) => {
      const at = pooled(w.get("vectors"), padding, n + index, false).mean;
      put(dot, { cx: x(at[0]), cy: y(at[1]) });
    });
    w.get("vectors").forEach((point, index) => {
      put(points[index], { x: x(point[0]) - 6, y: y(point[1]) - 6 });
      const left = x(point[0]) > 70; // the arrow comes from the middle, so that a name beside a token is rarely crossed
      put(names[index], { x: x(point[0]) + (left ? -11 : 11), y: y(point[1]) + 4, "text-anchor": left ? "end" : "start" });
    });
    put(pad, { transform: `translate(${x(padding[0])} ${y(padding[1])})` });
    label(padName, x(padding[0]), y(padding[1]), -14);
    put(home, { cx: x(from[0]), cy: y(from[1]) });
    put(arrow, { d: arrowTo(x(0), y(0), x(to[0]), y(to[1])) });
    name.textContent = `T = ${w.get("length")}`;
    label(name, x(to[0]) + 38, y(to[1]), 4);
    const theirs = theirValues(w);
    own.style.display = theirs ? "" : "none";
    if (theirs) {
      put(own, { transform: `translate(${x(Number(theirs[0][0]))} ${y(Number(theirs[0][1]))})` });
    }
    node.setAttribute("aria-label", w.say("plane", { alone: vector(from), mean: vector(to) }));
  });
  return h("figure", { class: "bm-figure" }, node, h("figcaption", {}, w.say("path")));
}

/** Set a text above or below a point, inside the plane. */
function label(node, x, y, below) {
  put(node, { x: Math.min(SIDE - 36, Math.max(36, x)), y: y + below > 12 && y + below < SIDE - 4 ? y + below : y - below + 6, "text-anchor": "middle" });
}

/** The path of an arrow with a head of six pixels; a point where it has no length. */
function arrowTo(x1, y1, x2, y2) {
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (length < 1) {
    return `M${x1 - 3} ${y1}h6M${x1} ${y1 - 3}v6`;
  }
  const [a, b] = [((x2 - x1) / length) * 9, ((y2 - y1) / length) * 9];
  return `M${x1} ${y1}L${x2} ${y2}M${x2 - a - b * 0.6} ${y2 - b + a * 0.6}L${x2} ${y2}L${x2 - a + b * 0.6} ${y2 - b - a * 0.6}`;
}

/** Sum, count and mean of the text alone and in this batch, and what the learner's function says. */
function division(w, { alone, here, vector }) {
  const line = (/** @type {(Node | string)[]} */ name, /** @type {string} */ kind) => {
    const [sum, count, mean] = [0, 1, 2].map(() => h("td", { class: "tb-num" }));
    return { sum, count, mean, row: h("tr", { class: kind }, h("th", { scope: "row" }, ...name), sum, count, mean) };
  };
  const first = line([w.say("alone")], "");
  const now = line([w.say("here")], "bm-now");
  const own = line(marked(w.say("head.theirs")), "");
  w.draw(() => {
    for (const [{ sum, count, mean }, values] of [[first, alone()], [now, here()]]) {
      sum.textContent = vector(values.sum);
      count.textContent = String(values.count);
      mean.textContent = vector(values.mean);
    }
    const theirs = theirValues(w);
    own.row.hidden = theirs === null;
    own.mean.textContent = theirs ? vector(theirs[0].map(Number)) : "…";
  });
  return h(
    "table",
    { class: "bm-division" },
    h("caption", {}, w.say("division")),
    h("thead", {}, h("tr", {}, h("td"), ...["sum", "count", "mean"].map((key) => h("th", { scope: "col" }, w.say(key))))),
    h("tbody", {}, first.row, now.row, own.row),
  );
}
