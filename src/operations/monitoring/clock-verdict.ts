// Whether a chain has stopped or a clock is wrong: the newest blocks are compared with the database's clock, with this
// machine's, and with each other.

export interface NewestBlock {
  /** CAIP-2. */
  readonly chain: string;
  /** Unix seconds. */
  readonly timeS: number;
  readonly blockTimeS: number;
  /** An older newest block closes the chain for payments. */
  readonly headAgeMaxS: number;
}

export interface ClockVerdict {
  readonly chain: string;
  /** False: payments go on, or the cause is not certain. */
  readonly isProblem: boolean;
  readonly message: string;
}

const OLD_AFTER_S = 60;
/** The same limit in blocks, for slow chains. */
const OLD_AFTER_BLOCKS = 20;
/** Chains accept blocks that are some seconds ahead. */
const AHEAD_MAX_S = 30;

/** @param clocks Unix seconds of the database's clock and of this machine's, at the time of the blocks */
export function judgeClocks(
  blocks: readonly NewestBlock[],
  clocks: { readonly databaseS: number; readonly machineS: number },
): readonly ClockVerdict[] {
  const { databaseS, machineS } = clocks;
  return blocks
    .filter((block) => isOff(block, databaseS))
    .map((block) => {
      const ageS = Math.round(databaseS - block.timeS);
      const isOld = ageS > 0;
      const found = `by the database's clock, its newest block is ${isOld ? `${ageS} s old` : `${-ageS} s ahead`}`;
      const others = blocks.filter(({ chain }) => chain !== block.chain);
      const agreeing = others.filter((other) => !isOff(other, databaseS)).map(({ chain }) => chain);
      const verdict = (isProblem: boolean, why: string): ClockVerdict => ({
        chain: block.chain,
        isProblem,
        message: `${found}, ${why}`,
      });
      if (!isOff(block, machineS)) {
        return verdict(
          true,
          "and by this machine's it is current: the database's clock is wrong. Synchronise it by NTP",
        );
      }
      if (agreeing.length > 0) {
        const cause = isOld
          ? "the chain has stopped, or its RPC URLs lag"
          : "its RPC URLs return blocks from the future";
        return verdict(true, `while that of ${agreeing.join(", ")} is current: ${cause}. Ask the providers`);
      }
      if (others.length > 0) {
        const cause = "the clocks of the database and of this machine are wrong. Synchronise them by NTP";
        return verdict(true, `and no chain's newest block is current: ${cause}, or check this machine's RPC URLs`);
      }
      const late = `with a block expected every ${block.blockTimeS} s: the chain has stopped or its RPC URLs lag, or`;
      const cause = isOld ? `${late} both clocks are ahead` : "and by this machine's as well: both clocks are late";
      return verdict(isOld && ageS > block.headAgeMaxS, `${cause}. Compare them with NTP`);
    });
}

function isOff({ timeS, blockTimeS }: NewestBlock, clockS: number): boolean {
  const ageS = clockS - timeS;
  return ageS < -AHEAD_MAX_S || ageS > Math.max(OLD_AFTER_S, OLD_AFTER_BLOCKS * blockTimeS);
}
