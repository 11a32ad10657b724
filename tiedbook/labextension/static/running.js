/** A cell that takes long says so, and how it is stopped. */

const LONG = 2; // seconds after which a cell counts as long
const TICK = 500; // milliseconds

/**
 * Show below the cell that is running for how long it has been, once that is more than two seconds.
 * @param {any} panel NotebookPanel
 * @param {() => string} words what is said of it
 * @param {AbortSignal} signal
 */
export function showLongRuns(panel, words, signal) {
  /** @type {any} */
  let cell = null;
  let since = 0;
  const line = document.createElement("div");
  line.className = "tiedbook-Running";
  const said = document.createElement("span");
  said.setAttribute("role", "status"); // read once: it is set when the line appears, and the seconds are not part of it
  const seconds = document.createElement("span");
  seconds.setAttribute("aria-hidden", "true");
  line.append(said, seconds);

  const look = () => {
    const running = theRunning(panel);
    if (running !== cell) {
      cell = running;
      since = performance.now();
      line.remove();
      said.textContent = "";
    }
    const taken = (performance.now() - since) / 1000;
    if (!cell || taken < LONG) {
      return;
    }
    if (!line.isConnected) {
      cell.inputArea?.node.after(line);
      said.textContent = words();
    }
    seconds.textContent = ` ${Math.floor(taken)} s`;
  };
  const timer = setInterval(look, TICK);
  signal.addEventListener("abort", () => {
    clearInterval(timer);
    line.remove();
  });
}

/**
 * The first cell that waits for the kernel: cells run in the order of the queue, and the one that runs now has waited
 * longest.
 * @param {any} panel NotebookPanel
 */
function theRunning(panel) {
  const busy = panel.sessionContext.session?.kernel?.status === "busy";
  if (!busy) {
    return null;
  }
  const waits = (/** @type {any} */ cell) => cell.model.type === "code" && cell.model.executionState === "running";
  const waiting = panel.content.widgets.filter(waits);
  return waiting.find((/** @type {any} */ cell) => cell.node.querySelector(".tiedbook-Running")) ?? waiting[0] ?? null;
}
