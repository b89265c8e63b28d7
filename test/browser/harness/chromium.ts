// One Chromium for all browser tests, started before them. Each page has its own context (page.ts), so tests
// share no state.
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** The address of the run's Chromium. */
    chromium: string;
  }
}

/** The headless shell first: it draws no window, which saves CPU. */
const USUAL_PLACES = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

const NOT_FOUND =
  "The browser tests need a Chromium, and none was found. On Debian and Ubuntu: apt-get install chromium-headless-shell " +
  "fonts-wqy-microhei fonts-hosny-amiri. One in another place is named by CHROMIUM=/path/to/chromium.";

/** Host names that resolve to this machine; no other name resolves. */
const RESOLVER_RULES = "MAP localhost 127.0.0.1, MAP *.localhost 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1";

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await chromium.launchServer({
    host: "127.0.0.1",
    executablePath: findChromium(),
    args: [
      `--host-resolver-rules=${RESOLVER_RULES}`,
      // Fixes the language of Chromium's own texts, such as the parts of a date field.
      "--lang=en-US",
      // A page lives for seconds: optimising its program costs more CPU than it saves.
      "--js-flags=--no-opt --no-maglev",
    ],
    // Chromium refuses to run as root with its sandbox, and containers run as root. It only loads our own pages.
    chromiumSandbox: process.getuid?.() !== 0,
  });
  project.provide("chromium", server.wsEndpoint());
  return () => server.close();
}

/** @throws Error that says how to install one */
function findChromium(): string {
  const { CHROMIUM } = process.env;
  if (CHROMIUM && !existsSync(CHROMIUM)) throw new Error(`CHROMIUM names ${CHROMIUM}, which does not exist.`);
  const found = CHROMIUM || USUAL_PLACES.find((path) => existsSync(path));
  if (!found) throw new Error(NOT_FOUND);
  return found;
}
