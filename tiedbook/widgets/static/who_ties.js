/** Who ties: the models as a table that can be sorted by each column, and filtered. */
import { button, choice, field, h, marked, number, scroller, show, widget, write } from "./shared.js";

const NUMBERS = /** @type {const} */ (["V", "d", "parameters", "share", "change"]);
const COLUMNS = /** @type {const} */ (["model", "tied", "bias", ...NUMBERS]);

/**
 * Return the models that are to be seen, in order; equal ones from the smallest to the largest.
 * @param {Record<string, any>[]} models
 * @param {{column: string, descending: boolean, kind: string, search: string}} by
 */
export function chosen(models, { column, descending, kind, search }) {
  const wanted = search.trim().toLowerCase();
  const order = (/** @type {any} */ a, /** @type {any} */ b) => (typeof a === "string" ? a.localeCompare(b, "en", { numeric: true }) : Number(a) - Number(b));
  return models
    .filter(({ model, tied }) => model.toLowerCase().includes(wanted) && (kind === "all" || tied === (kind === "tied")))
    .sort((a, b) => (descending ? -1 : 1) * order(a[column], b[column]) || a.parameters - b.parameters);
}

const percent = (/** @type {number} */ share) => `${number(100 * share, 1)}%`;
const signed = (/** @type {number} */ share) => `${share > 0 ? "+" : ""}${percent(share)}`;

export default widget((w) => {
  const by = () => ({ column: w.get("column"), descending: w.get("descending"), kind: w.get("kind"), search: w.get("search") });
  const shown = () => chosen([...w.get("models")], by());
  w.root.append(
    h("div", { class: "tb-wide tb-controls wt-filter" }, kinds(w), field(w, { label: w.say("search"), value: () => w.get("search"), change: (search) => w.set({ search }), size: 14 })),
    h("div", { class: "tb-wide" }, scroller(w.say("caption"), table(w, shown))),
  );
  w.draw(() => w.tell(summary(w, shown())));
});

function kinds(w) {
  const options = ["all", "tied", "untied"].map((value) => ({ value, label: w.say(value) }));
  return choice(w, { label: w.say("kind"), options, value: () => w.get("kind"), change: (kind) => w.set({ kind }) });
}

/** How many tie among the first and among the last: that shows whether the order has to do with it. */
function summary(w, shown) {
  const column = w.say(`head.${w.get("column")}`);
  const all = w.get("models").length;
  if (shown.length === 0) {
    return w.say("none");
  }
  if (shown.length < all) {
    return w.say("some", { shown: shown.length, all, column });
  }
  const first = Math.ceil(all / 2);
  const tied = (/** @type {any[]} */ models) => models.filter((model) => model.tied).length;
  return w.say("halves", { column, first, last: all - first, upper: tied(shown.slice(0, first)), lower: tied(shown.slice(first)) });
}

function table(w, shown) {
  const heads = COLUMNS.map((column) => {
    const arrow = h("span", { class: "wt-arrow", "aria-hidden": "true" });
    const press = button(w.say(`head.${column}`), () => w.set({ column, descending: w.get("column") === column && !w.get("descending") }));
    press.append(arrow);
    const head = h("th", { scope: "col", class: NUMBERS.includes(/** @type {any} */ (column)) ? "tb-num" : "" }, press);
    w.draw(() => {
      const sorted = w.get("column") === column;
      head.setAttribute("aria-sort", sorted ? (w.get("descending") ? "descending" : "ascending") : "none");
      write(arrow, sorted ? (w.get("descending") ? "\u00a0▼" : "\u00a0▲") : "\u00a0↕");
    });
    return head;
  });
  const body = h("tbody");
  w.draw(() => show(body, ...shown().map((model) => row(w, model))));
  return h(
    "table",
    { class: "wt-table" },
    h("caption", {}, w.say("caption")),
    h("thead", {}, h("tr", {}, ...heads, h("th", { scope: "col" }, w.say("head.source")))),
    body,
  );
}

function row(w, model) {
  const said = (/** @type {boolean} */ is) => w.say(is ? "yes" : "no");
  const num = (/** @type {string} */ text) => h("td", { class: "tb-num" }, text);
  const bar = h("span", { class: "wt-bar", "aria-hidden": "true", style: `width:${100 * model.share}%` });
  return h(
    "tr",
    { class: model.tied ? "wt-tied" : "" },
    h("th", { scope: "row", translate: "no" }, model.model),
    h("td", { class: "wt-yes" }, model.tied ? `● ${said(true)}` : `○ ${said(false)}`),
    h("td", {}, said(model.bias)),
    num(number(model.V, 0)),
    num(number(model.d, 0)),
    num(number(model.parameters, 0)),
    h("td", { class: "tb-num wt-share" }, percent(model.share), bar),
    num(signed(model.change)),
    h("td", { class: "wt-source" }, ...source(w, model)),
  );
}

function source(w, { source: kind, at }) {
  const words = marked(w.say(`source.${kind}`, { name: at }));
  return at.startsWith("https://") ? [h("a", { href: at, target: "_blank", rel: "noopener" }, ...words)] : words;
}
