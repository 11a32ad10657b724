/** Links from widgets to chapters: the program opens them beside the notebook that shows them, at their cell. */

/**
 * Open what a widget links to as a document instead of leaving the page.
 * @param {any} app JupyterFrontEnd
 * @param {any} tracker INotebookTracker
 */
export function followLinks(app, tracker) {
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[data-tiedbook-chapter]") : null;
    const plain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    const panel = link && plain && tracker.find((/** @type {any} */ { node }) => node.contains(link));
    if (panel) {
      event.preventDefault();
      const { tiedbookChapter: stem, tiedbookCell: cell } = /** @type {HTMLElement} */ (link).dataset;
      open(app, panel.context.path, `${stem}.ipynb`, cell).catch((fault) => console.warn("The link leads nowhere.", fault));
    }
  });
}

/**
 * @param {any} app
 * @param {string} from path of the notebook that holds the link
 * @param {string} name of the notebook to open, in the same folder
 * @param {string | undefined} cell to show; the beginning where there is none
 */
async function open(app, from, name, cell) {
  const path = from.includes("/") ? `${from.slice(0, from.lastIndexOf("/"))}/${name}` : name;
  const opened = await app.commands.execute("docmanager:open", { path });
  if (cell && opened?.context) {
    await opened.context.ready;
    opened.setFragment(`#cell-id=${cell}`);
  }
}
