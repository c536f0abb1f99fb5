/** The search: an index in the site itself. No service and no network. */
export const search = {
  provider: 'local',
  options: {
    miniSearch: {
      options: { tokenize: words },
      searchOptions: { combineWith: 'AND', prefix: true, fuzzy: 0.2, boost: { title: 4, text: 2, titles: 1 } },
    },
  },
};

/**
 * Finds a name such as on_existing as a whole and by its parts. The browser runs the source text of this function, so it must not use
 * other declarations.
 */
function words(text) {
  const names = text.match(/[\p{L}\p{N}_]+/gu) ?? [];
  return [...names, ...names.filter((name) => name.includes('_')).flatMap((name) => name.split('_').filter(Boolean))];
}
