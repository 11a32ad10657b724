/** JupyterLab's own menus in the language of the edition: offered, never forced, since it takes a new page. */

const SETTINGS = "@jupyterlab/translation-extension:plugin";

/** @type {Set<string>} locales offered since the page was loaded: nobody is asked twice */
const offered = new Set();

/**
 * Offer the language pack of the edition a chapter has just been switched to, if it is installed and not in use.
 * @param {import("./lab.js").Lab} lab
 * @param {any} settings ISettingRegistry
 * @param {import("./chapter.js").Chapter} chapter
 */
export async function offerMenus(lab, settings, chapter) {
  const locale = chapter.course.edition(chapter.edition)?.lab_locale;
  if (!locale || offered.has(locale)) {
    return;
  }
  const [{ composite }, { data }] = await Promise.all([
    settings.get(SETTINGS, "locale"),
    lab.requestTranslationsAPI("", "", {}, chapter.course.settings),
  ]);
  if (composite === locale || !(locale in data)) {
    return;
  }
  offered.add(locale);
  const say = (/** @type {string} */ code) => chapter.say(code);
  lab.Notification.info(say("lab.menus_offer"), {
    autoClose: false,
    actions: [
      {
        label: say("lab.menus_accept"),
        displayType: "accent",
        callback: async () => {
          await settings.set(SETTINGS, "locale", locale);
          lab.Notification.success(say("lab.menus_next"), {
            autoClose: false,
            // The page itself asks before unsaved work would be lost.
            actions: [{ label: say("lab.menus_reload"), callback: () => window.location.reload() }],
          });
        },
      },
    ],
  });
}
