/** Which hints were opened: noted in the workspace by the notebook's own kernel, shown in the map of chapter 0. */

/**
 * Note each hint, and each solution, that a learner unfolds.
 * @param {any} tracker INotebookTracker
 */
export function noteHints(tracker) {
  const listen = (/** @type {Event} */ event) => {
    const fold = event.target;
    if (!(fold instanceof HTMLDetailsElement) || !fold.open || fold.matches(SECOND)) {
      return;
    }
    const panel = tracker.find((/** @type {any} */ { node }) => node.contains(fold));
    const cell = panel?.content.widgets.find((/** @type {any} */ { node }) => node.contains(fold));
    const { kind, exercise } = cell?.model.getMetadata("tiedbook") ?? {};
    if (typeof exercise !== "string" || !(kind === "hints" || kind === "reveal")) {
      return;
    }
    const folds = [...cell.node.querySelectorAll(`details:not(${SECOND})`)];
    note(panel.sessionContext.session?.kernel, exercise, kind === "reveal" ? SOLUTION : folds.indexOf(fold) + 1);
  };
  document.addEventListener("toggle", listen, true); // it does not bubble
}

const SOLUTION = 4; // after three hints
const SECOND = ".tiedbook-second"; // a passage in the second language: no hint

/**
 * @param {any} kernel IKernelConnection; without one nothing is noted
 * @param {string} exercise
 * @param {number} number
 */
function note(kernel, exercise, number) {
  const code = `__import__("tiedbook.study").study.hint(${JSON.stringify(exercise)}, ${number})`;
  const request = { code, silent: true, store_history: false, allow_stdin: false, stop_on_error: false };
  kernel?.requestExecute(request, true).done.catch(() => {}); // the kernel was restarted, or is gone
}
