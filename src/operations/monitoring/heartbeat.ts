// A process's regular look at the database: whether it takes writes, what time it has, and whether the other processes
// have the same settings.
import type { Log } from "../ports/log.ts";
import type { ProcessReport, ProcessReports, WriteRefusal } from "../ports/monitoring/processes.ts";
import type { LogThrottle } from "../timing/log-throttle.ts";
import { type Disagreement, disagreementsOf, placesOf } from "./disagreements.ts";

export interface HeartbeatPorts {
  readonly reports: Pick<ProcessReports, "look" | "write" | "leave">;
  readonly report: ProcessReport;
  readonly log: Log;
  readonly throttle: LogThrottle;
  /** Milliseconds of this machine's clock, and of one that never jumps. */
  readonly wallMs: () => number;
  readonly steadyMs: () => number;
}

export interface Heartbeat {
  /** @throws if the database does not respond, which store/database/outage.ts reports */
  beat(): Promise<void>;
  /** Why the database takes no writes, without its words; null if it takes them, as far as is known. */
  writesProblem(): string | null;
  /** Whether this machine's clock is so far off that its times are of no use. */
  isClockOff(): boolean;
  /** Seconds by which this machine's clock is ahead of the database's; null: unknown yet. */
  skewS(): number | null;
  /** Whole milliseconds by the database's clock, or by this machine's until that is known. */
  nowMs(): number;
  disagreements(): readonly Disagreement[];
  /** The process ends. */
  leave(): Promise<void>;
}

/** Beyond this, the operator is told; countdowns of buyers are off by as much. */
const SKEW_S_WARN = 2;
/** Beyond this, the process is not ready: it logs wrong times, and refuses prices and signatures that are fine. */
const SKEW_S_MAX = 10;
/** One way to the database. A look that takes longer waited for a connection, before the database read its clock. */
const WAY_MS_MAX = 20;
/** A look that takes longer may have waited after the database read its clock: this process was busy or stood still. */
const LOOK_MS_MAX = 1_000;
/** Rounding for the log. */
const TENTHS = 10;

const PROMOTE = "promote it, point DATABASE_URL at the primary, or end its default_transaction_read_only";
const CHECK_DISK = "check its disk and its log";

const problemOf = ({ isReadOnly }: WriteRefusal): string =>
  `the database takes no writes${isReadOnly ? ": it is read-only, or a standby" : ""}`;

export function createHeartbeat({ reports, report, log, throttle, wallMs, steadyMs }: HeartbeatPorts): Heartbeat {
  let refusal: WriteRefusal | null = null;
  let skewMs: number | null = null;
  let disagreements: readonly Disagreement[] = [];
  /** The database's time at a time of the steady clock. */
  let known: { readonly databaseMs: number; readonly steadyMs: number } | null = null;

  const timeNow = () => (known ? known.databaseMs + steadyMs() - known.steadyMs : wallMs());

  async function look(): Promise<void> {
    const sentMs = steadyMs();
    const { nowMs, processes } = await reports.look();
    const tookMs = steadyMs() - sentMs;
    // The time lies between the clock's that was read, and that plus the whole look: what is known may be better.
    const isKnown = known && timeNow() > nowMs - LOOK_MS_MAX && timeNow() < nowMs + tookMs + LOOK_MS_MAX;
    if (tookMs <= LOOK_MS_MAX || !isKnown) setTime(nowMs + Math.min(tookMs / 2, WAY_MS_MAX));
    compare(processes);
  }

  function setTime(databaseMs: number): void {
    known = { databaseMs, steadyMs: steadyMs() };
    skewMs = wallMs() - databaseMs;
    const skewS = Math.round((skewMs * TENTHS) / 1_000) / TENTHS;
    if (Math.abs(skewS) > SKEW_S_WARN) {
      const level = Math.abs(skewS) > SKEW_S_MAX ? "error" : "warn";
      const text = `this machine's clock is ${skewS} s off the database's: synchronise both by NTP`;
      throttle.warn("clock", () => log[level]({ skewS }, text), level);
    } else throttle.recovered("clock", () => log.info({ skewS }, "this machine's clock agrees with the database's"));
  }

  function compare(processes: readonly ProcessReport[]): void {
    disagreements = disagreementsOf([...processes.filter(({ id }) => id !== report.id), report]);
    for (const each of disagreements) {
      const text = `the processes differ in ${each.setting}: look at ${placesOf(each)}, or wait for a change to end`;
      throttle.warn("settings", () => log.warn({ setting: each.setting }, text), each.setting);
    }
    if (disagreements.length === 0) {
      throttle.recovered("settings", () => log.info({}, "the processes have the same settings again"));
    }
  }

  async function write(): Promise<void> {
    refusal = await reports.write(report);
    if (refusal === null) return throttle.recovered("writes", () => log.info({}, "the database takes writes again"));
    const { error, isReadOnly } = refusal;
    const text = `${problemOf(refusal)}. No payment can be created or settle: ${isReadOnly ? PROMOTE : CHECK_DISK}`;
    throttle.warn("writes", (times) => log.error({ times, err: error }, text), String(isReadOnly));
  }

  return {
    async beat() {
      // A server that takes no writes may not be read either.
      await write();
      await look();
    },
    writesProblem: () => refusal && problemOf(refusal),
    isClockOff: () => skewMs !== null && Math.abs(skewMs) > SKEW_S_MAX * 1_000,
    skewS: () => (skewMs === null ? null : skewMs / 1_000),
    nowMs: () => Math.floor(timeNow()),
    disagreements: () => disagreements,
    leave: () => reports.leave(report.id),
  };
}
