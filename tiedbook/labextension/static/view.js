/** One panel that shows a chapter: it keeps its place, and draws swapped prose at once. */

const SETTLED = 1500; // milliseconds after which math and images have their final height
const HANDS_ON = ["wheel", "touchstart", "pointerdown", "keydown"]; // from then on the reader scrolls, not we

export class View {
  /** @param {any} panel NotebookPanel */
  constructor(panel) {
    this.content = panel.content;
    this.scroller = panel.content.node.querySelector(".jp-WindowedPanel-outer") ?? panel.content.node;
  }

  /**
   * Remember which cell the reader looks at, and hold it where it is while heights change.
   * @returns {() => void} call it once the cells are swapped
   */
  keep() {
    const anchor = this.#anchor();
    if (!anchor) {
      return () => {};
    }
    const { node, top, share } = anchor;
    const hold = () => {
      const now = node.getBoundingClientRect();
      const drift = node.isConnected ? now.top + share * now.height - top : 0;
      if (Math.abs(drift) >= 1) {
        this.scroller.scrollTop += drift;
      }
    };
    return () => {
      hold();
      const observer = new ResizeObserver(hold);
      observer.observe(this.content.viewportNode ?? this.scroller.firstElementChild);
      const letGo = new AbortController();
      letGo.signal.addEventListener("abort", () => observer.disconnect());
      for (const hand of HANDS_ON) {
        document.addEventListener(hand, () => letGo.abort(), { capture: true, passive: true, signal: letGo.signal });
      }
      setTimeout(() => letGo.abort(), SETTLED);
    };
  }

  /**
   * Remember which cells the reader looks at and works in, while all of them are replaced.
   * @returns {() => void} call it once they are
   */
  comeBack() {
    const top = this.#inSight()[0]?.cell.model.id;
    const active = this.content.activeCell?.model.id;
    const place = (/** @type {string} */ id) =>
      this.content.widgets.findIndex((/** @type {any} */ cell) => cell.model.id === id);
    return () => {
      if (place(active) >= 0) {
        this.content.activeCellIndex = place(active);
      }
      if (place(top) >= 0) {
        this.content.scrollToItem(place(top), "start").catch(() => {}); // closed meanwhile
      }
    };
  }

  /**
   * Draw rendered prose now, what is in sight first; Jupyter would wait a second, in case more is typed. A cell that reads
   * as before is left as it is.
   */
  draw() {
    for (const cell of new Set([...this.#inSight().map(({ cell }) => cell), ...this.content.widgets])) {
      if (cell.model.type === "markdown" && cell.rendered) {
        cell.update();
      }
    }
  }

  /** @param {string | null} tag language of the notebook, for screen readers, hyphenation and spell checkers */
  speak(tag) {
    if (tag === null) {
      this.content.node.removeAttribute("lang");
    } else {
      this.content.node.lang = tag;
    }
  }

  /**
   * Find a point to hold: the top of the active cell if it is in sight, else the point at the upper edge, by the share
   * of the cell that is above it.
   */
  #anchor() {
    const edge = this.scroller.getBoundingClientRect();
    const inSight = this.#inSight();
    const active = inSight.find(({ cell, box }) => cell === this.content.activeCell && box.top >= edge.top);
    const chosen = active ?? inSight[0];
    if (!chosen) {
      return null;
    }
    const { cell, box } = chosen;
    const top = Math.max(box.top, edge.top);
    return { node: cell.node, top, share: (top - box.top) / box.height };
  }

  /** The cells that are on the screen, from top to bottom, with their boxes. */
  #inSight() {
    const edge = this.scroller.getBoundingClientRect();
    return /** @type {{cell: any, box: DOMRect}[]} */ (
      this.content.widgets
        .filter((/** @type {any} */ cell) => cell.node.isConnected)
        .map((/** @type {any} */ cell) => ({ cell, box: cell.node.getBoundingClientRect() }))
    ).filter(({ box }) => box.height > 0 && box.bottom > edge.top && box.top < edge.bottom);
  }
}
