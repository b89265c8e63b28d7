// `turnpike/server`, as it is published, in Node, Deno, Bun and workerd (the runtime of Cloudflare Workers): the same
// program sees the same in each.
import { execFile, spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { cpSync, mkdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { build } from "vite";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { sharedServerForFile } from "../routes/setup.ts";
import { NODE_22 } from "./node-22.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const INSTALLED = join(import.meta.dirname, "node_modules/.bin");
const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

const server = sharedServerForFile();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "turnpike-test-runtimes-"));
  cpSync(join(import.meta.dirname, "programs"), folder, { recursive: true });
  const turnpike = join(folder, "node_modules/turnpike");
  mkdirSync(turnpike, { recursive: true });
  cpSync(join(ROOT, "package.json"), join(turnpike, "package.json"));
  for (const library of ["client", "money", "server-client"]) {
    cpSync(join(ROOT, "dist-test", library), join(turnpike, "dist", library), { recursive: true });
  }
  const hashes = "node_modules/@noble/hashes";
  cpSync(join(ROOT, hashes), join(folder, hashes), { recursive: true });
});
afterAll(() => rm(folder, { recursive: true }));

/** Standard Webhooks 1.0.0. */
function signedDelivery() {
  const body = JSON.stringify({ id: "evt_1", type: "payment.succeeded", data: {} });
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const key = Buffer.from(SECRET.slice("whsec_".length), "base64");
  const signature = createHmac("sha256", key).update(`evt_1.${timestamp}.${body}`).digest("base64");
  const headers = { "webhook-id": "evt_1", "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` };
  return { body, headers, secret: SECRET };
}

const settings = (): string => {
  const { baseUrl, apiKey, merchantId } = server();
  return JSON.stringify({ baseUrl, apiKey, merchantId, signed: signedDelivery() });
};

const SEEN = {
  created: "requires_action",
  isListed: true,
  status: "cancelled",
  followed: "payment.cancelled",
  refused: ["ApiError", 400, "params_validation", "amount.value"],
  verified: "payment.succeeded",
  forged: "WebhookVerificationError",
};

test.each([
  ["Node", process.execPath, []],
  ["Node 22", NODE_22, []],
  [
    "Deno",
    join(INSTALLED, "deno"),
    ["run", "--node-modules-dir=manual", "--no-lock", "--no-prompt", "--allow-net=127.0.0.1"],
  ],
  ["Bun", join(INSTALLED, "bun"), ["run"]],
])("%s", async (_, program, args) => {
  const { stdout } = await promisify(execFile)(program, [...args, "command.js", settings()], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder },
    timeout: 60_000,
  });
  expect(JSON.parse(stdout)).toEqual(SEEN);
});

test("workerd", async () => {
  const entry = join(folder, "worker.js");
  await build({
    root: folder,
    configFile: false,
    logLevel: "warn",
    build: { ssr: entry, outDir: join(folder, "bundle") },
    ssr: { noExternal: true },
  });
  const url = await serveWorker();
  const response = await fetch(url, { method: "POST", body: settings() });
  expect(await response.json()).toEqual(SEEN);
});

/** @returns its URL; it ends with the test */
async function serveWorker(): Promise<string> {
  const args = ["serve", "worker.capnp", "--control-fd=3"];
  const worker = spawn(join(INSTALLED, "workerd"), args, {
    cwd: folder,
    stdio: ["ignore", "inherit", "inherit", "pipe"],
  });
  onTestFinished(() => void worker.kill("SIGKILL"));
  const control = worker.stdio[3] as NodeJS.ReadableStream;
  for await (const line of createInterface({ input: control })) {
    const { event, port } = JSON.parse(line) as { event: string; port: number };
    if (event === "listen") return `http://127.0.0.1:${port}/`;
  }
  throw new Error("workerd ended before it listened");
}
