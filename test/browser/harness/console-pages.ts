import { readFileSync } from "node:fs";
import { resolve } from "node:path";

const ROUTER = resolve(import.meta.dirname, "../../../src/browser/console/router.tsx");

/** The pages of the console's router whose addresses name nothing, except for that of a till. */
export const CONSOLE_PAGES: readonly string[] = [...readFileSync(ROUTER, "utf8").matchAll(/at\("([^"$]+)"\)/g)]
  .map(([, path = ""]) => path)
  .filter((path) => path !== "/till");
