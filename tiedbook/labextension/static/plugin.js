/** The plugin: one command for each edition, one control on each notebook, one `Chapter` for each open file. */

import { Chapter } from "./chapter.js?v=9340b65185740374";
import { bindControl, editionMenu, unboundControl } from "./control.js?v=d4dfdce3a9e99607";
import { Course } from "./course.js?v=9d7a2c3d5496a47d";
import { followFile, watchFile } from "./elsewhere.js?v=1d171e0d2221fdf5";
import { noteHints } from "./hints.js?v=367795d91799bf32";
import { keepKernelInformed } from "./kernel.js?v=422a94bf5c3437ba";
import { fromLab } from "./lab.js?v=29ea08ae2471078c";
import { followLinks } from "./links.js?v=eddb1017653d404c";
import { followWorkspace } from "./memory.js?v=f7cbf0482c0ea419";
import { offerMenus } from "./menus.js?v=2b602ab1467e8861";
import { offerFor } from "./offers.js?v=fd9ecd9e94d1cccd";
import { showLongRuns } from "./running.js?v=69ea06a8f618d3c2";
import { showStandIns } from "./standins.js?v=cac038a8b80a9adb";
import { offerBack, tell } from "./telling.js?v=431da760fa27acfb";
import { tellUnsaved } from "./unsaved.js?v=d3c644f48fe8ed3a";
import { View } from "./view.js?v=72dbff0055e64f2a";

/** @typedef {{edition: string, beside?: string, panel?: string}} Args arguments of the command */

const COMMAND = "tiedbook:edition";

/**
 * Return the plugin, made with the page's own packages.
 * @param {import("./lab.js").Scope} scope
 */
export async function edition(scope) {
  const lab = await fromLab(scope);
  return {
    id: "tiedbook-edition:plugin",
    description: "The edition menu of One Table, Two Jobs.",
    autoStart: true,
    requires: [lab.IToolbarWidgetRegistry, lab.INotebookTracker],
    optional: [lab.ICommandPalette, lab.ISettingRegistry],
    /**
     * @param {any} app JupyterFrontEnd
     * @param {any} toolbars IToolbarWidgetRegistry
     * @param {any} tracker INotebookTracker
     * @param {any} palette ICommandPalette or null
     * @param {any} settings ISettingRegistry or null
     */
    activate: (app, toolbars, tracker, palette, settings) => {
      const editions = new Editions(lab, app, tracker, palette, settings);
      followLinks(app, tracker);
      noteHints(tracker);
      toolbars.addFactory("Notebook", "tiedbook-edition", (/** @type {any} */ panel) => editions.control(panel));
    },
  };
}

/**
 * Say whether a menu should offer a choice: every edition, and beside the current one all others.
 * @param {Args} args
 * @param {Chapter | undefined} chapter
 */
function isOffered(args, chapter) {
  return chapter?.edition != null && (args.beside == null || args.edition === chapter.edition);
}

/** Everything that one page has of the edition menu. */
class Editions {
  /**
   * @param {import("./lab.js").Lab} lab
   * @param {any} app JupyterFrontEnd
   * @param {any} tracker INotebookTracker
   * @param {any} palette ICommandPalette or null
   * @param {any} settings ISettingRegistry or null
   */
  constructor(lab, app, tracker, palette, settings) {
    this.lab = lab;
    this.app = app;
    this.tracker = tracker;
    this.palette = palette;
    this.settings = settings;
    /** @type {WeakMap<object, Chapter>} context → chapter */
    this.chapters = new WeakMap();
    /** @type {Promise<Course> | null} */
    this.loading = null;
  }

  /**
   * Return the control of a panel; it appears once the panel shows a chapter, now or later.
   * @param {any} panel NotebookPanel
   */
  control(panel) {
    const widget = unboundControl(this.lab);
    const bind = () => {
      if (panel.isDisposed || !panel.content.model?.sharedModel.getMetadata("tiedbook")) {
        return;
      }
      panel.content.model.metadataChanged.disconnect(bind);
      this.#bind(panel, widget).catch((fault) => console.warn("The edition menu is not available.", fault));
    };
    panel.context.ready.then(() => {
      panel.content.model?.metadataChanged.connect(bind);
      bind();
    });
    return widget;
  }

  /**
   * @param {any} panel NotebookPanel that shows a chapter
   * @param {any} widget its control
   */
  async #bind(panel, widget) {
    const course = await this.#course();
    if (panel.isDisposed) {
      return;
    }
    const chapter = this.#chapter(panel.context, course);
    const closing = new AbortController();
    const { signal } = closing;
    const view = new View(panel);
    const menu = editionMenu(this.lab, this.app.commands, COMMAND, course, { panel: panel.id });
    panel.disposed.connect(() => {
      closing.abort();
      chapter.views.delete(view);
      menu.dispose();
    });
    chapter.views.add(view);
    chapter.addEventListener("swapped", () => view.draw(), { signal });
    chapter.addEventListener("change", () => view.speak(chapter.edition), { signal });
    view.speak(chapter.edition);
    bindControl(widget, chapter, menu, signal);
    showLongRuns(panel, () => chapter.say("lab.running"), signal);
    showStandIns(panel, () => chapter.say("lab.run_again"), signal);
    this.app.commands.notifyCommandChanged(COMMAND);
  }

  /**
   * @param {any} context DocumentRegistry.IContext
   * @param {Course} course
   */
  #chapter(context, course) {
    let chapter = this.chapters.get(context);
    if (!chapter) {
      chapter = new Chapter(context, course);
      keepKernelInformed(context.sessionContext, chapter);
      chapter.addEventListener("change", () => this.app.commands.notifyCommandChanged(COMMAND));
      this.chapters.set(context, chapter);
      this.#follow(chapter);
    }
    return chapter;
  }

  /**
   * Keep a chapter that was just opened, its file and its workspace together.
   * @param {Chapter} chapter
   */
  #follow(chapter) {
    const { contents } = this.app.serviceManager;
    const complain = (/** @type {unknown} */ fault) => console.warn("A chapter does not follow.", fault);
    tellUnsaved(chapter);
    watchFile(contents, chapter, () => followFile(this.lab, contents, chapter).catch(complain));
    followWorkspace(chapter, async (choice) => tell(this.lab, chapter, await chapter.choose(choice)))
      .then(async () => offerBack(this.lab, chapter, await offerFor(chapter)))
      .catch(complain)
      .then(() => this.#offerMenus(chapter));
  }

  /** Ask for the course when the first chapter is opened; ask again after a failure when the next one is. */
  #course() {
    this.loading ??= Course.load(this.lab, this.app.serviceManager.serverSettings).then(
      (course) => {
        this.#addCommands(course);
        return course;
      },
      (fault) => {
        this.loading = null;
        throw fault;
      },
    );
    return this.loading;
  }

  /** @param {Course} course */
  #addCommands(course) {
    const { commands } = this.app;
    commands.addCommand(COMMAND, {
      label: (/** @type {Args} */ args) => 
        this.#current(args)?.say("lab.edition", { edition: course.name(args) }) ?? "Edition",
      className: (/** @type {Args} */ args) => (args.beside ? "tiedbook-Edition-pair" : ""),
      isVisible: (/** @type {Args} */ args) => isOffered(args, this.#current(args)),
      isToggled: (/** @type {Args} */ args) => this.#current(args)?.shows(args) ?? false,
      execute: (/** @type {Args} */ args) => this.#switch(this.#current(args), args),
    });
    this.tracker.currentChanged.connect(() => commands.notifyCommandChanged(COMMAND));
    for (const choice of course.choices()) {
      this.palette?.addItem({ command: COMMAND, args: { ...choice }, category: "One Table, Two Jobs" });
    }
  }

  /**
   * The chapter of the panel that a menu names, else of the notebook at the front.
   * @param {Args} args
   * @returns {Chapter | undefined}
   */
  #current({ panel }) {
    const shown = panel ? this.tracker.find((/** @type {any} */ { id }) => id === panel) : this.tracker.currentWidget;
    return shown && this.chapters.get(shown.context);
  }

  /**
   * @param {Chapter | undefined} chapter
   * @param {Args} args
   */
  async #switch(chapter, { edition, beside }) {
    const result = await chapter?.choose({ edition, beside });
    if (!chapter || !result) {
      return;
    }
    tell(this.lab, chapter, result);
    if (!result.refusal) {
      await this.#offerMenus(chapter);
    }
  }

  /** @param {Chapter} chapter */
  async #offerMenus(chapter) {
    if (this.settings) {
      await offerMenus(this.lab, this.settings, chapter).catch((fault) => console.warn("No language packs.", fault));
    }
  }
}
