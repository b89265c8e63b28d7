// The statements that a database executed, from its log: names, durations, plans and blocks read.
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { quantile } from "../harness/median.ts";
import { type PlanNode, shapeOf } from "./plan.ts";

/** One in so many plans is logged, with its counts of rows and blocks, which take time. */
const PLANS_LOGGED = 0.1;

/** Settings of a database whose statements are logged. */
export const LOGGED = {
  session_preload_libraries: "auto_explain",
  log_min_duration_statement: "0",
  log_parameter_max_length: "0",
  "auto_explain.log_min_duration": "0",
  "auto_explain.sample_rate": String(PLANS_LOGGED),
  "auto_explain.log_analyze": "on",
  "auto_explain.log_timing": "off",
  "auto_explain.log_buffers": "on",
  "auto_explain.log_nested_statements": "on",
  "auto_explain.log_format": "json",
};

export interface Executed {
  /** Planning included, in ms. */
  readonly times: number[];
  /** How often each shape of the sampled plans was executed. */
  readonly shapes: Map<string, number>;
  /** Blocks that each sampled execution touched, in PostgreSQL's buffers or not. */
  readonly blocks: number[];
}

export interface Logged {
  /** Its name. */
  readonly database: string;
  /** The tables and indexes of partitions, by name; null for an empty partition. */
  readonly partitions: ReadonlyMap<string, string | null>;
}

/** A part of the log, in bytes. */
export interface Segment {
  readonly start: number;
  readonly end: number;
}

const ENTRY = /^(\d+) (\S*) (?:LOG|DETAIL|STATEMENT|CONTEXT|ERROR|HINT|WARNING|NOTICE|FATAL): {2}/;
const TIMED = /^duration: ([\d.]+) ms {2}(parse|bind|execute) ([^:]+): ([\s\S]*)$/;
const PLANNED = /^duration: [\d.]+ ms {2}plan:\s*(\{[\s\S]*)$/;

/** Adds what a part of the log says of a database. */
export async function addStatements(
  all: Map<string, Executed>,
  logFile: string,
  { start, end }: Segment,
  { database, partitions }: Logged,
): Promise<void> {
  const names = new Map<string, string>();
  const begun = new Map<string, number>();
  for await (const { pid, of, message } of entriesOf(logFile, { start, end })) {
    if (of !== database) continue;
    const timed = TIMED.exec(message);
    if (timed) {
      const [, ms, step, name = "", text = ""] = timed;
      const statement = nameOf(name, text);
      names.set(text.trim(), statement);
      if (step === "execute") {
        executedOf(all, statement).times.push(Number(ms) + (begun.get(pid) ?? 0));
        begun.delete(pid);
      } else if (step === "bind") begun.set(pid, Number(ms));
    }
    const json = PLANNED.exec(message)?.[1];
    if (json) addPlan(all, JSON.parse(json) as Explained, names, partitions);
  }
}

interface Explained {
  readonly "Query Text": string;
  readonly Plan: PlanNode;
}

/** A statement's plan is logged after its bind. Other plans are those of statements inside functions. */
function addPlan(
  all: Map<string, Executed>,
  { "Query Text": text, Plan: plan }: Explained,
  names: ReadonlyMap<string, string>,
  partitions: ReadonlyMap<string, string | null>,
): void {
  const statement = names.get(text.trim());
  if (statement === undefined) return;
  const { shapes, blocks } = executedOf(all, statement);
  const shape = shapeOf(plan, partitions);
  shapes.set(shape, (shapes.get(shape) ?? 0) + 1);
  blocks.push((plan["Shared Hit Blocks"] ?? 0) + (plan["Shared Read Blocks"] ?? 0));
}

function executedOf(all: Map<string, Executed>, statement: string): Executed {
  const known = all.get(statement) ?? { times: [], shapes: new Map(), blocks: [] };
  all.set(statement, known);
  return known;
}

const nameOf = (name: string, text: string): string =>
  name.startsWith("<unnamed>") ? text.replaceAll(/\s+/g, " ").trim().slice(0, 60) : name;

async function* entriesOf(
  logFile: string,
  { start, end }: Segment,
): AsyncGenerator<{ readonly pid: string; readonly of: string; readonly message: string }> {
  let pid = "";
  let of = "";
  let lines: string[] = [];
  for await (const line of createInterface(createReadStream(logFile, { start, end: end - 1, encoding: "utf8" }))) {
    const head = ENTRY.exec(line);
    if (!head) {
      lines.push(line.replace(/^\t/, ""));
      continue;
    }
    if (lines.length > 0) yield { pid, of, message: lines.join("\n") };
    [, pid = "", of = ""] = head;
    lines = [line.slice(head[0].length)];
  }
  if (lines.length > 0) yield { pid, of, message: lines.join("\n") };
}

export const shapesOf = ({ shapes }: Executed): readonly string[] =>
  [...shapes].toSorted((a, b) => b[1] - a[1]).map(([shape]) => shape);

export const figuresOf = ({ times, blocks }: Executed) => ({
  runs: times.length,
  p50: quantile(times, 0.5),
  p99: quantile(times, 0.99),
  blocks: quantile(blocks, 0.5),
});
