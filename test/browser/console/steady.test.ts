// Pages don't jump while they load on a slow phone: the layout shift is at most what Core Web Vitals call good.
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPayment } from "../../harness/chain/wallet.ts";
import type { TestServer } from "../../harness/server/server.ts";
import { sharedServer } from "../../harness/server/shared-server.ts";
import { openConsole } from "../harness/console.ts";

/** https://web.dev/articles/cls */
const SHIFT_MAX = 0.1;
const SLOW = { offline: false, latency: 60, downloadThroughput: 400_000, uploadThroughput: 200_000 };
const CPU_SLOWER = 2;

let server: TestServer;
let paymentId = "";
beforeAll(async () => {
  server = await sharedServer();
  for (let count = 0; count < 12; count++) paymentId = await createPayment(server);
});
afterAll(() => server.stop());

test.each(["/", "/payments", "/payments/:id"])("%s stays in place while it loads", async (path) => {
  const page = await openConsole({ server, path: "/keys", viewport: "phone", touch: true });
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  await session.send("Network.emulateNetworkConditions", SLOW);
  await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWER });
  await page.addInitScript(watchShifts);
  await page.goto(`/console${path.replace(":id", paymentId)}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForLoadState("load");
  await expect
    .poll(() => page.locator("[role=status]:has(.mantine-Skeleton-root), .mantine-Skeleton-root").count())
    .toBe(0);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const { shift, sources } = await page.evaluate(() => Reflect.get(window, "shifts") as Shifts);
  expect(shift, sources.join("\n")).toBeLessThanOrEqual(SHIFT_MAX);
});

interface Shifts {
  shift: number;
  sources: string[];
}

/** Runs in the page. */
function watchShifts(): void {
  const shifts: Shifts = { shift: 0, sources: [] };
  Reflect.set(window, "shifts", shifts);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, sources, hadRecentInput } = entry as PerformanceEntry & {
        readonly value: number;
        readonly hadRecentInput: boolean;
        readonly sources: readonly {
          readonly node: Node | null;
          readonly previousRect: DOMRect;
          readonly currentRect: DOMRect;
        }[];
      };
      if (hadRecentInput) continue;
      shifts.shift += value;
      for (const { node, previousRect: was, currentRect: is } of sources) {
        const name = node instanceof Element ? `${node.tagName}.${node.className}` : (node?.textContent ?? "");
        shifts.sources.push(
          `${value.toFixed(3)} ${name.slice(0, 90)}: ${was.top}+${was.height} to ${is.top}+${is.height}`,
        );
      }
    }
  }).observe({ type: "layout-shift", buffered: true });
}
