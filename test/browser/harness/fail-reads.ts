// Reads that fail behind an open page.
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { RETRIES } from "../../../src/client/send.ts";
import type { Allowance } from "./faults.ts";

const why = "the test cuts the page's reads";
export const FAILED_READS: readonly Allowance[] = [
  { kind: "asset", what: /net::ERR_FAILED/, why },
  { kind: "console", what: /net::ERR_FAILED/, why },
];

/** Lets the page read everything again, of which the matching reads fail, and waits until it has shown that. */
export async function failReads(page: Page, matching: RegExp): Promise<void> {
  const failed: string[] = [];
  await page.route(matching, (route) => {
    failed.push(route.request().url());
    return route.abort();
  });
  await page.evaluate(() => {
    for (const type of ["offline", "online"]) dispatchEvent(new Event(type));
  });
  await expect.poll(() => failed.length > 0 && failed.length / new Set(failed).size).toBe(1 + RETRIES);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}
