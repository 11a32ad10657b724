/** Widgets that were saved and whose kernel is gone: their picture or table instead of an error. */

const SWEEP_AFTER = 100; // milliseconds
const HTML = "text/html";

/**
 * Put the saved stand-in of each widget that has no model in the place of ipywidgets' error, for as long as the panel
 * is there. Nothing is changed in the notebook: run the cell, and the widget is back.
 * @param {any} panel NotebookPanel
 * @param {() => string} remark says how the widget comes back
 * @param {AbortSignal} signal
 */
export function showStandIns(panel, remark, signal) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;
  const sweep = () => {
    waiting = undefined;
    for (const node of lost(panel.content.node)) {
      show(panel, node, remark).catch((fault) => console.warn("No stand-in for a widget.", fault));
    }
  };
  const observer = new MutationObserver(() => {
    waiting ??= setTimeout(sweep, SWEEP_AFTER);
  });
  observer.observe(panel.content.node, { childList: true, subtree: true });
  signal.addEventListener("abort", () => {
    observer.disconnect();
    clearTimeout(waiting);
  });
  sweep();
}

/**
 * What ipywidgets shows where it has no model.
 * @param {HTMLElement} within
 * @returns {HTMLElement[]}
 */
function lost(within) {
  const views = [.../** @type {NodeListOf<HTMLElement>} */ (within.querySelectorAll(".jp-OutputArea-output.jupyter-widgets"))];
  return views.filter((node) => node.childElementCount === 0 && node.textContent?.startsWith("Error displaying widget"));
}

/**
 * @param {any} panel NotebookPanel
 * @param {HTMLElement} node
 * @param {() => string} remark
 */
async function show(panel, node, remark) {
  const area = panel.content.widgets.find((/** @type {any} */ cell) => cell.node.contains(node))?.outputArea;
  const index = area?.widgets.findIndex((/** @type {any} */ output) => output.node.contains(node)) ?? -1;
  const output = index < 0 ? null : area.model.get(index);
  if (!output?.data[HTML]) {
    return;
  }
  // The program's own renderer, which cleans the HTML of a notebook that is not trusted.
  const renderer = panel.content.rendermime.createRenderer(HTML);
  const { metadata, trusted } = output;
  await renderer.renderModel({ data: { [HTML]: output.data[HTML] }, metadata, trusted, setData: () => {} });
  const note = document.createElement("p");
  note.textContent = remark();
  node.replaceChildren(renderer.node, note);
}
