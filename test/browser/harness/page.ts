// A fresh browser page for one test, without cookies or storage. The test fails at its end if the page had a fault that
// it did not allow (faults.ts).
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { inject, onTestFinished } from "vitest";
import type { TestServer } from "../../harness/server/server.ts";
import { type Allowance, type Fault, watchFaults } from "./faults.ts";

export const VIEWPORTS = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 900 },
  /** The narrowest width that WCAG 2.2 requires (1.4.10). */
  narrow: { width: 320, height: 568 },
} as const;

export interface PageOptions
  extends Pick<
    BrowserContextOptions,
    "colorScheme" | "locale" | "timezoneId" | "javaScriptEnabled" | "forcedColors" | "permissions" | "serviceWorkers"
  > {
  readonly server: Pick<TestServer, "baseUrl">;
  /** Defaults to phone. */
  readonly viewport?: keyof typeof VIEWPORTS | { readonly width: number; readonly height: number };
  /** Defaults to "reduce", so that nothing moves. */
  readonly reducedMotion?: BrowserContextOptions["reducedMotion"];
  /** A device that is touched, not pointed at. */
  readonly touch?: boolean;
  /** Faults that the test causes on purpose. */
  readonly allows?: readonly Allowance[];
  /** Other origins that the page may contact, for example another server of the test. */
  readonly otherOrigins?: readonly string[];
}

/** Shorter than a test's timeout, so that failures name what was waited for. */
const PATIENCE_MS = 40_000;

let browser: Promise<Browser> | undefined;

/** The run's (chromium.ts), reached once by each worker. */
function theBrowser(): Promise<Browser> {
  browser ??= chromium.connect(inject("chromium"));
  return browser;
}

const faultsByPage = new WeakMap<Page, Fault[]>();

/** Paths given to `page.goto` are relative to the server. */
export async function openPage(options: PageOptions): Promise<Page> {
  const { server, viewport = "phone", reducedMotion = "reduce", touch = false, ...others } = options;
  const { allows = [], otherOrigins = [], ...rest } = others;
  const origin = originOf(server);
  const context = await (await theBrowser()).newContext({
    baseURL: origin,
    viewport: typeof viewport === "string" ? VIEWPORTS[viewport] : viewport,
    reducedMotion,
    hasTouch: touch,
    isMobile: touch,
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

/** A test server's origin as browsers reach it: the host of payment links, which browsers treat as secure. */
export const originOf = ({ baseUrl }: Pick<TestServer, "baseUrl">): string =>
  `http://localhost:${new URL(baseUrl).port}`;

/** Returns the page's faults so far and clears them. For tests of the watch itself. */
export async function takeFaults(page: Page): Promise<readonly Fault[]> {
  await lastWords(page);
  return faultsByPage.get(page)?.splice(0) ?? [];
}

/** A page reports in order: after this round trip, all earlier reports have arrived. */
async function lastWords(page: Page): Promise<void> {
  // A page that was closed or is navigating has nothing more to report.
  await page.evaluate("0").catch(() => undefined);
}

function expectNoFaults(faults: readonly Fault[], allows: readonly Allowance[]): void {
  const isAllowed = ({ kind, what }: Fault) => allows.some((each) => each.kind === kind && each.what.test(what));
  const lines = faults.filter((fault) => !isAllowed(fault)).map(({ kind, what }) => `${kind}: ${what}`);
  if (lines.length === 0) return;
  throw new Error(`the page had faults:\n${[...new Set(lines)].join("\n")}\n(test/browser/harness/faults.ts)`);
}
