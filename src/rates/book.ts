// The current state of all pairs. Sources are read on demand: slightly old data is returned while a refresh runs, older
// data is refreshed first. Concurrent callers share one refresh.
import type { Log } from "../operations/ports/log.ts";
import type { Pair, RatesConfig, Source } from "./config.ts";
import { judgePair, type PairState } from "./judge.ts";
import { readSources, type SourcePorts } from "./read-sources.ts";
import { type Fault, faultReading, type Reading } from "./reading.ts";

export interface BookPorts extends SourcePorts {
  readonly log: Log;
}

export interface RateBook {
  /** The pairs in the order of the rates file. Never rejects. */
  states(): Promise<readonly PairState[]>;
}

/** Unit: refreshS. Older data is refreshed before use. */
const WAIT_AFTER_REFRESHES = 2;
/** Fraction of refreshS after which a source that did not respond is read again. */
const RETRIES_PER_REFRESH = 5;
/** Unit: refreshS. The last price of a silent source is used for this long if the price itself is not too old. */
const KEEP_FOR_REFRESHES = 3;

interface Known {
  readonly reading: Reading;
  readonly readAtMs: number;
}

export function createBook({ pairs, refreshS }: RatesConfig, ports: BookPorts): RateBook {
  const sources = pairs.flatMap((pair) => pair.sources);
  const refreshMs = refreshS * 1_000;
  const known = new Map<Source, Known>();
  const logChange = changeLogger(ports.log);
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
    if (!isSilent(reading) || !earlier || earlier.reading.kind === "fault") return false;
    return nowMs - earlier.readAtMs <= KEEP_FOR_REFRESHES * refreshMs;
  }

  return {
    async states() {
      // After the clock is set back, ages are meaningless.
      const ageMs = readAtMs === null ? -1 : ports.nowMs() - readAtMs;
      if (ageMs < 0 || ageMs >= WAIT_AFTER_REFRESHES * refreshMs) await refresh();
      else if (ageMs >= (isComplete ? refreshMs : refreshMs / RETRIES_PER_REFRESH)) void refresh();
      const nowS = Math.floor(ports.nowMs() / 1_000);
      return pairs.map((pair) => {
        const state = judgePair(pair, readingsOf(pair, known), nowS);
        logChange(state);
        return state;
      });
    },
  };
}

const isSilent = (reading: Reading): boolean => reading.kind === "fault" && reading.fault.kind === "unreachable";

const readingsOf = ({ sources }: Pair, known: ReadonlyMap<Source, Known>): Reading[] =>
  sources.map((source) => known.get(source)?.reading ?? faultReading("unreachable", "was not read yet"));

/** Logs a change of a pair or of one of its sources, once. */
function changeLogger(log: BookPorts["log"]): (state: PairState) => void {
  const logged = new Map<string, string>();
  const isNews = (about: string, found: Fault | null): boolean => {
    const kind = found?.kind ?? "fine";
    const before = logged.get(about);
    logged.set(about, kind);
    return before === undefined ? kind !== "fine" : before !== kind;
  };
  return ({ pair, fault, sources }) => {
    for (const { source, fault: found } of sources) {
      if (!isNews(`${pair.name} ${source.label}`, found)) continue;
      const fields = { pair: pair.name, source: source.label };
      if (found) log.warn({ ...fields, kind: found.kind }, `the rate source ${found.message}`);
      else log.info(fields, "the rate source works again");
    }
    if (!isNews(pair.name, fault)) return;
    if (fault) {
      log.warn(
        { pair: pair.name, kind: fault.kind },
        `no rate, so options that need it are not offered: ${fault.message}`,
      );
    } else {
      log.info({ pair: pair.name }, "the rate is available again");
    }
  };
}
