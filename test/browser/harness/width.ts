// Checks that a page needs no horizontal scrolling on the narrowest screen (WCAG 2.2, 1.4.10 Reflow).
import type { Page } from "playwright-core";
import { VIEWPORTS } from "./page.ts";

/** Leaves the page at that width. @throws Error that names the elements that are too wide */
export async function noSidewaysScroll(page: Page): Promise<void> {
  await page.setViewportSize(VIEWPORTS.narrow);
  const wide = await page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) return [];
    return [...document.querySelectorAll("body *")]
      .filter((element) => element.getBoundingClientRect().right > width)
      .map((element) => `${element.tagName.toLowerCase()}.${element.className} ${element.textContent?.slice(0, 40)}`);
  });
  if (wide.length > 0) throw new Error(`${page.url()} is wider than 320 pixels:\n${wide.join("\n")}`);
}
