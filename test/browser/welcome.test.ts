// The root page of `npm start` as a newcomer uses it: a payment paid with the demo wallet, the console signed in.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DevFile } from "../../src/local/dev-file.ts";
import { type DevProcess, IS_UP, processesOf, runDev } from "../local/dev-process.ts";
import { expectAccessible } from "./harness/axe.ts";
import { openPage } from "./harness/page.ts";
import { takePictures } from "./harness/picture.ts";
import { noSidewaysScroll } from "./harness/width.ts";

/** Starts a PostgreSQL and two chains. */
const START_MS_MAX = 120_000;

let dir: string;
let dev: DevProcess;
let server: DevFile;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "turnpike-test-welcome-"));
  dev = runDev(dir, { args: ["--no-demo"] });
  await dev.says(IS_UP);
  server = await dev.file();
}, START_MS_MAX);
afterAll(async () => {
  await dev.kill("SIGTERM");
  for (const { pid } of processesOf(dir)) process.kill(pid, "SIGKILL");
  await rm(dir, { recursive: true, force: true, maxRetries: 10 });
});

test("a payment is paid with the demo wallet", async () => {
  const page = await openPage({ server });
  await page.goto("/");
  await expectAccessible(page);
  await takePictures(page, "welcome");
  await noSidewaysScroll(page);
  await page.getByRole("button", { name: "Open a checkout page" }).click();
  await page.getByRole("button", { name: "Demo wallet" }).click();
  await page.getByRole("button", { name: /^Pay / }).click();
  const asked = page.getByRole("dialog", { name: "Demo wallet" });
  await asked.getByText("Pay 12.50 USDC to Demo shop?").waitFor();
  expect(await asked.textContent()).not.toMatch(/ReceiveWithAuthorization|Permit|31337/);
  await takePictures(page, "demo-wallet");
  await asked.getByRole("button", { name: "Confirm" }).click();
  await page.getByRole("heading", { name: "Payment complete" }).waitFor();
});

test("the demo wallet refuses as a person does", async () => {
  const page = await openPage({ server });
  await page.goto("/");
  await page.getByRole("button", { name: "Open a checkout page" }).click();
  await page.getByRole("button", { name: "Demo wallet" }).click();
  await page.getByRole("button", { name: /^Pay / }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Reject" }).click();
  await page.locator(".wallet-problem p").waitFor();
  expect(await page.getByRole("button", { name: /^Pay / }).isEnabled()).toBe(true);
});

test("the console opens signed in", async () => {
  const page = await openPage({ server, viewport: "desktop" });
  await page.goto("/");
  await page.getByRole("button", { name: "Open the console" }).click();
  await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/console");
});

test("only this server's pages act as the demo buyer and the demo partner", async () => {
  for (const path of ["/welcome/payment", "/welcome/console", "/welcome/wallet"]) {
    const headers = { "sec-fetch-site": "cross-site" };
    expect((await fetch(`${server.baseUrl}${path}`, { method: "POST", headers })).status).toBe(403);
  }
});
