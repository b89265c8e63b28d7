// A page in a browser for one test: fresh, without cookies or storage, and watched. The test fails at its end where anything
// went wrong in it that nobody allowed (faults.ts).
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { inject, onTestFinished } from "vitest";
import type { TestServer } from "../../harness/server.ts";
import { type Allowance, type Fault, watchFaults } from "./faults.ts";

export const VIEWPORTS = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 900 },
  /** The narrowest that WCAG 2.2 asks for (1.4.10). */
  narrow: { width: 320, height: 568 },
} as const;

export interface PageOptions
  extends Pick<
    BrowserContextOptions,
    "colorScheme" | "locale" | "timezoneId" | "javaScriptEnabled" | "forcedColors" | "permissions"
  > {
  readonly server: Pick<TestServer, "baseUrl">;
  /** The phone's without it. */
  readonly viewport?: keyof typeof VIEWPORTS | { readonly width: number; readonly height: number };
  /** "reduce" without it: nothing moves while it is looked at. */
  readonly reducedMotion?: BrowserContextOptions["reducedMotion"];
  /** What goes wrong here on purpose. */
  readonly allows?: readonly Allowance[];
  /** Others that this test's pages may speak to: another server of the test. */
  readonly otherOrigins?: readonly string[];
}

/** Less than a test has, so that it fails with what was waited for. */
const PATIENCE_MS = 20_000;

let browser: Promise<Browser> | undefined;

/** The run's (chromium.ts), reached once by each worker. */
function theBrowser(): Promise<Browser> {
  browser ??= chromium.connect(inject("chromium"));
  return browser;
}

const faultsByPage = new WeakMap<Page, Fault[]>();

/** Paths given to `page.goto` are the server's. */
export async function openPage(options: PageOptions): Promise<Page> {
  const { server, viewport = "phone", reducedMotion = "reduce", allows = [], otherOrigins = [], ...rest } = options;
  const origin = originOf(server);
  const context = await (await theBrowser()).newContext({
    baseURL: origin,
    viewport: typeof viewport === "string" ? VIEWPORTS[viewport] : viewport,
    reducedMotion,
    serviceWorkers: "block",
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    ...rest,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const faults = await watchFaults(context, [origin, ...otherOrigins]);
  const page = await context.newPage();
  faultsByPage.set(page, faults);
  onTestFinished(async () => {
    for (const open of context.pages()) await lastWords(open);
    await context.close();
    expectNoFaults(faults, allows);
  });
  return page;
}

/** Where browsers reach a test's server: under the name that payment links have, which browsers take for secure. */
export const originOf = ({ baseUrl }: Pick<TestServer, "baseUrl">): string =>
  `http://localhost:${new URL(baseUrl).port}`;

/** What went wrong in a page so far; it is then forgotten. For tests of the watch itself. */
export async function takeFaults(page: Page): Promise<readonly Fault[]> {
  await lastWords(page);
  return faultsByPage.get(page)?.splice(0) ?? [];
}

/** What a page has reported comes in the order in which it happened: after this round trip all of it is here. */
async function lastWords(page: Page): Promise<void> {
  // A page that was closed, or goes elsewhere just now, has nothing more to say.
  await page.evaluate("0").catch(() => undefined);
}

function expectNoFaults(faults: readonly Fault[], allows: readonly Allowance[]): void {
  const isAllowed = ({ kind, what }: Fault) => allows.some((each) => each.kind === kind && each.what.test(what));
  const lines = faults.filter((fault) => !isAllowed(fault)).map(({ kind, what }) => `${kind}: ${what}`);
  if (lines.length === 0) return;
  throw new Error(`in the page went wrong:\n${[...new Set(lines)].join("\n")}\n(test/browser/harness/faults.ts)`);
}
