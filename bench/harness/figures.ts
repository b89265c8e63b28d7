// The figures stored by `npm run bench -- --save`, and docs/performance.md, which shows them.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { isInRange } from "../../src/cli/releases/node-version.ts";
import { NODE_VERSIONS } from "../../src/version.ts";
import { type Figure, isMet, judgedOf, shownTarget } from "./report.ts";

export interface Run {
  /** UTC, year-month-day. */
  readonly date: string;
  readonly machine: string;
}

/** The date and the machine are those of the last run of all benchmarks. */
export interface Stored extends Run {
  /** Runs of benchmarks that ran alone since then. */
  readonly later: Readonly<Record<string, Run>>;
  /** Figures by benchmark. */
  readonly figures: Readonly<Record<string, readonly Figure[]>>;
}

export const FIGURES_FILE = "bench/figures.json";
export const PAGE_FILE = "docs/performance.md";
/** Ratios of two runs on a shared machine differ by this much without a cause. */
const NOISE = 0.15;

export const readFigures = (): Stored =>
  existsSync(FIGURES_FILE)
    ? (JSON.parse(readFileSync(FIGURES_FILE, "utf8")) as Stored)
    : { date: "", later: {}, machine: "", figures: {} };

/** @param isAll whether every benchmark ran */
export function saveFigures(figures: Stored["figures"], isAll: boolean): void {
  const [cpu] = cpus();
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  const run: Run = {
    date: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} cores (${cpu?.model ?? "unknown"}), ${memory}, Node ${process.versions.node}`,
  };
  const stored = withRun(readFigures(), figures, { ...run, isAll });
  writeFileSync(FIGURES_FILE, `${JSON.stringify(stored, null, 2)}\n`);
  writeFileSync(PAGE_FILE, pageOf(stored));
}

/** Benchmarks that did not run keep their figures, with their date and machine. */
export function withRun(
  before: Stored,
  figures: Stored["figures"],
  { isAll, ...run }: Run & { readonly isAll: boolean },
): Stored {
  const ran = Object.fromEntries(Object.keys(figures).map((name) => [name, run]));
  const { date, machine } = isAll ? run : before;
  return {
    date,
    later: isAll ? {} : { ...before.later, ...ran },
    machine,
    figures: { ...before.figures, ...figures },
  };
}

/** A line for each figure whose judged value differs from the stored one. */
export function movedSince(stored: Stored, figures: readonly Figure[]): string[] {
  const before = new Map(Object.values(stored.figures).flatMap((all) => all.map((one) => [one.id, one])));
  return figures.flatMap((now) => {
    const then = before.get(now.id);
    if (!then) return [`new: ${now.what}`];
    const [old, value] = [judgedOf(then), judgedOf(now)];
    if (old === value || Math.abs(value - old) <= Math.abs(old) * NOISE) return [];
    const percent = old === 0 ? "" : ` (${value > old ? "+" : ""}${Math.round((value / old - 1) * 100)} %)`;
    return [`moved: ${now.what}: ${old} → ${value}${percent}`];
  });
}

/** docs/performance.md. */
export function pageOf({ date, later, machine, figures }: Stored): string {
  const named = Object.entries(later).map(([name, run]) => ({ name, run: `on ${run.date}, on ${run.machine}` }));
  const alone = [...new Set(named.map(({ run }) => run))].map((run) => {
    const names = named.filter((each) => each.run === run).map(({ name }) => name);
    return `${names.join(", ")} ${run}`;
  });
  const again = alone.length > 0 ? `\nMeasured again later: ${alone.join(";\n")}.` : "";
  const nodes = new Set([machine, ...Object.values(later).map((run) => run.machine)].flatMap(unsupportedNode));
  const notes = [again, ...[...nodes].map((node) => `\nTurnpike no longer runs on Node ${node}.`)].join("");
  const rows = Object.values(figures)
    .flat()
    .map((of) => [
      of.what,
      shown(of.figure),
      of.beside ? `${of.beside.what}: ${shown(of.beside.figure)}` : "–",
      of.ratio === null ? "–" : shown(of.ratio),
      shownTarget(of),
      isMet(of) ? "yes" : "**no**",
    ]);
  return `# Performance

\`npm run bench -- --save\` writes this page: medians of ${date} on
${machine}. The load generator, the server, PostgreSQL and the chain
share these cores, so only the ratios to peers and limits measured in the same run carry over to other machines.${notes}

| What | Turnpike | Peer or limit, same run | Ratio | Target | Met |
|---|---|---|---|---|---|
${rows.map((cells) => `| ${cells.join(" | ")} |`).join("\n")}

Each benchmark also runs alone and longer, for example:

\`\`\`sh developer
npm run bench:create -- --seconds 20 --rounds 5
\`\`\`

[Decision 0048](decisions/0048-where-the-time-goes.md) explains where the time goes.
`;
}

/** The version of Node with which the run was made, if this version of Turnpike refuses it. */
function unsupportedNode(machine: string): string[] {
  const [, node] = / Node (\d+\.\d+\.\d+)$/.exec(machine) ?? [];
  return node === undefined || isInRange(node, NODE_VERSIONS) ? [] : [node];
}

/** 12 345.6 as "12 346", 0.0123 as "0.0123". */
const shown = (value: number): string => {
  const short = Math.abs(value) >= 1_000 ? Math.round(value) : Number(value.toPrecision(3));
  return String(short).replace(/\B(?=(\d{3})+$)/g, Math.abs(value) >= 10_000 ? " " : "");
};
