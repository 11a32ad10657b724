/** The edition that the learner reads in: the last one chosen in a workspace is the one its other chapters open in. */

/**
 * Let a chapter that was just opened come in the edition last chosen in its workspace, and note what is chosen in it.
 * @param {import("./chapter.js").Chapter} chapter
 * @param {(choice: import("./chapter.js").Choice) => Promise<void>} show what brings the chapter there
 */
export async function followWorkspace(chapter, show) {
  const { context, course } = chapter;
  chapter.addEventListener("swapped", () => {
    course.post("workspace", { path: context.localPath, ...chapter.shown }).catch(() => {}); // it is a convenience
  });
  const choice = await course.get("workspace", { path: context.localPath }).catch(() => null);
  const isFirst = chapter.wanted === null; // nothing was chosen meanwhile
  if (isFirst && !context.isDisposed && chapter.edition && course.edition(choice?.edition) && !chapter.shows(choice)) {
    await show(choice);
  }
}
