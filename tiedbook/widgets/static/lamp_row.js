/** The lamp row: a one-hot vector times a table, added up term by term. */
import { digitsFor, h, marked, number, put, scroller, stepper, theirValues, widget } from "./shared.js";

/**
 * Return the products of lamp and row, and the sum of the first of them.
 * @param {number[][]} table
 * @param {number} lit
 * @param {number} added how many terms are in the sum
 */
export function termByTerm(table, lit, added) {
  const products = table.map((row, id) => row.map((value) => (id === lit ? 1 : 0) * value));
  const sum = table[0].map((_, column) => products.slice(0, added).reduce((total, row) => total + row[column], 0));
  return { products, sum };
}

export default widget((w) => {
  const table = w.get("table");
  const count = table.length;
  const d = table[0].length;
  const digits = digitsFor(table.flat());
  const texts = (/** @type {number[]} */ values) => values.map((value) => number(value, digits));
  const numbers = (/** @type {string} */ kind) => Array.from({ length: d }, () => h("td", { class: `tb-num ${kind}` }));

  w.root.append(
    h(
      "div",
      { class: "tb-wide" },
      stepper(w, {
        label: w.say("steps"),
        next: w.say("next"),
        all: w.say("all"),
        count,
        value: () => w.get("added"),
        change: (added) => w.set({ added }),
        text: (added) => w.say("step", { added, count }),
      }),
    ),
    h("div", { class: "tb-wide lr-box" }, scroller(w.say("caption"), lamps(w, { table, d, texts, numbers }))),
    w.theirs(),
    w.theirs("theirs_embed"),
  );
  w.draw(() => w.tell(summary(w, count, d)));
});

function summary(w, count, d) {
  const lit = w.get("lit");
  const added = w.get("added");
  const key = added === 0 ? "none" : added === count ? "done" : added > lit ? "lit" : "dark";
  const values = { added, lit, token: w.get("tokens")[lit], products: number(count * d, 0), wasted: number((count - 1) * d, 0) };
  return w.say(key, values);
}

/** One table: a lamp and a row in each line, what they make, and below them the sum beside the row that it should be. */
function lamps(w, { table, d, texts, numbers }) {
  const group = `tb-${Math.random().toString(36).slice(2)}`;
  const theirs = h("th", { scope: "col", class: "lr-theirs" }, ...marked(w.say("theirs.lamp")));
  const head = h(
    "tr",
    {},
    h("th", { scope: "col" }, w.say("token")),
    h("th", { scope: "col" }, w.say("lamp")),
    theirs,
    h("td", { class: "lr-sign" }),
    h("th", { scope: "colgroup", colspan: d }, w.say("row")),
    h("td", { class: "lr-sign" }),
    h("th", { scope: "colgroup", colspan: d }, w.say("product")),
  );
  const lines = table.map((/** @type {number[]} */ _, /** @type {number} */ id) => line(w, { id, group, numbers }));
  const sum = foot(w.say("sum"), "=", numbers("lr-sum"), d);
  const wanted = foot("", "", numbers("lr-wanted"), d);
  const embedded = foot("", "", numbers("lr-embed"), d);
  embedded.head.append(...marked(w.say("theirs.embed")));

  w.draw(() => {
    const lit = w.get("lit");
    const added = w.get("added");
    const { products, sum: total } = termByTerm(table, lit, added);
    const own = theirValues(w);
    const embed = theirValues(w, "theirs_embed");
    theirs.hidden = own === null;
    lines.forEach((one, id) => {
      const product = id < added ? texts(products[id]) : null;
      one.draw({ on: id === lit, row: texts(table[id]), product, own, last: id === added - 1 });
    });
    fill(sum.cells, added ? texts(total) : null);
    sum.row.classList.toggle("lr-equal", added > lit);
    wanted.head.textContent = w.say("wanted", { lit });
    fill(wanted.cells, texts(table[lit]));
    embedded.row.hidden = embed === null;
    fill(embedded.cells, embed ? texts(embed[0].map(Number)) : null);
    for (const { label } of [sum, wanted, embedded]) {
      label.colSpan = (own === null ? 3 : 4) + d;
    }
  });
  return h(
    "table",
    { class: "lr-table" },
    h("caption", {}, w.say("caption")),
    h("thead", {}, head),
    h("tbody", {}, ...lines.map(({ row }) => row)),
    h("tfoot", {}, sum.row, wanted.row, embedded.row),
  );
}

/** One id: its token, its lamp, which can be lit, its row, and lamp times row. */
function line(w, { id, group, numbers }) {
  const token = w.get("tokens")[id];
  const lamp = h("input", {
    type: "radio",
    name: group,
    class: "lr-lamp",
    "data-lm-suppress-shortcuts": true,
    "aria-label": w.say("light", { id, token }),
    onchange: () => w.set({ lit: id }),
  });
  const bit = h("span", { "aria-hidden": "true" });
  const own = h("td", { class: "tb-num lr-theirs" });
  const row = numbers("lr-row");
  const product = numbers("lr-product");
  const node = h(
    "tr",
    {},
    h("th", { scope: "row" }, `${id} `, h("span", { class: "lr-token", translate: "no" }, token)),
    h("td", {}, h("label", { class: "lr-bulb" }, lamp, bit)),
    own,
    h("td", { class: "lr-sign", "aria-hidden": "true" }, "×"),
    ...row,
    h("td", { class: "lr-sign", "aria-hidden": "true" }, "="),
    ...product,
  );
  return {
    row: node,
    draw({ on, row: values, product: made, own: lamps, last }) {
      lamp.checked = on;
      bit.textContent = on ? "1" : "0";
      put(node, { class: `${on ? "lr-on" : "lr-off"}${last ? " lr-last" : ""}${made ? "" : " lr-later"}` });
      own.hidden = lamps === null;
      own.textContent = lamps ? number(Number(lamps[0][id]), Number.isInteger(Number(lamps[0][id])) ? 0 : 2) : "…";
      fill(row, values);
      fill(product, made);
      product[0].title = made ? "" : w.say("waiting");
    },
  };
}

function foot(name, sign, cells, d) {
  const head = h("span", {}, name);
  const label = h("th", { scope: "row", colspan: 3 + d, class: "lr-name" }, head);
  return { head, label, cells, row: h("tr", {}, label, h("td", { class: "lr-sign", "aria-hidden": "true" }, sign), ...cells) };
}

/** @param {HTMLElement[]} cells @param {string[] | null} values */
function fill(cells, values) {
  cells.forEach((cell, column) => {
    cell.textContent = values ? values[column] : "·";
  });
}
