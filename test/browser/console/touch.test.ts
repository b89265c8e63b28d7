// On a phone, every target is at least 40 pixels high and wide. Links inside text are excepted.
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPayment } from "../../harness/chain/wallet.ts";
import type { TestServer } from "../../harness/server/server.ts";
import { sharedServer } from "../../harness/server/shared-server.ts";
import { openConsole } from "../harness/console.ts";
import { CONSOLE_PAGES } from "../harness/console-pages.ts";
import { openPage } from "../harness/page.ts";

let server: TestServer;
let paymentId = "";
beforeAll(async () => {
  server = await sharedServer();
  paymentId = await createPayment(server);
});
afterAll(() => server.stop());

test.each([...CONSOLE_PAGES, "/payments/:payment", "/merchants/:merchant"])("%s", async (path) => {
  const page = await openConsole({
    server,
    path: path.replace(":payment", paymentId).replace(":merchant", server.merchantId),
    viewport: "phone",
    touch: true,
  });
  await expect.poll(() => page.locator(".mantine-Skeleton-root").count()).toBe(0);
  expect(await page.evaluate(smallTargets)).toEqual([]);
});

test("the sign-in", async () => {
  const page = await openPage({ server, viewport: "phone", touch: true });
  await page.goto("/console");
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(await page.evaluate(smallTargets)).toEqual([]);
});

test.each(["/payments", "/events"])("%s: a tap anywhere in a row opens the page of that row", async (path) => {
  for (const _ of [1, 2]) await createPayment(server);
  const page = await openConsole({ server, path, viewport: "phone", touch: true });
  await page.locator("#content li a").nth(2).waitFor();
  expect(await page.evaluate(tapsInRows)).toEqual([true, true, true, true, true, true]);
});

/** Runs in the page: whether taps at the top, in the middle and at the bottom of two rows hit the row's own link. */
function tapsInRows(): boolean[] {
  return [...document.querySelectorAll("#content li")].slice(0, 2).flatMap((row) => {
    const { left, top, width, height } = row.getBoundingClientRect();
    return [0.1, 0.5, 0.9].map((share) => {
      const hit = document.elementFromPoint(left + width / 2, top + height * share);
      return hit?.closest("a") === row.querySelector("a");
    });
  });
}

/** Runs in the page. */
function smallTargets(): string[] {
  const LEAST_PX = 40;
  const isInText = (target: Element): boolean =>
    getComputedStyle(target).display === "inline" && target.parentElement?.textContent !== target.textContent;
  return [...document.querySelectorAll<HTMLElement>("a[href], button, select, [role=combobox], [role=tab]")].flatMap(
    (target) => {
      const box = target.getBoundingClientRect();
      // A link may reach beyond its text, or cover its whole row.
      const after = getComputedStyle(target, "::after");
      const isLarger = after.position === "absolute" && after.content !== "none";
      const [width, height] = [Number.parseFloat(after.width), Number.parseFloat(after.height)];
      const [across, down] = isLarger ? [width, height] : [box.width, box.height];
      const isShown =
        box.width > 1 && box.height > 1 && target.checkVisibility() && target.closest("[aria-hidden=true]") === null;
      if (!isShown || isInText(target) || (across >= LEAST_PX && down >= LEAST_PX)) return [];
      return [`${target.outerHTML.slice(0, 160)}: ${Math.round(across)} x ${Math.round(down)}`];
    },
  );
}
