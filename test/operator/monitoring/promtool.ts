// Prometheus's own evaluation of the alert rules, on series made of scrapes of running processes.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { parse } from "yaml";
import { ROOT } from "../../docs/pages.ts";

const run = promisify(execFile);
const RULES_FILE = join(ROOT, "deploy/prometheus/turnpike.rules.yml");

export const promtool = async (...args: readonly string[]): Promise<string> => (await run("promtool", args)).stdout;

interface Rule {
  readonly alert: string;
  readonly expr: string;
}

export const RULES = (parse(readFileSync(RULES_FILE, "utf8")) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  ({ rules }) => rules,
);

const rulesOf = (alerts: readonly string[]) => RULES.filter(({ alert }) => alerts.includes(alert));

/** One scrape of all targets, as Prometheus stores it: `up` for each, and the samples of those that responded. */
export interface Scrape {
  readonly atS: number;
  /** Values by series, for example `turnpike_ready{instance="api"}`. */
  readonly samples: ReadonlyMap<string, number>;
}

export async function scrape(targets: ReadonlyMap<string, string>): Promise<Scrape> {
  const samples = new Map<string, number>();
  const read = async ([instance, url]: [string, string]): Promise<void> => {
    const text = await fetch(url, { signal: AbortSignal.timeout(SCRAPE_TIMEOUT_MS) })
      .then((response) => response.text())
      .catch(() => null);
    const target = `instance="${instance}", job="turnpike"`;
    samples.set(`up{${target}}`, text === null ? 0 : 1);
    for (const [, name, labels, value] of text?.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm) ?? [])
      samples.set(`${name}{${labels ? `${labels}, ` : ""}${target}}`, Number(value));
  };
  await Promise.all([...targets].map(read));
  return { atS: performance.now() / 1_000, samples };
}

/** Prometheus waits 10 s. */
const SCRAPE_TIMEOUT_MS = 10_000;
const INTERVAL_S = 15;
/** The state before lasts for an hour, which is the farthest that a rule looks back; the state after for 15 minutes. */
const [SCRAPES_BEFORE, SCRAPES_AFTER] = [244, 60];

export interface Situation {
  /** Only these are evaluated. */
  readonly alerts: readonly string[];
  /** A selector of their labels. */
  readonly labels?: string;
  /**
   * The first lasts for an hour, then the second for 15 minutes: gauges keep their values, and counters grow at the
   * rate between the two scrapes.
   */
  readonly states: readonly [Scrape, Scrape];
}

/** Whether exactly these fire in the end. */
export async function fires(expected: readonly string[], { alerts, labels = "", states }: Situation): Promise<boolean> {
  const dir = await mkdtemp(join(tmpdir(), "turnpike-test-alerts-"));
  try {
    const file = join(dir, "tests.json");
    const selector = `alertstate="firing", alertname=~"${alerts.join("|")}"${labels}`;
    const test = {
      interval: `${INTERVAL_S}s`,
      input_series: seriesFor(alerts, states),
      promql_expr_test: [
        {
          expr: `group by (alertname) (ALERTS{${selector}})`,
          eval_time: `${(SCRAPES_BEFORE + SCRAPES_AFTER) * INTERVAL_S}s`,
          exp_samples: expected.map((alertname) => ({ labels: `{alertname="${alertname}"}`, value: 1 })),
        },
      ],
    };
    const rules = join(dir, "rules.json");
    await writeFile(rules, JSON.stringify({ groups: [{ name: "asked", rules: rulesOf(alerts) }] }));
    const config = { rule_files: [rules], evaluation_interval: `${INTERVAL_S}s`, tests: [test] };
    await writeFile(file, JSON.stringify(config));
    return await promtool("test", "rules", file).then(
      () => true,
      (error: { readonly stderr?: string }) => {
        if (error.stderr?.includes("exp:")) return false;
        throw error;
      },
    );
  } finally {
    await rm(dir, { recursive: true });
  }
}

function seriesFor(alerts: readonly string[], [before, after]: readonly [Scrape, Scrape]) {
  const expressions = rulesOf(alerts).map(({ expr }) => expr);
  const isUsed = (name: string): boolean => expressions.some((expr) => new RegExp(`\\b${name}\\b`).test(expr));
  const elapsedS = after.atS - before.atS || 1;
  return [...new Set([...before.samples.keys(), ...after.samples.keys()])].flatMap((series) => {
    const name = series.slice(0, series.indexOf("{"));
    if (!isUsed(name)) return [];
    const [was, is] = [before.samples.get(series), after.samples.get(series)];
    const first = was === undefined ? `_x${SCRAPES_BEFORE}` : `${was}x${SCRAPES_BEFORE - 1}`;
    if (is === undefined) return [{ series, values: `${first} stale` }];
    const growth = isCounter(name) ? ((is - (was ?? 0)) / elapsedS) * INTERVAL_S : 0;
    return [{ series, values: `${first} ${is}+${Math.max(growth, 0)}x${SCRAPES_AFTER}` }];
  });
}

const isCounter = (name: string): boolean => /_(total|bucket|count|sum)$/.test(name);
