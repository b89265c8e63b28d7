// Prometheus's own evaluation of the alert rules, on series made of scrapes of running processes.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { parse } from "yaml";
import { firingAlerts } from "../../../src/cli/drill/measure/alerts.ts";
import type { Scrape } from "../../../src/cli/drill/measure/scrape.ts";
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

export interface Situation {
  /** Only these are evaluated. */
  readonly alerts: readonly string[];
  /** A selector of their labels. */
  readonly labels?: string;
  /** The state before, and the one that lasts. */
  readonly states: readonly [Scrape, Scrape];
}

/** Whether exactly these fire in the end. */
export async function fires(expected: readonly string[], { alerts, labels = "", states }: Situation): Promise<boolean> {
  const rules = JSON.stringify({ groups: [{ name: "asked", rules: rulesOf(alerts) }] });
  const firing = await firingAlerts({ rules, labels, states });
  return JSON.stringify(firing) === JSON.stringify(expected.toSorted());
}
