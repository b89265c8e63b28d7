// A Vite plugin that builds the console with Preact, although its libraries import React: 45 KB less to load.
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const PREACT = {
  "react/jsx-runtime": "preact/jsx-runtime",
  "react/jsx-dev-runtime": "preact/jsx-runtime",
  "react-dom/client": "preact/compat/client",
};
const REACT = "\0react";
const from = join(fileURLToPath(new URL("..", import.meta.url)), "package.json");

export const preactAsReact = () => ({
  name: "preact-as-react",
  enforce: "pre",
  resolveId(id) {
    if (id === "react" || id === "react-dom") return REACT;
    return PREACT[id] ? this.resolve(PREACT[id], from) : null;
  },
  load: (id) => (id === REACT ? SOURCE : null),
});

/** Preact lacks Activity, which Mantine uses to hide what is folded: it keeps what was entered there. */
const SOURCE = `
import { createElement } from "preact/compat";
export * from "preact/compat";
export { default } from "preact/compat";
export const Activity = ({ mode, children }) =>
  createElement("div", { style: { display: mode === "hidden" ? "none" : "contents" } }, children);
`;
