// Measures the times that people wait for: `npm ci`, the command line, a server that starts and stands by, and the
// first payment after `turnpike dev`. `npm run bench:startup -- [--installs N] [--rounds N]`; 0 installs leaves out
// `npm ci`.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { environmentOf } from "../test/harness/server/environment.ts";
import { argumentsOf } from "./harness/arguments.ts";
import { startBareServer } from "./harness/bare-process.ts";
import { residentMb } from "./harness/process-usage.ts";
import { type Measured, report } from "./harness/report.ts";
import { startServer, TURNPIKE } from "./harness/server-process.ts";
import { type Installation, install } from "./thousand/installation.ts";

const given = argumentsOf({ installs: 1, rounds: 3 });
/** Long enough for the work of the start and the collection of its garbage. */
const IDLE_MS = 15_000;
/** `turnpike dev` prints this once the demo's payment exists. */
const FIRST_PAYMENT = "1 created";
const FIRST_PAYMENT_MS_MAX = 60_000;

const installation = await install({ buyers: 1, merchants: 1 });
const measured: Measured[] = [];
try {
  measured.push(await helpOf(), ...(await serveOf(installation)));
} finally {
  await installation.stop();
}
measured.push({
  id: "startup.first-payment",
  what: "`turnpike dev` to the first payment, s",
  rounds: await repeated(given.rounds, firstPaymentS),
  target: { atMost: 3 },
});
if (given.installs > 0) {
  const rounds = await repeated(given.installs, installS);
  measured.push({ id: "startup.install", what: "`npm ci`, s", rounds, target: { atMost: 45 } });
}
report(measured, given);

async function repeated<T>(times: number, measure: () => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  for (let i = 0; i < times; i++) all.push(await measure());
  return all;
}

async function helpOf(): Promise<Measured> {
  const rounds = await repeated(given.rounds, async () => ({ own: cpuS(TURNPIKE, "--help"), bare: cpuS("-e", "0") }));
  return {
    id: "startup.help",
    what: "`turnpike --help`, CPU s",
    rounds: rounds.map(({ own }) => own),
    beside: { what: "`node -e 0`", rounds: rounds.map(({ bare }) => bare) },
    target: { atMost: 0.3, of: "figure" },
  };
}

/** CPU seconds of a run of Node with these arguments, from bash's `time`. */
function cpuS(...args: readonly string[]): number {
  const script = 'TIMEFORMAT="%U %S"; time "$0" "$@" >/dev/null 2>&1';
  const times = execFileSync("bash", ["-c", `{ ${script}; } 2>&1`, process.execPath, ...args], { encoding: "utf8" });
  return times
    .trim()
    .split(" ")
    .map(Number)
    .reduce((sum, each) => sum + each, 0);
}

async function serveOf({ pid, environment }: Installation): Promise<Measured[]> {
  await sleep(IDLE_MS);
  const memory: Measured = {
    id: "startup.memory",
    what: "an idle `turnpike serve`, MB",
    rounds: [residentMb(pid)],
    target: { atMost: 150 },
  };
  const ready = await repeated(given.rounds, async () => {
    const own = await readyS(() => startServer(environment));
    return { own, bare: await readyS(() => startBareServer({ headers: {}, body: "" })) };
  });
  return [
    memory,
    {
      id: "startup.serve",
      what: "`turnpike serve` until it responds, s",
      rounds: ready.map(({ own }) => own),
      beside: { what: "bare node:http", rounds: ready.map(({ bare }) => bare) },
      target: { atMost: 1, of: "figure" },
    },
  ];
}

async function readyS(start: () => Promise<{ stop(): Promise<void> }>): Promise<number> {
  const startMs = performance.now();
  const server = await start();
  const ms = performance.now() - startMs;
  await server.stop();
  return ms / 1_000;
}

async function firstPaymentS(): Promise<number> {
  const dir = mkdtempSync(join(tmpdir(), "turnpike-bench-start-"));
  const startMs = performance.now();
  const child = spawn(process.execPath, [TURNPIKE, "dev"], {
    env: environmentOf({ TURNPIKE_DIR: dir, PORT: "0" }),
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  const timeout = setTimeout(() => child.kill("SIGTERM"), FIRST_PAYMENT_MS_MAX);
  let firstMs = Number.NaN;
  createInterface(child.stdout).on("line", (line) => {
    if (line.startsWith(FIRST_PAYMENT)) firstMs = performance.now();
    if (line.startsWith("Ctrl-C")) child.kill("SIGINT");
  });
  await exited;
  clearTimeout(timeout);
  rmSync(dir, { recursive: true, force: true, maxRetries: 10 });
  if (Number.isNaN(firstMs)) throw new Error(`turnpike dev made no payment within ${FIRST_PAYMENT_MS_MAX} ms`);
  return (firstMs - startMs) / 1_000;
}

/** Runs `npm ci` in a copy of the tracked files, from npm's cache. */
async function installS(): Promise<number> {
  const dir = mkdtempSync(join(tmpdir(), "turnpike-bench-install-"));
  const files = execFileSync("git", ["ls-files", "-z"], { encoding: "utf8" }).split("\0").filter(Boolean);
  for (const file of files) cpSync(file, join(dir, file));
  const startMs = performance.now();
  const child = spawn("npm", ["ci", "--prefer-offline"], { cwd: dir, stdio: ["ignore", "ignore", "inherit"] });
  const [code] = await once(child, "exit");
  const ms = performance.now() - startMs;
  rmSync(dir, { recursive: true, force: true });
  if (code !== 0) throw new Error(`npm ci exited with ${code}`);
  return ms / 1_000;
}
