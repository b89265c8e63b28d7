import { readFileSync } from "node:fs";

/** The package's version, and the versions of Node that it runs on. */
export const {
  version: VERSION,
  engines: { node: NODE_VERSIONS },
}: { readonly version: string; readonly engines: { readonly node: string } } = JSON.parse(
  readFileSync(new URL("../package.json", import.meta.url), "utf8"),
);
