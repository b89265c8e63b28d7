// Time to the first paint and to the heading of the console's pages, on slow 4G (1.6 Mbit/s, 150 ms) with a CPU 4 times
// slower, with an empty cache. `npm run bench:paint -- [--rounds N] [--dir DIR]`, beside a running `npm start`.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Browser, chromium } from "playwright-core";

const { values: given } = parseArgs({
  args: process.argv.slice(3),
  options: {
    rounds: { type: "string", default: "5" },
    dir: { type: "string", default: ".turnpike" },
    chromium: { type: "string", default: "/usr/bin/chromium" },
  },
});
const PAGES = ["/new-payment", "", "/payments", "/merchants"];
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const CPU_SLOWER = 4;

const { baseUrl, apiKey } = JSON.parse(readFileSync(join(given.dir, "dev.json"), "utf8")) as Record<string, string>;
const origin = `http://localhost:${new URL(baseUrl ?? "").port}`;

/** Milliseconds from the start of the navigation, and what was loaded until the heading. */
async function measure(browser: Browser, path: string, isSignedIn: boolean) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    if (isSignedIn) {
      const headers = { "turnpike-console": "1", origin };
      await context.request.post(`${origin}/console/api/session`, { data: { apiKey }, headers });
    }
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", SLOW_4G);
    await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWER });
    await page.goto(`${origin}/console${path}`, { waitUntil: "commit" });
    await page.getByRole("heading", { level: 1 }).waitFor();
    return await page.evaluate(() => {
      const files = performance.getEntriesByType("resource") as unknown as { encodedBodySize: number }[];
      return {
        heading: performance.now(),
        paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
        requests: files.length,
        bytes: files.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
      };
    });
  } finally {
    await context.close();
  }
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

const browser = await chromium.launch({ executablePath: given.chromium, chromiumSandbox: process.getuid?.() !== 0 });
try {
  console.log("page            first paint   heading   requests   KB");
  for (const [path, isSignedIn] of [["sign-in", false] as const, ...PAGES.map((page) => [page, true] as const)]) {
    const runs = [];
    for (let round = 0; round < Number(given.rounds); round++) {
      runs.push(await measure(browser, isSignedIn ? path : "", isSignedIn));
    }
    const [paint, heading] = [median(runs.map((run) => run.paint)), median(runs.map((run) => run.heading))];
    const { requests = 0, bytes = 0 } = runs[0] ?? {};
    console.log(
      `${(path || "/").padEnd(14)} ${paint.toFixed(0).padStart(9)} ms ${heading.toFixed(0).padStart(6)} ms ` +
        `${String(requests).padStart(10)} ${(bytes / 1_000).toFixed(0).padStart(4)}`,
    );
  }
} finally {
  await browser.close();
}
