// Real processes that differ: doctor, the metric and the alert name setting and machine, and nothing shows a value.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { scrape } from "../../../src/cli/drill/measure/scrape.ts";
import { chainsFileOf, turnpike } from "../../cli/turnpike.ts";
import { ROOT } from "../../docs/pages.ts";
import { samplesOf } from "../../harness/server/metrics.ts";
import { BUILD, entryOf, startProcess } from "../../harness/server/process.ts";
import { type Installation, startServer } from "../../harness/server/server.ts";
import { fires } from "./promtool.ts";

/** A process looks every 10 s, and a report counts for 45 s; the machine may be busy. */
const EVENTUALLY = { timeout: 180_000, interval: 500 };
const ALERTS = ["TurnpikeSettingsDiffer"];
const SECRET_KEY = "89abcdef01234567".repeat(4);

/** The same build with another version in its package.json. */
function otherVersion(): string {
  const dir = mkdtempSync(join(tmpdir(), "turnpike-test-version-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  for (const name of readdirSync(ROOT).filter(
    (each) => !each.startsWith(".") && !/^(dist|package\.json$)/.test(each),
  )) {
    symlinkSync(join(ROOT, name), join(dir, name));
  }
  const about: object = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  writeFileSync(join(dir, "package.json"), JSON.stringify({ ...about, version: "99.0.0" }));
  cpSync(BUILD, join(dir, "dist"), { recursive: true });
  return join(dir, "dist");
}

const differing = ({ environment, chains }: Installation): Installation => ({
  environment: { ...environment, SECRET_KEY, PUBLIC_URL: "http://other.example:4021", FEE_PERCENTAGE: "1.2345" },
  chains: chains.map((chain) => ({
    ...chain,
    name: "Another name",
    rpcUrls: chain.rpcUrls.map((url) => `${url}/?key=hush`), // providers' keys may differ
  })),
});

test("doctor, metric and alert name the process in the minority, until it is gone", async () => {
  const server = await startServer({
    role: null,
    environment: { METRICS_PORT: "0", PUBLIC_URL: "http://pay.example:4021" },
  });
  onTestFinished(() => server.stop());
  const { installation } = server;
  const targets = new Map<string, string>();
  const written: string[] = [];
  const start = async (instance: string, of: Installation, role: "api" | "worker", build = BUILD) => {
    const onLine = (line: string): void => {
      written.push(line);
      if (line.includes('"metrics are served"')) targets.set(instance, JSON.parse(line).metricsUrl);
    };
    const process = await startProcess(of, { role, build, onLine });
    onTestFinished(() => process.kill());
    return process;
  };
  const api = await start("api", installation, "api");
  const worker = await start("worker", installation, "worker");
  const before = await scrape(targets);
  const other = await start("other", differing(installation), "api", otherVersion());

  const metrics = async (): Promise<string> => (await fetch(targets.get("worker") ?? "")).text();
  const differences = async () =>
    samplesOf(await metrics())
      .filter(({ name }) => name === "turnpike_settings_differ")
      .map(({ labels, value }) => [labels.setting, labels.host, labels.role, value]);
  const host = hostname();
  // Workers have no secret key, so there is no majority for one.
  await expect.poll(differences, EVENTUALLY).toEqual([
    ["CHAINS_FILE", host, "api", 1],
    ["FEE_PERCENTAGE", host, "api", 1],
    ["PUBLIC_URL", host, "api", 1],
    ["SECRET_KEY", host, "api", 2],
    ["version", host, "api", 1],
  ]);
  const states = [before, await scrape(targets)] as const;
  for (const setting of ["CHAINS_FILE", "FEE_PERCENTAGE", "PUBLIC_URL", "SECRET_KEY", "version"]) {
    const labels = `, setting="${setting}", host="${host}", role="api"`;
    expect(await fires(ALERTS, { alerts: ALERTS, labels, states })).toBe(true);
  }

  const settings = {
    ...installation.environment,
    CHAINS_FILE: await chainsFileOf(...installation.chains.map(entryOf)),
  };
  const { code, stdout } = await turnpike(["doctor"], settings);
  expect(code).toBe(1);
  const placed = (pid: number): string => `${host} (api, process ${pid})`;
  for (const setting of ["CHAINS_FILE", "FEE_PERCENTAGE", "PUBLIC_URL", "version"]) {
    expect(stdout).toContain(`they differ in ${setting}: look at ${placed(other.pid)}, unless`);
  }
  expect(stdout).toContain("they differ in SECRET_KEY: look at ");
  for (const { pid } of [api, other]) expect(stdout).toMatch(new RegExp(`SECRET_KEY: .*process ${pid}\\)`));
  expect(stdout).not.toContain(`process ${worker.pid})`);
  const [stored] = await server.sql("select jsonb_agg(p)::text as rows from processes p");
  // The doctor asks its own public address.
  const told = stdout.replace(/^problem +public address: http:\/\/pay\.example.*$/m, "");
  const shown = [told, await metrics(), stored?.rows].join("\n");
  const secrets = [
    SECRET_KEY,
    installation.environment.SECRET_KEY,
    "other.example",
    "pay.example",
    "1.2345",
    "12345",
    "hush",
  ];
  for (const value of secrets) expect(shown).not.toContain(value);
  for (const value of [SECRET_KEY, installation.environment.SECRET_KEY, "hush"]) {
    expect(written.join("\n")).not.toContain(value);
  }

  await other.kill();
  await expect.poll(differences, EVENTUALLY).toEqual([]);
});
