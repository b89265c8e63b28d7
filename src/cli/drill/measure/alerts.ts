// The alerts that Prometheus raises in a state: its own evaluation of our rules, by promtool, on scrapes of processes.
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { hasCode } from "../../../local/process/system-error.ts";
import type { Scrape } from "./scrape.ts";

const run = promisify(execFile);
const INTERVAL_S = 15;
/** The state before lasts for an hour, which is the farthest that a rule looks back. */
const SCRAPES_BEFORE = 244;
/** How long the state after lasts: longer than any rule waits. */
export const HELD_MIN = 15;
const SCRAPES_AFTER = (HELD_MIN * 60) / INTERVAL_S;

export interface Situation {
  /** The text of a file of rules, in YAML or JSON. */
  readonly rules: string;
  /** A selector of their labels, for example `, chain="eip155:1"`. */
  readonly labels?: string;
  /**
   * The first lasts for an hour, then the second for 15 minutes: gauges keep their values, and counters grow at the
   * rate between the two scrapes.
   */
  readonly states: readonly [Scrape, Scrape];
}

/** @returns the names of the alerts that fire in the end; null if promtool is not installed */
export async function firingAlerts({ rules, labels = "", states }: Situation): Promise<readonly string[] | null> {
  const dir = await mkdtemp(join(tmpdir(), "turnpike-alerts-"));
  try {
    const [rulesFile, file] = [join(dir, "rules.yml"), join(dir, "tests.json")];
    await writeFile(rulesFile, rules);
    const expr = `group by (alertname) (ALERTS{alertstate="firing"${labels}})`;
    const test = {
      interval: `${INTERVAL_S}s`,
      input_series: seriesFor(rules, states),
      promql_expr_test: [{ expr, eval_time: `${(SCRAPES_BEFORE + SCRAPES_AFTER) * INTERVAL_S}s`, exp_samples: [] }],
    };
    const config = { rule_files: [rulesFile], evaluation_interval: `${INTERVAL_S}s`, tests: [test] };
    await writeFile(file, JSON.stringify(config));
    return await namesIn(file);
  } finally {
    await rm(dir, { recursive: true });
  }
}

/** What promtool found in place of nothing. */
async function namesIn(file: string): Promise<readonly string[] | null> {
  try {
    await run("promtool", ["test", "rules", file]);
    return [];
  } catch (error) {
    if (hasCode(error, "ENOENT")) return null;
    const said = error instanceof Error && "stderr" in error ? String(error.stderr) : "";
    if (!said.includes("got:")) throw error;
    return [...said.matchAll(/alertname="(\w+)"/g)].map(([, name = ""]) => name).toSorted();
  }
}

function seriesFor(rules: string, [before, after]: readonly [Scrape, Scrape]) {
  const names = new Set(rules.match(/\w+/g));
  const elapsedS = after.atS - before.atS || 1;
  return [...new Set([...before.samples.keys(), ...after.samples.keys()])].flatMap((series) => {
    const name = series.slice(0, series.indexOf("{"));
    if (!names.has(name)) return [];
    const [was, is] = [before.samples.get(series), after.samples.get(series)];
    const first = was === undefined ? `_x${SCRAPES_BEFORE}` : `${was}x${SCRAPES_BEFORE - 1}`;
    if (is === undefined) return [{ series, values: `${first} stale` }];
    const growth = isCounter(name) ? ((is - (was ?? 0)) / elapsedS) * INTERVAL_S : 0;
    return [{ series, values: `${first} ${is}+${Math.max(growth, 0)}x${SCRAPES_AFTER}` }];
  });
}

const isCounter = (name: string): boolean => /_(total|bucket|count|sum)$/.test(name);
