// The alert rules and the dashboard use metrics that exist, and the runbook has a section for each alert.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { createMetrics } from "../../src/monitoring/metrics.ts";
import { ROOT, readPage } from "../docs/pages.ts";

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
}

const { groups } = parse(read("deploy/prometheus/turnpike.rules.yml")) as {
  groups: readonly { readonly rules: readonly Rule[] }[];
};
const rules = groups.flatMap((group) => group.rules);

/** Names of metrics in a query, without the suffixes of histograms and counters. */
const metricsIn = (query: string): string[] =>
  [...query.matchAll(/\b(?:turnpike|nodejs|process)_\w+/g)].map(([name]) => name.replace(/_(bucket|count|total)$/, ""));

test("rules and dashboard use only metrics that a process has", async () => {
  const metrics = createMetrics({ version: "1", role: "all" });
  metrics.http.reads({ held: () => 0, underWay: () => 0 });
  metrics.watchRates(async () => []);
  metrics.watch({
    heartbeat: { writesProblem: () => null, skewS: () => 0, disagreements: () => [] },
    connections: () => ({ open: 0, inUse: 0, waiting: 0 }),
    listReads: () => ({ replica: 0, primary: 0 }),
    logRanges: () => [{ chain: "eip155:1", blocks: [500] }],
    isReady: async () => true,
    vitals: async () => null,
  });
  const { text } = await metrics.read();
  const known = new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name = ""]) => name.replace(/_total$/, "")));
  const panels = JSON.parse(read("deploy/grafana/turnpike.json")).panels as readonly {
    readonly targets: readonly { readonly expr: string }[];
  }[];
  const queries = [...rules, ...panels.flatMap(({ targets }) => targets)].map(({ expr }) => expr);
  expect(queries.flatMap(metricsIn).filter((name) => !known.has(name))).toEqual([]);
  const shown = new Set(queries.flatMap(metricsIn));
  const own = [...known].filter((name) => name.startsWith("turnpike_") && name !== "turnpike_info");
  expect(own.filter((name) => !shown.has(name))).toEqual([]);
});

test("each alert has a severity, and a section in the runbook that it names", () => {
  const { anchors, text } = readPage("docs/runbook.md");
  for (const { alert, labels, annotations } of rules) {
    expect(["page", "ticket"], alert).toContain(labels.severity);
    expect(annotations.runbook).toBe(`docs/runbook.md#${alert.toLowerCase()}`);
    expect(anchors.has(alert.toLowerCase()), alert).toBe(true);
    const [, section = ""] = text.split(`\n## ${alert}\n`);
    for (const part of ["**Means**", "**Look**", "**Do**"]) expect(section.split("\n## ")[0], alert).toContain(part);
  }
  const sections = [...text.matchAll(/^## (Turnpike\w+)$/gm)].map(([, name]) => name);
  expect(sections.sort()).toEqual(rules.map(({ alert }) => alert).sort());
});

test("the runbook's filter of the log shows warnings and errors, and nothing else", () => {
  const [, filter = ""] = /grep --extended-regexp '([^']+)'/.exec(readPage("docs/runbook.md").text) ?? [];
  const lines: string[] = [];
  const log = pino({ level: "trace" }, { write: (line) => lines.push(line) });
  for (const level of ["debug", "info", "warn", "error", "fatal"] as const) log[level]({ asked: '"level":30' }, level);
  const shown = lines.filter((line) => new RegExp(filter).test(line)).map((line) => JSON.parse(line).msg);
  expect(shown).toEqual(["warn", "error", "fatal"]);
});
