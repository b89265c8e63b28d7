// Screenshots for review, if PICTURES is set: test-pictures/<name>-{phone,desktop}-{light,dark}.png.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { VIEWPORTS } from "./page.ts";

const FOLDER = "test-pictures";
/** Pixels. Longer pages are cut to the viewport, because Chromium would take minutes to draw them. */
const HEIGHT_MAX = 4_000;

/** Takes all four screenshots and restores the page. They take longer than the rest of most tests. */
export async function takePictures(page: Page, name: string): Promise<void> {
  if (!process.env.PICTURES) return;
  mkdirSync(FOLDER, { recursive: true });
  const before = page.viewportSize();
  const wasDark = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
  for (const size of ["phone", "desktop"] as const) {
    await page.setViewportSize(VIEWPORTS[size]);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.evaluate(settled);
      const path = join(FOLDER, `${name}-${size}-${colorScheme}.png`);
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      // Not `fullPage`, for which Chromium stops emulating a touch screen.
      if (height <= HEIGHT_MAX)
        await page.setViewportSize({ ...VIEWPORTS[size], height: Math.max(height, VIEWPORTS[size].height) });
      await page.screenshot({ path, animations: "disabled" });
      await page.setViewportSize(VIEWPORTS[size]);
    }
  }
  if (before) await page.setViewportSize(before);
  await page.emulateMedia({ colorScheme: wasDark ? "dark" : "light" });
}

/** Runs in the page: waits for its fonts and for elements that lay themselves out again. */
async function settled(): Promise<void> {
  await document.fonts.ready;
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  await frame();
  await frame();
}
