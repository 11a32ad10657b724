/** Undo and redo of a switch: the prose comes back by itself, and the edition noted on the notebook with it. */

const SWITCH = "tiedbook";

/**
 * Run a change of the notebook as one step of undo that remembers the edition.
 *
 * Notebook metadata are outside what Jupyter can undo, so the step carries them.
 * @param {any} shared ISharedNotebook
 * @param {() => void} change
 */
export function asOneStep(shared, change) {
  const { undoManager } = shared;
  const before = shared.getMetadata("tiedbook");
  undoManager.stopCapturing(); // else a step of the last half second would grow by this one
  change();
  undoManager.undoStack.at(-1)?.meta.set(SWITCH, { before, after: shared.getMetadata("tiedbook") });
  undoManager.stopCapturing();
}

/**
 * Let the noted edition follow when a switch is undone or done again.
 * @param {any} shared ISharedNotebook
 * @param {() => void} followed called once the metadata are back
 */
export function followUndo(shared, followed) {
  const { undoManager } = shared;
  undoManager.on("stack-item-popped", (/** @type {any} */ { stackItem, type }) => {
    const step = stackItem.meta.get(SWITCH);
    if (!step) {
      return;
    }
    const opposite = type === "undo" ? undoManager.redoStack : undoManager.undoStack;
    opposite.at(-1)?.meta.set(SWITCH, step);
    shared.transact(() => shared.setMetadata("tiedbook", type === "undo" ? step.before : step.after), false);
    followed();
  });
}
