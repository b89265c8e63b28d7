// One outage raises one page: Debian's Alertmanager groups and silences the alerts of an outage with our file.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parse, stringify } from "yaml";
import { ROOT } from "../../docs/pages.ts";
import { steadyPort } from "../../harness/steady-port.ts";
import { RULES } from "./promtool.ts";

interface Route {
  receiver: string;
  group_wait: string;
  routes?: Route[];
}

interface Configuration {
  readonly route: Route;
  readonly receivers: readonly { readonly name: string }[];
  readonly inhibit_rules: readonly { readonly source_matchers: string[]; readonly target_matchers: string[] }[];
}

const CONFIGURATION = parse(readFileSync(join(ROOT, "deploy/prometheus/alertmanager.yml"), "utf8")) as Configuration;

interface Page {
  readonly receiver: string;
  readonly alerts: readonly { readonly labels: Readonly<Record<string, string>> }[];
}

/** The file as it ships, except that it waits less, and that its receivers are this test. */
async function startAlertmanager() {
  const pages: Page[] = [];
  let told = (): void => {};
  const sink = createServer(async (request, response) => {
    pages.push(JSON.parse(await bodyOf(request)) as Page);
    response.end();
    told();
  });
  await new Promise<void>((listening) => sink.listen(0, "127.0.0.1", listening));
  const url = `http://127.0.0.1:${(sink.address() as AddressInfo).port}`;
  const hurried = (route: Route): Route => ({
    ...route,
    group_wait: "500ms",
    ...(route.routes && { routes: route.routes.map(hurried) }),
  });
  const receivers = CONFIGURATION.receivers.map(({ name }) => ({ name, webhook_configs: [{ url }] }));
  const dir = await mkdtemp(join(tmpdir(), "turnpike-test-alertmanager-"));
  const file = join(dir, "alertmanager.yml");
  await writeFile(file, stringify({ ...CONFIGURATION, route: hurried(CONFIGURATION.route), receivers }));
  const address = `127.0.0.1:${await steadyPort()}`;
  const child = spawn(
    "prometheus-alertmanager",
    [
      `--config.file=${file}`,
      `--storage.path=${dir}/data`,
      `--web.listen-address=${address}`,
      "--cluster.listen-address=",
    ],
    { stdio: "ignore" },
  );
  onTestFinished(async () => {
    await ended(child);
    sink.close();
    await rm(dir, { recursive: true });
  });
  const isReady = async () => (await fetch(`http://${address}/-/ready`).catch(() => null))?.ok ?? false;
  await expect.poll(isReady, { timeout: 30_000 }).toBe(true);
  return { address, pages, paged: () => new Promise<void>((resolve) => (told = resolve)) };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

async function ended(child: ChildProcess): Promise<void> {
  const exit = once(child, "exit");
  child.kill();
  await exit;
}

type Labels = Readonly<Record<string, string>>;

const severityOf = (alertname: string): string => {
  const rule = RULES.find(({ alert }) => alert === alertname) as { labels: { severity: string } } | undefined;
  if (!rule) throw new Error(`there is no rule ${alertname}`);
  return rule.labels.severity;
};
const CHAIN = { chain: "eip155:8453" };
const INSTANCES = ["127.0.0.1:14020", "127.0.0.1:14021", "127.0.0.1:14031", "127.0.0.1:14032"];
const onEach = (alertname: string): Labels[] => INSTANCES.map((instance) => ({ alertname, instance }));
const onChain = (...names: readonly string[]): Labels[] => names.map((alertname) => ({ alertname, ...CHAIN }));
const WAITING = onChain(
  "TurnpikeQueueStuck",
  "TurnpikeBatchNotMined",
  "TurnpikeSettlingStalls",
  "TurnpikePaymentsOverdue",
);

/** What an outage raises in the end, and the one alert that is its page. */
const OUTAGES: readonly (readonly [what: string, page: string, raised: readonly Labels[]])[] = [
  [
    "the database is read-only",
    "TurnpikeNoWrites",
    [
      { alertname: "TurnpikeNoWrites" },
      ...onEach("TurnpikeNotReady"),
      { alertname: "TurnpikeErrors" },
      ...onChain("TurnpikeNoLeader"),
      { alertname: "TurnpikeMonthsMissing" },
    ],
  ],
  [
    "the database is away",
    "TurnpikeDatabaseDown",
    [
      ...onEach("TurnpikeDatabaseDown"),
      ...onEach("TurnpikeNotReady"),
      { alertname: "TurnpikeErrors" },
      ...onChain("TurnpikeNoLeader", "TurnpikeChainStandsStill"),
      ...WAITING,
    ],
  ],
  [
    "all RPC URLs of a chain are away",
    "TurnpikeNodesAway",
    [
      ...onChain("TurnpikeNodesAway", "TurnpikeNoLeader", "TurnpikeChainStandsStill", "TurnpikeCannotRelay"),
      { alertname: "TurnpikeNotReady", instance: "127.0.0.1:14031" },
      ...WAITING,
    ],
  ],
  ["a chain stands still", "TurnpikeChainStandsStill", [...onChain("TurnpikeChainStandsStill"), ...WAITING]],
  [
    "no worker runs",
    "TurnpikeNoLeader",
    [...onChain("TurnpikeNoLeader"), { alertname: "TurnpikeWebhooksLate" }, ...WAITING],
  ],
  [
    "the relayers have no coin",
    "TurnpikeCannotRelay",
    onChain("TurnpikeCannotRelay", "TurnpikeQueueStuck", "TurnpikePaymentsOverdue"),
  ],
];

test.each(OUTAGES)("%s: one page, %s", { timeout: 60_000 }, async (_, page, raised) => {
  const { address, pages, paged } = await startAlertmanager();
  const alerts = raised.map((labels) => ({ labels: { ...labels, severity: severityOf(labels.alertname ?? "") } }));
  const first = paged();
  const posted = await fetch(`http://${address}/api/v2/alerts`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(alerts),
  });
  expect(posted.status).toBe(200);
  await first;
  expect(pages.map(({ receiver }) => receiver)).toEqual(["on-call"]);
  expect(new Set(pages[0]?.alerts.map(({ labels }) => labels.alertname))).toEqual(new Set([page]));
});

test("an outage of one chain silences nothing about another", { timeout: 60_000 }, async () => {
  const { address, pages, paged } = await startAlertmanager();
  const first = paged();
  await fetch(`http://${address}/api/v2/alerts`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify([
      { labels: { alertname: "TurnpikeNodesAway", chain: "eip155:8453", severity: "page" } },
      { labels: { alertname: "TurnpikeQueueStuck", chain: "eip155:1", severity: "page" } },
    ]),
  });
  await first;
  expect(pages[0]?.alerts.map(({ labels }) => labels.alertname).sort()).toEqual([
    "TurnpikeNodesAway",
    "TurnpikeQueueStuck",
  ]);
});

test("a ticket goes to the other receiver", { timeout: 60_000 }, async () => {
  const { address, pages, paged } = await startAlertmanager();
  const first = paged();
  await fetch(`http://${address}/api/v2/alerts`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify([{ labels: { alertname: "TurnpikeTaskFailed", task: "backup", severity: "ticket" } }]),
  });
  await first;
  expect(pages[0]?.receiver).toBe("tickets");
});

test("the file names only alerts that exist", () => {
  const matchers = CONFIGURATION.inhibit_rules.flatMap(({ source_matchers, target_matchers }) => [
    ...source_matchers,
    ...target_matchers,
  ]);
  const named = new Set(matchers.flatMap((matcher) => matcher.match(/Turnpike\w+/g) ?? []));
  expect([...named].filter((name) => !RULES.some(({ alert }) => alert === name))).toEqual([]);
});
