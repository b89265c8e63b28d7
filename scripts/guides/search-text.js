// A Vite plugin: `virtual:search-text` is the text of the guides in sections.
const NAME = "virtual:search-text";

/** @param sections what `buildGuides` found */
export const searchText = (sections) => ({
  name: "search-text",
  resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
  load: (id) => (id === `\0${NAME}` ? `export default ${JSON.stringify(sections)};` : null),
});
