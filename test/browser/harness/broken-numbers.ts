// Finds numbers that a page shows in two lines.
import type { Page } from "playwright-core";

/** The texts of the numbers, and of amounts with their symbol after a no-break space, that have a line break inside. */
export const brokenNumbers = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const broken: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      if (node.parentElement?.closest("script, code")) continue;
      for (const { 0: number, index } of (node.textContent ?? "").matchAll(/\p{Nd}[\p{Nd}.,٫٬]*(?:\u00a0\S+)?/gu)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + number.length);
        const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom / 8)));
        if (lines.size > 1) broken.push(number);
      }
    }
    return broken;
  });
