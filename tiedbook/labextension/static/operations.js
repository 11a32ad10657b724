/** Operations by cell id: what they are made from, whether they still fit, and how they are applied. */

/**
 * @typedef {{op: "source", id: string, source: string, metadata: Record<string, any>}
 *   | {op: "insert", after: string | null, cell: any}
 *   | {op: "remove", id: string}
 *   | {op: "notebook", metadata: Record<string, any>}} Operation
 */

/**
 * Return an open notebook as it stands, unsaved text included, without what no switch needs: outputs, attachments, and
 * the metadata of other extensions, which may hold the state of widgets.
 * @param {any} shared ISharedNotebook
 */
export function snapshot(shared) {
  return {
    nbformat: 4,
    nbformat_minor: 5,
    metadata: { tiedbook: shared.getMetadata("tiedbook") },
    cells: shared.cells.map((/** @type {any} */ cell) => ({
      id: cell.getId(),
      cell_type: cell.cell_type,
      metadata: cell.getMetadata(),
      source: cell.getSource(),
      ...(cell.cell_type === "code" ? { execution_count: null, outputs: [] } : {}),
    })),
  };
}

/**
 * Say whether operations made from a snapshot still fit the notebook: every cell they touch or follow reads as it did.
 * @param {any} shared ISharedNotebook
 * @param {{cells: any[]}} before
 * @param {Operation[]} operations
 */
export function fits(shared, before, operations) {
  const was = new Map(before.cells.map((cell) => [cell.id, cell]));
  const is = new Map(shared.cells.map((/** @type {any} */ cell) => [cell.getId(), cell]));
  const inserted = new Set();
  return operations.every((operation) => {
    if (operation.op === "notebook") {
      return true;
    }
    if (operation.op === "insert") {
      const { after, cell } = operation;
      inserted.add(cell.id);
      return !is.has(cell.id) && (after === null || is.has(after) || inserted.has(after));
    }
    const [then, now] = [was.get(operation.id), is.get(operation.id)];
    return then && now && now.cell_type === then.cell_type && now.getSource() === then.source;
  });
}

/**
 * Apply operations in one transaction, which is one step to undo.
 * @param {any} shared ISharedNotebook
 * @param {Operation[]} operations that fit
 */
export function apply(shared, operations) {
  const cells = [...shared.cells];
  const ids = cells.map((cell) => cell.getId());
  const order = [...ids]; // as it comes to be: `shared.cells` shows nothing of a transaction before its end

  /** @type {Record<string, (operation: any) => void>} */
  const perform = {
    source({ id, source, metadata }) {
      const cell = cells[ids.indexOf(id)];
      cell.setSource(source);
      setMetadata(cell, metadata);
    },
    insert({ after, cell }) {
      const place = after === null ? 0 : order.indexOf(after) + 1;
      shared.insertCell(place, cell);
      order.splice(place, 0, cell.id);
    },
    remove({ id }) {
      const place = order.indexOf(id);
      shared.deleteCell(place);
      order.splice(place, 1);
    },
    notebook({ metadata }) {
      setMetadata(shared, metadata);
    },
  };
  shared.transact(() => operations.forEach((operation) => perform[operation.op](operation)));
}

/**
 * Set keys one by one, so that what other extensions keep there stays; a key that is null goes away.
 * @param {any} owner ISharedNotebook or ISharedCell
 * @param {Record<string, any>} metadata
 */
function setMetadata(owner, metadata) {
  for (const [key, value] of Object.entries(metadata)) {
    if (value === null) {
      owner.deleteMetadata(key);
    } else {
      owner.setMetadata(key, value);
    }
  }
}
