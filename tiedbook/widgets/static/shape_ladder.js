/** The shape ladder: the four arrays of the course to one scale, for any B, T, V and d. */
import { button, choice, h, linear, marked, number, slider, widget } from "./shared.js";

const SIDE = 220; // pixels of the longest axis
const GRID = 6; // pixels of one number, from which squares are worth drawing
const THIN = 3; // pixels; anything thinner is widened, and says so

// What a slider stops at: even steps to the eye, and the sizes of models that people know.
const STOPS = {
  B: [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64],
  T: [1, 2, 3, 4, 6, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096],
  V: [4, 8, 16, 32, 64, 128, 256, 512, 1000, 2000, 4000, 8000, 16000, 30522, 50257, 100000, 128256, 256000],
  d: [2, 3, 4, 8, 16, 32, 64, 128, 256, 512, 768, 1024, 1280, 1600, 2048, 4096, 8192],
};
const ITEM = { int32: 4, int64: 8, float16: 2, float32: 4, float64: 8 };

/**
 * Return the four arrays: shape, the letters of it, numbers down and to the right, and bytes.
 * @param {{B: number, T: number, V: number, d: number, id_type: string, number_type: string}} sizes
 */
export function arrays({ B, T, V, d, id_type, number_type }) {
  const rungs = [
    { name: "ids", shape: [B, T], letters: "(B, T)", down: "B × T", right: "", item: ITEM[id_type] },
    { name: "table", shape: [V, d], letters: "(V, d)", down: "V", right: "d", item: ITEM[number_type] },
    { name: "rows", shape: [B, T, d], letters: "(B, T, d)", down: "B × T", right: "d", item: ITEM[number_type] },
    { name: "scores", shape: [B, T, V], letters: "(B, T, V)", down: "B × T", right: "V", item: ITEM[number_type] },
  ];
  return rungs.map((rung) => {
    const count = rung.shape.reduce((product, length) => product * length, 1);
    const columns = rung.right ? rung.shape[rung.shape.length - 1] : 1;
    return { ...rung, columns, rows: count / columns, bytes: count * rung.item };
  });
}

/**
 * Return bytes in the unit that suits them; null where plain bytes do.
 * @param {number} bytes
 * @returns {string | null}
 */
export function readable(bytes) {
  for (const [unit, size] of /** @type {[string, number][]} */ ([["GB", 1e9], ["MB", 1e6], ["kB", 1e3]])) {
    if (bytes >= 10 * size || (bytes >= size && unit !== "kB")) {
      return `${number(bytes / size, 1)} ${unit}`;
    }
  }
  return null;
}

const shapeOf = (/** @type {number[]} */ shape) => `(${shape.map((length) => number(length, 0)).join(", ")})`;

/** @param {number[]} stops @param {number} value the place of the stop that is nearest by ratio */
export function nearestStop(stops, value) {
  const far = stops.map((stop) => Math.abs(Math.log(stop / value)));
  return far.indexOf(Math.min(...far));
}

export default widget((w) => {
  const state = () => arrays(Object.fromEntries(["B", "T", "V", "d", "id_type", "number_type"].map((name) => [name, w.get(name)])));
  const size = (/** @type {number} */ bytes) => readable(bytes) ?? w.say("bytes", { count: number(bytes, 0) });
  w.root.append(
    h("div", { class: "tb-panel sl-controls" }, presets(w), ...Object.keys(STOPS).map((name) => length(w, name)), types(w)),
    h("div", { class: "tb-panel sl-view" }, pictures(w, state), sizes(w, state, size)),
  );
  w.draw(() => w.tell(summary(w, state(), size)));
});

/** @param {any} w */
function presets(w) {
  const buttons = Object.entries(w.get("presets")).map(([name, sizes]) => {
    const one = button(w.say(`preset.${name}`), () => w.set(sizes));
    w.draw(() => one.setAttribute("aria-pressed", String(Object.entries(sizes).every(([key, value]) => w.get(key) === value))));
    return one;
  });
  return h("fieldset", {}, h("legend", {}, w.say("start")), h("div", { class: "sl-presets" }, ...buttons));
}

/** A slider over the stops of one letter; what Python or a preset has set between two stops is shown as it is. */
function length(w, name) {
  const stops = STOPS[name];
  const node = slider(w, {
    label: "",
    min: 0,
    max: stops.length - 1,
    step: 1,
    value: () => nearestStop(stops, w.get(name)),
    change: (place) => w.set({ [name]: stops[place] }),
    text: () => number(w.get(name), 0),
  });
  node.firstChild.append(...marked(w.say(name)));
  return node;
}

function types(w) {
  const of = (/** @type {string} */ trait, /** @type {string[]} */ names) =>
    choice(w, {
      label: w.say(trait),
      options: names.map((name) => ({ value: name, label: `\`${name}\`` })),
      value: () => w.get(trait),
      change: (value) => w.set({ [trait]: value }),
    });
  return h("div", { class: "sl-types" }, of("id_type", ["int32", "int64"]), of("number_type", ["float16", "float32", "float64"]));
}

/** Rectangles that stand on one line: the last axis runs to the right, the others run down. */
function pictures(w, state) {
  const names = state().map(({ name }) => name);
  const cards = names.map((/** @type {string} */ name) => {
    const block = h("div", { class: `sl-block sl-${name}` });
    const down = h("span", { class: "sl-down" });
    const right = h("span", { class: "sl-right" });
    return { block, down, right, node: h("div", { class: "sl-card" }, h("b", {}, w.say(name)), h("div", { class: "sl-stand" }, down, block), right) };
  });
  const shelf = h("div", { class: "sl-shelf", role: "img" }, ...cards.map(({ node }) => node));
  w.draw(() => {
    const rungs = state();
    const scale = SIDE / Math.max(...rungs.map(({ rows, columns }) => Math.max(rows, columns)));
    rungs.forEach((rung, index) => {
      const { block, down, right } = cards[index];
      const wide = rung.columns * scale;
      const tall = rung.rows * scale;
      block.style.width = `${Math.max(wide, THIN)}px`;
      block.style.height = `${Math.max(tall, THIN)}px`;
      block.classList.toggle("sl-thin", Math.min(wide, tall) < 1);
      block.style.backgroundSize = scale >= GRID ? `${scale}px ${scale}px` : "0 0";
      down.textContent = `${rung.down} = ${number(rung.rows, 0)}`;
      right.textContent = rung.right ? `${rung.right} = ${number(rung.columns, 0)}` : "";
    });
    const told = rungs.map(({ name, shape }) => `${w.say(name)} ${shapeOf(shape)}`).join("; ");
    shelf.setAttribute("aria-label", w.say("picture", { arrays: told }));
  });
  return h("figure", { class: "sl-figure" }, shelf, h("figcaption", {}, w.say("drawn")));
}

/** The bytes of each array, as a number and as a bar. */
function sizes(w, state, size) {
  const rows = state().map(({ name, letters }) => {
    const parts = { star: h("span", {}), shape: h("span", { translate: "no" }), value: h("td", { class: "tb-num" }), fill: h("span", { class: `tb-fill sl-${name}` }) };
    const head = h("th", { scope: "row" }, parts.star, w.say(name), " ", h("code", { translate: "no" }, letters), h("br"), parts.shape);
    return { ...parts, row: h("tr", {}, head, parts.value, h("td", { class: "tb-track", "aria-hidden": "true" }, parts.fill)) };
  });
  w.draw(() => {
    const rungs = state();
    const most = Math.max(...rungs.map(({ bytes }) => bytes));
    const at = linear([0, most], [0, 100]);
    rungs.forEach(({ bytes, shape }, index) => {
      const { row, star, value, fill, shape: shown } = rows[index];
      shown.textContent = shapeOf(shape);
      value.textContent = size(bytes);
      fill.style.width = `${at(bytes)}%`;
      star.textContent = bytes === most ? "★ " : "";
      row.classList.toggle("tb-top", bytes === most);
    });
  });
  return h("table", { class: "tb-bars sl-sizes" }, h("caption", {}, w.say("bytes.head")), h("tbody", {}, ...rows.map(({ row }) => row)));
}

function summary(w, rungs, size) {
  const most = Math.max(...rungs.map(({ bytes }) => bytes));
  const largest = rungs.filter(({ bytes }) => bytes === most).map(({ name }) => w.say(name));
  const first = w.say(largest.length > 1 ? "tied" : "largest", { array: largest.join(", "), size: size(most) });
  const positions = w.get("B") * w.get("T");
  const width = w.get("d");
  const key = positions > width ? "above" : positions < width ? "below" : "equal";
  const ratio = Math.max(positions / width, width / positions);
  const times = number(ratio, Number.isInteger(ratio) ? 0 : 1);
  return `${first} ${w.say(key, { times, positions: number(positions, 0), width: number(width, 0) })}`;
}
