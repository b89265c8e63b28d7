// The report of a drill, in Markdown: what an auditor asks for, with date, figures and limits.
import { VERSION } from "../../version.ts";
import type { Figure, Outcome } from "./faults/fault.ts";
import { HELD_MIN } from "./measure/alerts.ts";

export interface Drill {
  readonly startedAt: Date;
  readonly tookS: number;
  readonly host: string;
  readonly chains: readonly string[];
  /** Where the backup came from. */
  readonly backup: string;
  readonly outcomes: readonly Outcome[];
  /** Requests of the copy that would have changed a chain: method, and how often it was refused. */
  readonly refusedRequests: ReadonlyMap<string, number>;
}

export const isPassed = ({ outcomes }: Drill): boolean => outcomes.every(({ problems }) => problems.length === 0);

export function reportOf(drill: Drill): string {
  const { startedAt, tookS, host, chains, backup, outcomes, refusedRequests } = drill;
  const sends = [...refusedRequests].map(([method, times]) => `${times} × ${method}`).join(", ");
  const lines = [
    "# Drill of a Turnpike installation",
    "",
    `**${isPassed(drill) ? "Passed" : "Failed"}** on ${startedAt.toISOString()}, in ${Math.round(tookS)} s.`,
    "",
    "| | |",
    "|---|---|",
    `| Version | ${VERSION} |`,
    `| Machine | ${host} |`,
    `| Chains | ${chains.join(", ")} |`,
    `| Backup | ${backup} |`,
    `| Requests to nodes that the drill refused | ${sends || "none"} |`,
    "",
    "All faults happened to a copy: a PostgreSQL server, two APIs and two workers that the drill started, with the",
    "installation's settings and without its relayers' keys. The installation was only read.",
    "",
    "| Fault | Result | New payments meanwhile | Refused requests | Alerts |",
    "|---|---|---|---|---|",
    ...outcomes.map(rowOf),
    "",
    `Alerts are those that Prometheus raises by this release's rules if the fault lasts for ${HELD_MIN} minutes, beyond`,
    "those that the copy raises without a fault. A request that was refused is repeated, as partners repeat it.",
    ...outcomes.flatMap(sectionOf),
    "",
    "## What this drill does not show",
    "",
    "- No payment was settled: the copy's relayers have no coin, and nothing that it does reaches a chain.",
    "- Everything ran on one machine, so its network and its power did not fail.",
    "- The standby was promoted by the drill. How long your failover manager takes is not measured.",
  ];
  return `${lines.join("\n")}\n`;
}

const rowOf = ({ fault, problems, writes, alerts }: Outcome): string => {
  const refused = Object.entries(writes?.refused ?? {}).map(([why, times]) => `${times} × ${why}`);
  const cells = [
    fault,
    problems.length === 0 ? "passed" : "**failed**",
    writes ? String(writes.acknowledged) : "–",
    writes ? refused.join(", ") || "none" : "–",
    alerts === null ? "–" : alerts.join(", ") || "none",
  ];
  return `| ${cells.join(" | ")} |`;
};

const sectionOf = ({ fault, figures, notes, problems }: Outcome): string[] => [
  "",
  `## ${fault.charAt(0).toUpperCase()}${fault.slice(1)}`,
  "",
  ...(figures.length === 0 ? [] : ["| | Time | Limit |", "|---|---|---|", ...figures.map(figureRow), ""]),
  ...[...problems.map((each) => `**${each}**`), ...notes].map((each) => `- ${each}`),
];

const figureRow = ({ name, seconds, limitS }: Figure): string =>
  `| ${name} | ${seconds === null ? "not in time" : `${seconds.toFixed(1)} s`} | ${limitS === null ? "–" : `${limitS} s`} |`;
