/** The control in the notebook toolbar, "Edition: English ▾". */

// A menu button and not a native <select>: where a <select> is closed, Chromium and Firefox on Linux and Windows take each
// arrow key as a choice, so that the way to the third edition leads through the second; and toolbars use these keys too.

const FACE = `
<button type="button" class="tiedbook-Edition-button" aria-haspopup="menu" aria-expanded="false">
  <span></span>
  <svg viewBox="0 0 12 12" aria-hidden="true" focusable="false"><path d="M2.5 4.5 6 8l3.5-3.5"/></svg>
</button>
<span role="status" class="tiedbook-Edition-status"></span>`;

/**
 * Return the control of one panel, hidden until it is bound to a chapter of the course.
 * @param {import("./lab.js").Lab} lab
 */
export function unboundControl(lab) {
  const widget = new lab.Widget();
  widget.addClass("tiedbook-Edition");
  widget.hide();
  return widget;
}

/**
 * Let a control show the edition of a chapter, and change it.
 * @param {any} widget what `unboundControl` returned
 * @param {import("./chapter.js").Chapter} chapter
 * @param {any} menu from `editionMenu`
 * @param {AbortSignal} signal aborted when the panel closes
 */
export function bindControl(widget, chapter, menu, signal) {
  widget.node.innerHTML = FACE;
  const button = widget.node.querySelector("button");
  const status = widget.node.querySelector("[role=status]");

  const show = () => {
    const tag = chapter.edition;
    widget.setHidden(tag === null);
    if (tag === null) {
      return;
    }
    const label = chapter.say("lab.edition");
    widget.node.lang = tag;
    button.firstElementChild.textContent = label;
    menu.contentNode.setAttribute("aria-label", label);
    button.setAttribute("aria-disabled", String(chapter.isSwitching));
  };
  chapter.addEventListener("change", show, { signal });
  chapter.addEventListener("swapped", () => (status.textContent = chapter.say("lab.switched")), { signal });
  bindMenu(button, menu, chapter);
  show();
}

/**
 * Open the menu below its button, on the current edition, and give the focus back when it closes.
 * @param {HTMLButtonElement} button
 * @param {any} menu
 * @param {import("./chapter.js").Chapter} chapter
 */
function bindMenu(button, menu, chapter) {
  /** @type {any} */
  let cameFrom = null;

  const open = () => {
    if (chapter.isSwitching) {
      return;
    }
    cameFrom = document.activeElement;
    const { left, bottom } = button.getBoundingClientRect();
    menu.open(left, bottom);
    button.setAttribute("aria-expanded", "true");
  };
  menu.node.addEventListener("focus", () => {
    menu.activeIndex = menu.items.findIndex((/** @type {any} */ item) => item.isVisible && item.isToggled);
  });
  menu.aboutToClose.connect(() => {
    button.setAttribute("aria-expanded", "false");
    cameFrom?.focus({ preventScroll: true });
  });
  // As Jupyter's own buttons: the mouse leaves the focus in the notebook, and the toolbar does not move it.
  button.addEventListener("mousedown", (event) => event.preventDefault());
  button.addEventListener("click", (event) => {
    event.stopPropagation();
    open();
  });
  button.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") {
      event.preventDefault();
      event.stopPropagation();
      open();
    }
  });
}

/**
 * Return a menu with one entry for each edition, and one for each edition that can stand beside the current one; what is
 * shown is checked.
 * @param {import("./lab.js").Lab} lab
 * @param {any} commands CommandRegistry
 * @param {string} command the one that shows `args.edition`, with `args.beside`
 * @param {import("./course.js").Course} course
 * @param {object} args what the command needs besides
 */
export function editionMenu(lab, commands, command, course, args) {
  class Renderer extends lab.Menu.Renderer {
    /** @param {any} data Menu.IRenderData */
    renderLabel({ item }) {
      return lab.h.div({ className: "lm-Menu-itemLabel", lang: item.args.edition }, course.name(item.args));
    }

    /** @param {any} data Menu.IRenderData */
    createItemARIA({ item }) {
      return { role: "menuitemradio", "aria-checked": String(item.isToggled) };
    }
  }
  const menu = new lab.Menu({ commands, renderer: new Renderer() });
  menu.addClass("tiedbook-Edition-menu");
  const choices = course.choices();
  const alone = choices.filter(({ beside }) => !beside);
  const pairs = choices.filter(({ beside }) => beside);
  alone.forEach((choice) => menu.addItem({ command, args: { ...args, ...choice } }));
  pairs.forEach((choice) => menu.addItem({ command, args: { ...args, ...choice } }));
  return menu;
}
