/** The dot-product explorer: a hidden state among rows of the table, their scores, and three meanings of "closest". */
import { bars, button, choice, clamp, h, linear, marked, number, scroller, show, slider, svg, theirValues, tidy, widget } from "./shared.js";

const SIZE = 300;
const STEP = 0.1;
const MEASURES = /** @type {const} */ (["dot", "cosine", "distance"]);
const DASHES = ["", "6 3", "2 3", "8 3 2 3"]; // rows differ by their dashes too

/**
 * Measure every row against a hidden state.
 * @param {number[]} state
 * @param {number[][]} rows
 * @returns {{dot: number[], cosine: number[], distance: number[], softmax: number[], winners: Record<string, number>}} a row
 *   of zeros has no direction: its cosine is −∞, so that it never wins; equal values go to the lowest id
 */
export function measured(state, rows) {
  const dot = rows.map((row) => row[0] * state[0] + row[1] * state[1]);
  const length = Math.hypot(...state);
  const cosine = rows.map((row, id) => (Math.hypot(...row) && length ? dot[id] / Math.hypot(...row) / length : -Infinity));
  const distance = rows.map((row) => Math.hypot(row[0] - state[0], row[1] - state[1]));
  const most = Math.max(...dot);
  const powers = dot.map((score) => Math.exp(score - most));
  const total = powers.reduce((sum, power) => sum + power, 0);
  const winners = {
    dot: dot.indexOf(most),
    cosine: cosine.indexOf(Math.max(...cosine)),
    distance: distance.indexOf(Math.min(...distance)),
  };
  return { dot, cosine, distance, softmax: powers.map((power) => power / total), winners };
}

export default widget((w) => {
  const names = w.get("tokens");
  const reach = w.get("reach");
  const x = linear([-reach, reach], [0, SIZE]);
  const y = linear([-reach, reach], [SIZE, 0]);
  const vector = (/** @type {number} */ index) => (index < 0 ? w.get("h") : w.get("rows")[index]);
  const nameOf = (/** @type {number} */ index) => (index < 0 ? "h" : names[index]);

  const move = (/** @type {number} */ index, /** @type {number[]} */ to) => {
    const place = to.map((value) => tidy(clamp(value, -reach, reach)));
    w.set(
      index < 0
        ? { h: place, chosen: index }
        : { rows: w.get("rows").map((row, id) => (id === index ? place : row)), chosen: index },
    );
  };
  const stretch = (/** @type {number} */ index, /** @type {number} */ length) => {
    const now = vector(index);
    const before = Math.hypot(...now);
    move(index, before ? now.map((value) => (value / before) * length) : [length, 0]);
  };

  w.root.append(
    h("div", { class: "tb-panel" }, plane(w, { x, y, nameOf, vector, move, stretch }), theChosen(w, { nameOf, vector, move, stretch })),
    h(
      "div",
      { class: "tb-panel" },
      scores(w, names),
      probabilities(w, names),
      scroller(w.say("opinions"), opinions(w, names)),
      w.theirs(),
    ),
  );
  w.draw(() => {
    const { dot, softmax, winners } = measured(w.get("h"), w.get("rows"));
    const [score, cosine, distance] = MEASURES.map((measure) => names[winners[measure]]);
    const agree = score === cosine && cosine === distance;
    w.tell(
      w.say(agree ? "agree" : "disagree", {
        token: score,
        score: number(dot[winners.dot]),
        probability: number(softmax[winners.dot]),
        cosine,
        distance,
      }),
    );
  });
});

/** The plane with all arrows; every tip can be dragged, or moved with the arrow keys. */
function plane(w, { x, y, nameOf, vector, move, stretch }) {
  const node = svg("svg", { viewBox: `0 0 ${SIZE} ${SIZE}`, width: SIZE, height: SIZE, class: "dx-plane", role: "group" });
  node.setAttribute("aria-label", w.say("plane"));
  node.append(
    svg("line", { class: "tb-axis", x1: 0, x2: SIZE, y1: y(0), y2: y(0) }),
    svg("line", { class: "tb-axis", x1: x(0), x2: x(0), y1: 0, y2: SIZE }),
  );
  const circle = svg("circle", { class: "dx-nearest", fill: "none" });
  const ray = svg("line", { class: "dx-ray" });
  node.append(circle, ray);
  for (const index of [...w.get("rows").keys(), -1]) {
    node.append(...arrow(w, index, { node, x, y, nameOf, vector, move, stretch }));
  }
  w.draw(() => {
    const state = w.get("h");
    const { distance, winners } = measured(state, w.get("rows"));
    const radius = (Math.abs(x(1) - x(0)) * distance[winners.distance]);
    for (const [name, value] of Object.entries({ cx: x(state[0]), cy: y(state[1]), r: radius })) {
      circle.setAttribute(name, value);
    }
    const far = Math.hypot(...state) ? (2 * w.get("reach")) / Math.hypot(...state) : 0;
    ray.setAttribute("x1", x(-state[0] * far));
    ray.setAttribute("y1", y(-state[1] * far));
    ray.setAttribute("x2", x(state[0] * far));
    ray.setAttribute("y2", y(state[1] * far));
  });
  return node;
}

function arrow(w, index, { node, x, y, nameOf, vector, move, stretch }) {
  const reach = w.get("reach");
  const kind = index < 0 ? "dx-state" : "dx-row";
  const line = svg("line", { class: kind, x1: x(0), y1: y(0), "stroke-dasharray": index < 0 ? "" : DASHES[index % DASHES.length] });
  const foot = svg("line", { class: "dx-foot" });
  const name = svg("text", { class: kind, "text-anchor": "middle", "aria-hidden": "true" }, nameOf(index));
  const knob = svg("circle", {
    class: `dx-knob ${kind}`,
    r: index < 0 ? 9 : 7,
    tabindex: 0,
    role: "slider",
    "aria-roledescription": w.say("knob"),
    "aria-label": index < 0 ? w.say("state") : w.say("row", { token: nameOf(index) }),
    "aria-valuemin": 0,
    "aria-valuemax": tidy(reach * Math.SQRT2),
    "data-lm-suppress-shortcuts": true,
  });
  knob.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    knob.focus();
    knob.setPointerCapture(event.pointerId);
    const drag = (/** @type {PointerEvent} */ at) => {
      const box = node.getBoundingClientRect();
      const toward = linear([0, box.width], [-reach, reach]);
      move(index, [toward(at.clientX - box.left), -toward(at.clientY - box.top)].map((value) => Math.round(value * 20) / 20));
    };
    const end = () => knob.removeEventListener("pointermove", drag);
    knob.addEventListener("pointermove", drag);
    knob.addEventListener("pointerup", end, { once: true });
    knob.addEventListener("pointercancel", end, { once: true });
  });
  knob.addEventListener("keydown", (event) => {
    const step = event.shiftKey ? 5 * STEP : STEP;
    const [h1, h2] = vector(index);
    const length = Math.hypot(h1, h2);
    const act = {
      ArrowLeft: () => move(index, [h1 - step, h2]),
      ArrowRight: () => move(index, [h1 + step, h2]),
      ArrowUp: () => move(index, [h1, h2 + step]),
      ArrowDown: () => move(index, [h1, h2 - step]),
      PageUp: () => stretch(index, length + 5 * STEP),
      PageDown: () => stretch(index, Math.max(0, length - 5 * STEP)),
      Home: () => move(index, [0, 0]),
    }[event.key];
    if (act && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      act();
    }
  });
  knob.addEventListener("focus", () => w.get("chosen") === index || w.set({ chosen: index }));
  w.draw(() => {
    const [a, b] = vector(index);
    const length = Math.hypot(a, b);
    const state = w.get("h");
    line.setAttribute("x2", x(a));
    line.setAttribute("y2", y(b));
    knob.setAttribute("cx", x(a));
    knob.setAttribute("cy", y(b));
    knob.setAttribute("aria-valuenow", String(tidy(length)));
    knob.setAttribute("aria-valuetext", w.say("place", { x: number(a), y: number(b), length: number(length) }));
    const out = length ? 18 / length : 0;
    const [beside, level] = [x(a) + a * out, y(b) - b * out + 4];
    const within = clamp(beside, 12, SIZE - 12);
    const over = Math.abs(within - beside) > 4 || !length; // no room beyond the tip: the name stands above or below it
    name.setAttribute("x", within);
    name.setAttribute("y", over ? y(b) + (y(b) < 30 ? 22 : -13) : clamp(level, 12, SIZE - 4));
    const along = index < 0 || !Math.hypot(...state) ? 0 : (a * state[0] + b * state[1]) / (state[0] ** 2 + state[1] ** 2);
    foot.setAttribute("visibility", index < 0 ? "hidden" : "visible");
    foot.setAttribute("x1", x(a));
    foot.setAttribute("y1", y(b));
    foot.setAttribute("x2", x(along * state[0]));
    foot.setAttribute("y2", y(along * state[1]));
  });
  return [foot, line, name, knob];
}

/** Which arrow is chosen, and its two numbers and its length as sliders. */
function theChosen(w, { nameOf, vector, move, stretch }) {
  const chosen = () => w.get("chosen");
  const reach = w.get("reach");
  const options = [-1, ...w.get("rows").keys()].map((index) => ({ value: String(index), label: `\`${nameOf(index)}\`` }));
  const component = (/** @type {0 | 1} */ axis) =>
    slider(w, {
      label: w.say(axis ? "second" : "first"),
      min: -reach,
      max: reach,
      step: STEP,
      value: () => vector(chosen())[axis],
      change: (value) => move(chosen(), axis ? [vector(chosen())[0], value] : [value, vector(chosen())[1]]),
    });
  const length = slider(w, {
    label: w.say("length"),
    min: 0,
    max: tidy(Math.ceil(reach * Math.SQRT2)),
    step: STEP,
    value: () => Math.hypot(...vector(chosen())),
    change: (value) => stretch(chosen(), value),
  });
  return h(
    "div",
    { class: "tb-controls" },
    choice(w, {
      label: w.say("choose"),
      options,
      value: () => String(chosen()),
      change: (value) => w.set({ chosen: Number(value) }),
    }),
    h("div", { class: "tb-sliders" }, component(0), component(1), length),
    button(w.say("reset"), () => w.set({ ...w.get("start"), chosen: -1 })),
  );
}

function scores(w, names) {
  const table = bars({ caption: w.say("logits"), names, colour: "ochre" });
  w.draw(() => {
    const { dot, winners } = measured(w.get("h"), w.get("rows"));
    const far = Math.max(4, ...dot.map(Math.abs));
    table.draw(dot, [-far, far], winners.dot);
  });
  return table.node;
}

function probabilities(w, names) {
  const table = bars({ caption: w.say("softmax"), names, colour: "blue" });
  w.draw(() => {
    const { softmax, winners } = measured(w.get("h"), w.get("rows"));
    table.draw(softmax, [0, 1], winners.dot);
  });
  return table.node;
}

/** Each row's length and its three measures, the winner of each with a star; the learner's own scores where there are any. */
function opinions(w, names) {
  const heads = ["token", "length", ...MEASURES, "theirs"].map((key) => h("th", { scope: "col" }, ...marked(w.say(`head.${key}`))));
  const rows = names.map((/** @type {string} */ name) => h("tr", {}, h("th", { scope: "row" }, name)));
  w.draw(() => {
    const values = measured(w.get("h"), w.get("rows"));
    const theirs = theirValues(w);
    heads[5].hidden = theirs === null;
    rows.forEach((row, id) => {
      const cells = MEASURES.map((measure) => {
        const wins = values.winners[measure] === id;
        return h("td", { class: `tb-num${wins ? " dx-wins" : ""}` }, `${wins ? "★ " : ""}${number(values[measure][id])}`);
      });
      const own = theirs === null ? [] : [h("td", { class: "tb-num" }, theirs === undefined ? "…" : number(Number(theirs[id])))];
      show(row, row.firstChild, h("td", { class: "tb-num" }, number(Math.hypot(...w.get("rows")[id]))), ...cells, ...own);
    });
  });
  return h(
    "table",
    { class: "dx-opinions" },
    h("caption", {}, w.say("opinions")),
    h("thead", {}, h("tr", {}, ...heads)),
    h("tbody", {}, ...rows),
  );
}
