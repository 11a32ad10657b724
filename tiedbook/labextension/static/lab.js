/** What this extension uses of the page's own packages: JupyterLab's copies, never copies of our own. */

/**
 * @typedef {Record<string, Record<string, {get: () => Promise<() => any>, loaded?: number | boolean}>>} Scope
 *   package name → version → how to get it; what JupyterLab hands to `init`
 */

/**
 * Order versions such as "4.10.0" after "4.9.1".
 * @param {string} one
 * @param {string} other
 */
const byVersion = (one, other) => one.localeCompare(other, "en", { numeric: true });

/**
 * Return a package that the page shares: the version it already runs, else the newest.
 * @param {Scope} scope
 * @param {string} name
 */
async function shared(scope, name) {
  const versions = scope[name] ?? {};
  const known = Object.keys(versions).sort(byVersion);
  const chosen = known.findLast((version) => versions[version].loaded) ?? known.at(-1);
  if (chosen === undefined) {
    throw new Error(
      `This page does not share ${name}; the edition menu needs JupyterLab 4.2 or Notebook 7.2 or newer.`,
    );
  }
  return (await versions[chosen].get())();
}

/**
 * Return the classes, tokens and functions that the other modules use, under the names their packages give them.
 * @param {Scope} scope
 */
export async function fromLab(scope) {
  const [apputils, coreutils, notebook, services, settings, translation, virtualdom, widgets] = await Promise.all(
    [
      "@jupyterlab/apputils",
      "@jupyterlab/coreutils",
      "@jupyterlab/notebook",
      "@jupyterlab/services",
      "@jupyterlab/settingregistry",
      "@jupyterlab/translation",
      "@lumino/virtualdom",
      "@lumino/widgets",
    ].map((name) => shared(scope, name)),
  );
  return Object.freeze({
    ICommandPalette: apputils.ICommandPalette,
    INotebookTracker: notebook.INotebookTracker,
    ISettingRegistry: settings.ISettingRegistry,
    IToolbarWidgetRegistry: apputils.IToolbarWidgetRegistry,
    Menu: widgets.Menu,
    Notification: apputils.Notification,
    ServerConnection: services.ServerConnection,
    URLExt: coreutils.URLExt,
    Widget: widgets.Widget,
    h: virtualdom.h,
    requestTranslationsAPI: translation.requestTranslationsAPI,
    showErrorMessage: apputils.showErrorMessage,
  });
}

/** @typedef {Awaited<ReturnType<typeof fromLab>>} Lab */
