// Which nonces of a relayer are mined. A node may count the transactions of a block that it is still mining (anvil
// does). A batch in that block would seem to be mined without its payments, because their transfers are ingested later.
import type { Address } from "viem";
import type { BlockName } from "../ports/chain/chain-reader.ts";

/** Nonces below these are mined. */
export interface MinedNonces {
  readonly counted: bigint;
  /** At most `counted`. It was counted before the newest block was ingested, so the batches' transfers are stored. */
  readonly certain: bigint;
}

interface Reading extends MinedNonces {
  readonly newest: BlockName;
  readonly atMs: number;
}

/** No node takes as long to mine a block. For chains that mine only on demand. */
const MINING_MAX_MS = 5_000;

export class MinedNonceReadings {
  readonly #readings = new Map<Address, Reading>();
  readonly #nowMs: () => number;

  /** @param nowMs milliseconds of a clock that never goes back */
  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** @param counted the relayer's transactions up to the newest ingested block, `newest` */
  add(relayer: Address, counted: bigint, newest: BlockName): MinedNonces {
    const last = this.#readings.get(relayer);
    const atMs = this.#nowMs();
    const isSameBlock = last?.newest.hash === newest.hash;
    const isAfter = isSameBlock || (last && newest.number > last.newest.number); // else there was a reorg
    const isAsBefore = isSameBlock && atMs - last.atMs < MINING_MAX_MS;
    const reading = isAsBefore ? last : { counted, newest, atMs, certain: isAfter ? last.counted : 0n };
    this.#readings.set(relayer, reading);
    return { counted, certain: reading.certain < counted ? reading.certain : counted };
  }
}
