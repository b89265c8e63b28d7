// When to read the head next: often around the moment when the next block is expected, rarely in between. Blocks come
// at regular intervals, so a new one is seen within milliseconds at few calls.

export interface BlockRhythm {
  /** The head was just read. */
  sawHead(number: bigint): void;
  /** Milliseconds until the next read of the head. */
  pauseMs(): number;
}

/** A part of the time between blocks, with a minimum in milliseconds. */
interface Length {
  readonly part: number;
  readonly leastMs: number;
}

/** Pause between reads around the expected moment, and how long before and after that moment. */
const CLOSE: Length = { part: 0.01, leastMs: 10 };
const EARLY: Length = { part: 0.04, leastMs: 20 };
const LATE: Length = { part: 0.12, leastMs: 60 };
/** Pause between reads until the moment of a block is known, for at most two blocks. */
const SEARCH: Length = { part: 0.02, leastMs: 40 };
const SEARCH_BLOCKS = 2;
/** Time between two reads that tells a block's moment well enough. */
const KNOWN: Length = { part: 0.06, leastMs: 150 };

/** @param pace seconds between blocks, and the longest pause in milliseconds */
export function createBlockRhythm(
  { blockTimeS, pollMs }: { readonly blockTimeS: number; readonly pollMs: number },
  nowMs: () => number = () => performance.now(),
): BlockRhythm {
  const blockMs = blockTimeS * 1_000;
  const ms = ({ part, leastMs }: Length): number => Math.max(blockMs * part, leastMs);
  let readMs = Number.NEGATIVE_INFINITY;
  let newest = { number: -1n, atMs: Number.NEGATIVE_INFINITY, isKnown: false };

  function untilReadMs(): number {
    const ageMs = nowMs() - newest.atMs;
    if (!newest.isKnown) return ageMs < SEARCH_BLOCKS * blockMs ? ms(SEARCH) : pollMs;
    const untilExpectedMs = blockMs - ageMs;
    return untilExpectedMs < -ms(LATE) ? pollMs : Math.max(untilExpectedMs - ms(EARLY), ms(CLOSE));
  }

  return {
    sawHead(number) {
      const atMs = nowMs();
      if (number > newest.number) newest = { number, atMs, isKnown: atMs - readMs <= ms(KNOWN) };
      readMs = atMs;
    },
    pauseMs: () => Math.min(untilReadMs(), pollMs),
  };
}
