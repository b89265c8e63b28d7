// Bytes and time until the console's pages can be used, on slow 4G (1.6 Mbit/s, 150 ms) with a CPU 4 times slower, with
// an empty cache. `npm run bench:paint -- [--rounds N] [--dir DIR]`, beside a running `npm start`.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Browser, type CDPSession, chromium, type Page } from "playwright-core";

const { values: given } = parseArgs({
  args: process.argv.slice(3),
  options: {
    rounds: { type: "string", default: "5" },
    dir: { type: "string", default: ".turnpike" },
    chromium: { type: "string", default: "/usr/bin/chromium" },
  },
});
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const CPU_SLOWER = 4;
/** A page has loaded everything once nothing has arrived for so long; its long poll stays open. */
const QUIET_MS = 3_000;

const { baseUrl, apiKey } = JSON.parse(readFileSync(join(given.dir, "dev.json"), "utf8")) as Record<string, string>;
const origin = `http://localhost:${new URL(baseUrl ?? "").port}`;

interface Measured {
  readonly name: string;
  readonly path: string;
  readonly isSignedIn: boolean;
  /** Resolves once the page does what it is for. */
  readonly isUsable: (page: Page) => Promise<unknown>;
}

const heading = (page: Page): Promise<void> => page.getByRole("heading", { level: 1 }).waitFor();

/** The form answers: it names the missing fields. */
async function formWorks(page: Page): Promise<void> {
  await page.locator("form button[type=submit]").click();
  await page.locator("[aria-invalid=true]").first().waitFor();
}

const MEASURED: readonly Measured[] = [
  { name: "sign-in", path: "/console", isSignedIn: false, isUsable: formWorks },
  {
    name: "overview",
    path: "/console",
    isSignedIn: true,
    isUsable: (page) => page.getByRole("group").locator(".amount").first().waitFor(),
  },
  { name: "payments", path: "/console/payments", isSignedIn: true, isUsable: heading },
  { name: "new payment", path: "/console/new-payment", isSignedIn: true, isUsable: heading },
  { name: "guides", path: "/docs", isSignedIn: false, isUsable: heading },
  { name: "reference", path: "/docs/reference", isSignedIn: false, isUsable: heading },
];

/** Counts what has arrived, with headers, as the network carries it. */
function countBytes(session: CDPSession) {
  const sum = { bytes: 0, requests: 0, lastMs: performance.now() };
  session.on("Network.dataReceived", () => {
    sum.lastMs = performance.now();
  });
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    sum.requests++;
    sum.bytes += encodedDataLength;
    sum.lastMs = performance.now();
  });
  return sum;
}

async function measure(browser: Browser, { path, isSignedIn, isUsable }: Measured) {
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
    const sum = countBytes(session);
    await page.goto(`${origin}${path}`, { waitUntil: "commit" });
    await isUsable(page);
    const usable = await page.evaluate(() => performance.now());
    const { bytes, requests } = sum;
    const paint = await page.evaluate(
      () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
    );
    while (performance.now() - sum.lastMs < QUIET_MS) await new Promise((resolve) => setTimeout(resolve, 100));
    return { paint, usable, bytes, requests, allBytes: sum.bytes, allRequests: sum.requests };
  } finally {
    await context.close();
  }
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

const browser = await chromium.launch({ executablePath: given.chromium, chromiumSandbox: process.getuid?.() !== 0 });
try {
  console.log("page         first paint     usable   KB (requests) by then   KB (requests) in all");
  for (const each of MEASURED) {
    const runs: Awaited<ReturnType<typeof measure>>[] = [];
    for (let round = 0; round < Number(given.rounds); round++) runs.push(await measure(browser, each));
    const of = (name: keyof Awaited<ReturnType<typeof measure>>) => median(runs.map((run) => run[name]));
    const size = (bytes: number, requests: number) => `${(bytes / 1_000).toFixed(0)} (${requests})`;
    console.log(
      `${each.name.padEnd(12)} ${of("paint").toFixed(0).padStart(8)} ms ${of("usable").toFixed(0).padStart(7)} ms ` +
        `${size(of("bytes"), of("requests")).padStart(23)} ${size(of("allBytes"), of("allRequests")).padStart(22)}`,
    );
  }
} finally {
  await browser.close();
}
