/**
 * What all widgets share: a root that speaks an edition and fits its theme, controls, bars, matrices, numbers.
 *
 * A widget is one module that exports `widget(build)`. `build(w)` puts nodes into `w.root` and hands `w.draw` what to
 * repeat whenever the state changes. The state lives in the model, so that Python can read it and a new language can
 * build everything anew without losing it.
 */

const SVG = "http://www.w3.org/2000/svg";
const SPEAK_AFTER = 400; // milliseconds of rest before a screen reader is told

/** @typedef {Record<string, unknown>} Attributes an `on…` function becomes a listener, `true` an empty attribute */

/**
 * Make an HTML element.
 * @param {string} tag
 * @param {Attributes} [attributes]
 * @param {...(Node | string)} children
 * @returns {any}
 */
export function h(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/**
 * Make an SVG element.
 * @param {string} tag
 * @param {Attributes} [attributes]
 * @param {...(Node | string)} children
 * @returns {any}
 */
export function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * Set attributes of an element; `false`, null and undefined take one away.
 * @param {Element} node
 * @param {Attributes} attributes
 */
export function put(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      node.addEventListener(name.slice(2), /** @type {any} */ (value));
    } else if (value === false || value === null || value === undefined) {
      node.removeAttribute(name);
    } else if (node.getAttribute(name) !== (value === true ? "" : String(value))) {
      node.setAttribute(name, value === true ? "" : String(value));
    }
  }
}

/**
 * Set the text of an element; where it is there already, the page has nothing to lay out again.
 * @param {Node} node
 * @param {string} text
 */
export function write(node, text) {
  if (node.textContent !== text) {
    node.textContent = text;
  }
}

/**
 * Make an element's children like some that were built anew, and touch only what is different: the page lays out
 * little, and what has the focus keeps it. For what only shows: a listener does not move from a new node to an old one.
 * @param {Element} node
 * @param {...(Node | string)} children
 */
export function show(node, ...children) {
  const old = [...node.childNodes];
  children.forEach((child, index) => {
    const now = old[index];
    if (now === undefined) {
      node.append(child);
    } else if (now !== child && !alike(now, child)) {
      node.replaceChild(typeof child === "string" ? document.createTextNode(child) : child, now);
    }
  });
  old.slice(children.length).forEach((rest) => rest.remove());
}

/** Make a node like another, if they are of one kind. @param {any} node @param {any} wanted */
function alike(node, wanted) {
  if (typeof wanted === "string" || wanted.nodeType === Node.TEXT_NODE) {
    const text = typeof wanted === "string" ? wanted : wanted.data;
    if (node.nodeType === Node.TEXT_NODE && node.data !== text) {
      node.data = text;
    }
    return node.nodeType === Node.TEXT_NODE;
  }
  if (node.nodeName !== wanted.nodeName) {
    return false;
  }
  [...node.attributes].filter(({ name }) => !wanted.hasAttribute(name)).forEach(({ name }) => node.removeAttribute(name));
  put(node, Object.fromEntries([...wanted.attributes].map(({ name, value }) => [name, value])));
  show(node, ...wanted.childNodes);
  return true;
}

/**
 * @param {any} node
 * @param {Attributes} attributes
 * @param {(Node | string)[]} children
 */
function filled(node, attributes, children) {
  put(node, attributes);
  node.append(...children);
  return node;
}

/** @type {Record<number, Intl.NumberFormat>} by digits; to make one takes longer than to use it a hundred times */
const formats = {};

/**
 * Write a number as the course does: decimal point, comma between thousands, a real minus, no "−0.00".
 * @param {number} value
 * @param {number} [digits] after the decimal point
 */
export function number(value, digits = 2) {
  if (!Number.isFinite(value)) {
    return Number.isNaN(value) ? "nan" : value > 0 ? "∞" : "−∞";
  }
  formats[digits] ??= new Intl.NumberFormat("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const text = formats[digits].format(Math.abs(value));
  return value < 0 && /[1-9]/.test(text) ? `−${text}` : text;
}

/**
 * Return the linear map that takes `domain` to `range`.
 * @param {[number, number]} domain
 * @param {[number, number]} range
 * @returns {(value: number) => number}
 */
export function linear([from, to], [start, end]) {
  return (value) => start + ((value - from) / (to - from)) * (end - start);
}

/** @param {number} value @param {number} low @param {number} high */
export function clamp(value, low, high) {
  return Math.min(high, Math.max(low, value));
}

/** Round away what binary fractions add: 0.1 + 0.2 reads 0.3. @param {number} value */
export function tidy(value) {
  return Math.round(value * 1e6) / 1e6;
}

/**
 * Return how many digits after the point tell all of some numbers: 0 for [1, 3], 1 for [0.2, −0.5].
 * @param {number[]} values
 * @param {number} [most]
 */
export function digitsFor(values, most = 3) {
  const tells = (/** @type {number} */ digits) => values.every((value) => Math.abs(Number(value.toFixed(digits)) - value) < 1e-6);
  return [...Array(most).keys()].find(tells) ?? most;
}

/** Whether the reader wants nothing to move. */
export function calm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * One widget on a page.
 */
export class W {
  /**
   * @param {any} model anywidget's model
   * @param {HTMLElement} root
   * @param {AbortSignal} signal aborted when the widget goes, or is built anew
   */
  constructor(model, root, signal) {
    this.model = model;
    this.root = root;
    this.signal = signal;
    /** @type {(() => void)[]} */
    this.drawers = [];
    this.setting = false;
    this.stale = false;
    this.status = h("p", { class: "tb-status", role: "status" });
  }

  /**
   * Return a text of the edition, its {holes} filled.
   * @param {string} key
   * @param {Record<string, unknown>} [values]
   */
  say(key, values = {}) {
    const text = this.model.get("labels")[key] ?? key;
    return text.replace(/\{(\w+)\}/g, (/** @type {string} */ hole, /** @type {string} */ name) => values[name] ?? hole);
  }

  /** @param {string} name of a trait */
  get(name) {
    return this.model.get(name);
  }

  /**
   * Change the state: what depends on it is drawn at once, and the kernel hears of it.
   * @param {Record<string, unknown>} state
   */
  set(state) {
    this.setting = true; // drawn once, however many traits change
    for (const [name, value] of Object.entries(state)) {
      this.model.set(name, value);
    }
    this.setting = false;
    if (this.stale) {
      this.redraw();
    }
    // At once: an echo of an older state that came in between would undo what is not yet on its way. ipywidgets itself
    // keeps one message under way, so that a drag does not flood the kernel.
    this.model.save_changes();
  }

  /** Draw what depends on the state, or once the change that is under way is complete. */
  redraw() {
    this.stale = this.setting;
    if (!this.setting) {
      this.drawers.forEach((drawer) => drawer());
    }
  }

  /** Draw now and after each change of the state. @param {() => void} drawer */
  draw(drawer) {
    this.drawers.push(drawer);
  }

  /**
   * Show what is the case as a sentence; a screen reader reads it once nothing has changed for a moment.
   * @param {string} text
   */
  tell(text) {
    if (this.told === undefined) {
      this.status.textContent = text; // what is there at the start is read in its place, not called out
    }
    this.told = text;
    clearTimeout(this.speaking);
    this.speaking = setTimeout(() => {
      if (this.status.textContent !== text) {
        this.status.textContent = text;
      }
    }, SPEAK_AFTER);
  }

  /** What "Your function" says, a paragraph that is empty where there is nothing to say. @param {string} [trait] */
  theirs(trait = "theirs") {
    const node = h("p", { class: "tb-theirs" });
    this.draw(() => {
      const { state = "none", text = "" } = this.get(trait);
      node.dataset.state = state;
      node.hidden = text === "";
      show(node, ...marked(text));
    });
    return node;
  }
}

/**
 * Return what anywidget renders.
 *
 * Each change of the language builds everything anew; each change of the state only draws.
 * @param {(w: W) => void} build
 */
export function widget(build) {
  return {
    /** @param {{model: any, el: HTMLElement}} at */
    render({ model, el }) {
      let going = new AbortController();
      /** @type {W} */
      let w;
      const draw = () => w.redraw();
      const raise = () => {
        going.abort();
        going = new AbortController();
        const root = h("div", { class: "tb", role: "group", lang: model.get("lang"), "aria-label": labelOf(model) });
        w = new W(model, root, going.signal);
        build(w);
        if (!root.contains(w.status)) {
          root.append(w.status); // most widgets end with it
        }
        const focused = stops(el).indexOf(el.getRootNode().activeElement);
        el.replaceChildren(root);
        fitTheme(root, going.signal);
        draw();
        stops(el)[focused]?.focus(); // the same control, in other words
      };
      const words = ["change:labels", "change:lang"];
      words.forEach((event) => model.on(event, raise));
      model.on("change", draw);
      raise();
      return () => {
        going.abort();
        words.forEach((event) => model.off(event, raise));
        model.off("change", draw);
      };
    },
  };
}

/** What the Tab key stops at. @param {HTMLElement} el @returns {any[]} */
function stops(el) {
  return [...el.querySelectorAll("a, button, input, select, summary, [tabindex]")];
}

/** @param {any} model */
function labelOf(model) {
  return model.get("labels").title ?? "";
}

/**
 * Follow the theme of the page, in any host: what counts is the ground that the widget stands on.
 * @param {HTMLElement} root
 * @param {AbortSignal} signal
 */
function fitTheme(root, signal) {
  const fit = () => root.classList.toggle("tb-dark", isDark(root));
  const observer = new MutationObserver(() => requestAnimationFrame(fit));
  for (const node of [document.documentElement, document.body]) {
    observer.observe(node, { attributes: true });
  }
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", fit, { signal });
  signal.addEventListener("abort", () => observer.disconnect());
  requestAnimationFrame(fit); // only then is the root in the page
  fit();
}

/** @param {Element | null} node */
function isDark(node) {
  for (let at = node; at; at = at.parentElement) {
    const [red, green, blue, alpha = 1] = (getComputedStyle(at).backgroundColor.match(/[\d.]+/g) ?? []).map(Number);
    if (red !== undefined && alpha > 0.5) {
      return 0.299 * red + 0.587 * green + 0.114 * blue < 128;
    }
  }
  return false;
}

/**
 * Return a sentence as nodes, what stands between backticks as code.
 * @param {string} text
 * @returns {(Node | string)[]}
 */
export function marked(text) {
  return text.split("`").map((part, index) => (index % 2 ? h("code", { translate: "no" }, part) : part));
}

/**
 * Return what the learner's function gave for the state that is shown: null where there is nothing to show, undefined
 * while it is on its way.
 * @param {W} w
 * @param {string} [trait]
 * @returns {any}
 */
export function theirValues(w, trait = "theirs") {
  const { values = null, given = {} } = w.get(trait);
  const same = ([name, value]) => JSON.stringify(value) === JSON.stringify(w.get(name));
  return values === null || Object.entries(given).every(same) ? values : undefined;
}

/* ---------------------------------------------------------------- controls */

/**
 * A labelled slider. While it has the focus, JupyterLab's shortcuts leave its keys alone.
 * @param {W} w
 * @param {{label: string, min: number, max: number, step: number, value: () => number, change: (value: number) => void,
 *   text?: (value: number) => string}} how `text` is what is shown, and what a screen reader says
 */
export function slider(w, { label, min, max, step, value, change, text = (v) => number(v) }) {
  const input = h("input", { type: "range", min, max, step, "data-lm-suppress-shortcuts": true });
  const shown = h("span", { class: "tb-value", "aria-hidden": "true" });
  input.addEventListener("input", () => change(tidy(Number(input.value))));
  w.draw(() => {
    input.value = String(value());
    put(input, { "aria-valuetext": text(value()) });
    write(shown, text(value()));
  });
  return h("label", { class: "tb-control" }, h("span", {}, label), input, shown);
}

/**
 * A group of which one is chosen.
 * @param {W} w
 * @param {{label: string, options: {value: string, label: string}[], value: () => string,
 *   change: (value: string) => void}} how
 */
export function choice(w, { label, options, value, change }) {
  const name = `tb-${Math.random().toString(36).slice(2)}`;
  const inputs = options.map((option) =>
    h("input", {
      type: "radio",
      name,
      value: option.value,
      "data-lm-suppress-shortcuts": true,
      onchange: () => change(option.value),
    }),
  );
  w.draw(() => {
    for (const input of inputs) {
      input.checked = input.value === value();
    }
  });
  const labels = options.map((option, index) => h("label", {}, inputs[index], h("span", {}, ...marked(option.label))));
  return h("fieldset", { class: "tb-choice" }, h("legend", {}, label), h("div", {}, ...labels));
}

/**
 * A switch that is on or off.
 * @param {W} w
 * @param {{label: string, value: () => boolean, change: (value: boolean) => void}} how
 */
export function toggle(w, { label, value, change }) {
  const input = h("input", { type: "checkbox", "data-lm-suppress-shortcuts": true });
  input.addEventListener("change", () => change(input.checked));
  w.draw(() => {
    input.checked = value();
  });
  return h("label", { class: "tb-toggle" }, input, h("span", {}, ...marked(label)));
}

/**
 * Steps to be taken one by one or all at once, forth and back: a slider and two buttons.
 * @param {W} w
 * @param {{label: string, next: string, all: string, count: number, value: () => number,
 *   change: (value: number) => void, text: (value: number) => string}} how `count` is the number of steps
 */
export function stepper(w, { label, next, all, count, value, change, text }) {
  const track = slider(w, { label, min: 0, max: count, step: 1, value, change, text });
  const forward = button(next, () => change(Math.min(count, value() + 1)));
  const end = button(all, () => change(count));
  w.draw(() => {
    for (const one of [forward, end]) {
      put(one, { "aria-disabled": value() >= count ? "true" : null }); // it keeps the focus, so that keys go on working
    }
  });
  return h("div", { class: "tb-controls tb-row" }, forward, end, track);
}

/**
 * A button.
 * @param {string} label
 * @param {() => void} press
 * @param {Attributes} [attributes]
 */
export function button(label, press, attributes = {}) {
  return h("button", { type: "button", "data-lm-suppress-shortcuts": true, onclick: press, ...attributes }, label);
}

/**
 * A field for a text or a number; what is typed counts at once, and a text that is no number counts not at all.
 * @param {W} w
 * @param {{label: string, value: () => string, change: (text: string) => void, numeric?: boolean, size?: number}} how
 */
export function field(w, { label, value, change, numeric = false, size = 8 }) {
  const input = h("input", {
    type: "text",
    inputmode: numeric ? "decimal" : "text",
    size,
    autocomplete: "off",
    spellcheck: "false",
    "data-lm-suppress-shortcuts": true,
  });
  input.addEventListener("input", () => change(input.value));
  w.draw(() => {
    if (input.getRootNode().activeElement !== input) {
      input.value = value(); // never change what somebody is typing
    }
  });
  return h("label", { class: "tb-control" }, h("span", {}, label), input);
}

/**
 * A bare field for a number, for the middle of a sentence or of a table; the up and down arrows count. What is no
 * number between `low` and `high` is marked and does not count; it gives way to the number that does, once it is left.
 * @param {W} w
 * @param {{label: string, value: () => number, change: (value: number) => void, low: number, high: number,
 *   step?: number, whole?: boolean, size?: number}} how
 */
export function numberInput(w, { label, value, change, low, high, step = 1, whole = false, size = 4 }) {
  const input = h("input", {
    type: "text",
    inputmode: whole ? "numeric" : "decimal",
    size,
    autocomplete: "off",
    spellcheck: "false",
    "aria-label": label,
    "data-lm-suppress-shortcuts": true,
  });
  const show = () => {
    input.value = number(value(), whole ? 0 : digitsFor([value()], 6));
    input.removeAttribute("aria-invalid");
  };
  input.addEventListener("input", () => {
    const now = typed(input.value);
    const counts = now !== null && now >= low && now <= high && (!whole || Number.isInteger(now));
    put(input, { "aria-invalid": counts ? null : "true" });
    if (counts) {
      change(/** @type {number} */ (now));
    }
  });
  input.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const way = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (way) {
      event.preventDefault();
      change(tidy(clamp(value() + way * step, low, high)));
      show();
    }
  });
  input.addEventListener("blur", show);
  w.draw(() => {
    if (input.getRootNode().activeElement !== input) {
      show(); // never change what somebody is typing
    }
  });
  return input;
}

/**
 * Read a number as people type it: "0,5", "−3" and " 1 000" count, anything else is null.
 * @param {string} text
 * @returns {number | null}
 */
export function typed(text) {
  const plain = text.trim().replace("−", "-").replace(/(?<=\d)[\s_](?=\d)/g, "");
  const grouped = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain) ? plain.replaceAll(",", "") : plain.replace(",", ".");
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(grouped) ? Number(grouped) : null;
}

/**
 * A box for what may be wider than the screen; it scrolls sideways, by the arrow keys too.
 * @param {string} label its name for a screen reader
 * @param {...Node} children
 */
export function scroller(label, ...children) {
  return h("div", { class: "tb-scroll", tabindex: 0, role: "region", "aria-label": label, "data-lm-suppress-shortcuts": true }, ...children);
}

/**
 * A link to a chapter; in JupyterLab the extension opens it there, at its cell.
 * @param {string} text
 * @param {string} stem
 * @param {string} [cell] id of a cell, or name of an exercise
 */
export function toChapter(text, stem, cell = "") {
  const href = `${stem}.ipynb${cell ? `#cell-id=${cell}` : ""}`;
  return h("a", { href, "data-tiedbook-chapter": stem, "data-tiedbook-cell": cell }, text);
}

/* ------------------------------------------------------------ bars, matrices */

/**
 * A table with a bar in each row; a reader hears a table of numbers, the eye sees bars.
 * @param {{caption: string, names: string[], colour: string, digits?: number}} how `colour` is blue, ochre, green or purple
 * @returns {{node: HTMLElement, draw: (values: number[], domain: [number, number], top?: number | null) => void}} the row
 *   `top` is marked as the winner, by weight and by a star, since colour alone says nothing to some
 */
export function bars({ caption, names, colour, digits = 2 }) {
  const rows = names.map((name) => {
    const bar = h("span", { class: "tb-fill" });
    const value = h("td", { class: "tb-num" });
    const head = h("th", { scope: "row" }, name);
    const track = h("td", { class: "tb-track", "aria-hidden": "true" }, bar);
    return { row: h("tr", {}, head, value, track), head, value, bar, name };
  });
  const node = h(
    "table",
    { class: `tb-bars tb-${colour}` },
    h("caption", {}, ...marked(caption)),
    h("tbody", {}, ...rows.map(({ row }) => row)),
  );
  return {
    node,
    draw(values, domain, top = null) {
      const at = linear(domain, [0, 100]);
      const zero = clamp(at(0), 0, 100);
      rows.forEach(({ row, head, value, bar, name }, index) => {
        const end = clamp(at(values[index]), 0, 100);
        bar.style.left = `${Math.min(zero, end)}%`;
        bar.style.width = `${Number.isNaN(end) ? 0 : Math.abs(end - zero)}%`;
        write(value, number(values[index], digits));
        write(head, index === top ? `★ ${name}` : name);
        row.classList.toggle("tb-top", index === top);
      });
    },
  };
}

/**
 * A table of numbers.
 * @param {{caption: string, rows: string[], columns?: string[], digits?: number, format?: (value: number) => string}} how
 * @returns {{node: HTMLElement, draw: (values: number[][], mark?: (row: number, column: number) => string) => void}} `mark`
 *   returns the class of a cell: "tb-on", "tb-off" or ""
 */
export function matrix({ caption, rows, columns = [], digits = 2, format = (value) => number(value, digits) }) {
  const body = rows.map((name) => ({ head: h("th", { scope: "row" }, name), row: h("tr") }));
  const head = columns.length
    ? [h("thead", {}, h("tr", {}, h("td"), ...columns.map((name) => h("th", { scope: "col" }, name))))]
    : [];
  const node = h(
    "table",
    { class: "tb-matrix" },
    h("caption", {}, ...marked(caption)),
    ...head,
    h("tbody", {}, ...body.map(({ row }) => row)),
  );
  return {
    node,
    draw(values, mark = () => "") {
      body.forEach(({ row, head }, index) => {
        const cells = values[index].map((value, column) => h("td", { class: mark(index, column) }, format(value)));
        show(row, head, ...cells);
      });
    },
  };
}
