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

  /** Whether the file is not to be written, or cannot be. */
  get isReadOnly() {
    const { model, contentsModel } = this.context;
    return model.readOnly || contentsModel?.writable === false;
  }

  /** Whether there are changes that are not in the file. */
  get isEdited() {
    const { isDisposed, model } = this.context;
    return !isDisposed && model.dirty && cellsOf(this.context) !== this.#saved;
  }

  /** Whether there are changes that could still get into the file, and are not in it. */
  get isUnsaved() {
    return !this.isReadOnly && this.isEdited;
  }
}

/** @param {any} context */
function cellsOf(context) {
  return JSON.stringify(context.model.sharedModel.cells.map((/** @type {any} */ cell) => cell.toJSON()));
}
