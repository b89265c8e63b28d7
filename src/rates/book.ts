// What is known of all pairs now. Sources are read when somebody asks and what is known has aged: a little, and the asker
// gets what is known while they are read again; more, and the asker waits. However many ask, they are read once.

import type { Log } from "../operations/log.ts";
import type { Pair, RatesConfig, Source } from "./config.ts";
import { judgePair, type PairState } from "./judge.ts";
import { readSources, type SourcePorts } from "./read-sources.ts";
import type { Fault, Reading } from "./reading.ts";

export interface BookPorts extends SourcePorts {
  readonly log: Log;
}

export interface RateBook {
  /** The pairs in the order of the rates file. Never rejects. */
  states(): Promise<readonly PairState[]>;
}

/** Of refreshS: older than that, what is known is read again before it is used. */
const WAIT_AFTER_REFRESHES = 2;
/** Of refreshS: a source that did not answer is asked again so much sooner. */
const RETRIES_PER_REFRESH = 5;
/** Of refreshS: so long a source that does not answer keeps its last price, which must not be too old by itself. */
const KEEP_FOR_REFRESHES = 3;

interface Known {
  readonly reading: Reading;
  readonly readAtMs: number;
}

export function createBook({ pairs, refreshS }: RatesConfig, ports: BookPorts): RateBook {
  const sources = pairs.flatMap((pair) => pair.sources);
  const refreshMs = refreshS * 1_000;
  const known = new Map<Source, Known>();
  const tell = teller(ports.log);
  let readAtMs: number | null = null;
  let isComplete = true;
  let underWay: Promise<void> | null = null;

  function refresh(): Promise<void> {
    underWay ??= readAll().finally(() => {
      underWay = null;
    });
    return underWay;
  }

  async function readAll(): Promise<void> {
    const readings = await readSources(sources, ports);
    readAtMs = ports.nowMs();
    isComplete = [...readings.values()].every((reading) => !isSilent(reading));
    for (const [source, reading] of readings) {
      if (!isKept(known.get(source), reading, readAtMs)) known.set(source, { reading, readAtMs });
    }
  }

  function isKept(earlier: Known | undefined, reading: Reading, nowMs: number): boolean {
    if (!isSilent(reading) || !earlier || "fault" in earlier.reading) return false;
    return nowMs - earlier.readAtMs <= KEEP_FOR_REFRESHES * refreshMs;
  }

  return {
    async states() {
      // A clock that was set back says nothing of an age.
      const ageMs = readAtMs === null ? -1 : ports.nowMs() - readAtMs;
      if (ageMs < 0 || ageMs >= WAIT_AFTER_REFRESHES * refreshMs) await refresh();
      else if (ageMs >= (isComplete ? refreshMs : refreshMs / RETRIES_PER_REFRESH)) void refresh();
      const nowS = Math.floor(ports.nowMs() / 1_000);
      return pairs.map((pair) => {
        const state = judgePair(pair, readingsOf(pair, known), nowS);
        tell(state);
        return state;
      });
    },
  };
}

const isSilent = (reading: Reading): boolean => "fault" in reading && reading.fault.kind === "unreachable";

const readingsOf = ({ sources }: Pair, known: ReadonlyMap<Source, Known>): Reading[] =>
  sources.map((source) => known.get(source)?.reading ?? { fault: NOT_READ });

const NOT_READ: Fault = { kind: "unreachable", message: "was not read yet" };

/** Says once what has become of a pair or of one of its sources, and again when that changes. */
function teller(log: Log): (state: PairState) => void {
  const told = new Map<string, string>();
  const isNews = (about: string, found: Fault | null): boolean => {
    const kind = found?.kind ?? "fine";
    const before = told.get(about);
    told.set(about, kind);
    return before === undefined ? kind !== "fine" : before !== kind;
  };
  return ({ pair, fault, sources }) => {
    for (const { source, fault: found } of sources) {
      if (!isNews(`${pair.name} ${source.label}`, found)) continue;
      const fields = { pair: pair.name, source: source.label };
      if (found) log.warn({ ...fields, kind: found.kind }, `the source of a rate ${found.message}`);
      else log.info(fields, "the source of a rate can be used again");
    }
    if (!isNews(pair.name, fault)) return;
    if (fault)
      log.warn({ pair: pair.name, kind: fault.kind }, `no rate, so its options are left out: ${fault.message}`);
    else log.info({ pair: pair.name }, "there is a rate again");
  };
}
