/** What of an open chapter is in no file: its cells, since Jupyter itself notes things beside them as soon as it opens one. */

export class Draft {
  /** @type {string} the cells as they were read or saved last */
  #saved;

  /** @param {any} context DocumentRegistry.IContext, ready */
  constructor(context) {
    this.context = context;
    this.#saved = cellsOf(context);
    context.saveState.connect((/** @type {any} */ _, /** @type {string} */ state) => {
      if (state.startsWith("completed")) {
        this.settle();
      }
    });
  }

  /** Note that the cells are in the file as they are here. */
  settle() {
    this.#saved = cellsOf(this.context);
  }

  /** Whether there are changes that could still get into the file, and are not in it. */
  get isUnsaved() {
    const { isDisposed, model, contentsModel } = this.context;
    return !isDisposed && model.dirty && contentsModel?.writable !== false && cellsOf(this.context) !== this.#saved;
  }
}

/** @param {any} context */
function cellsOf(context) {
  return JSON.stringify(context.model.sharedModel.cells.map((/** @type {any} */ cell) => cell.toJSON()));
}
