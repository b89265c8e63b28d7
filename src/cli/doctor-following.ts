// What the doctor says of the workers: whether one follows each chain, and whether it keeps up. Without one, payments
// are confirmed and get no further, and nothing else would tell.
import { createEvmChain } from "../chains/evm/chain.ts";
import type { EvmChainConfig } from "../chains/evm/config.ts";
import { type Following, readFollowing } from "../store/following.ts";

interface FollowingFinding {
  readonly part: string;
  readonly state: "ok" | "warning" | "problem";
  readonly message: string;
}

/** A worker takes in a block within a second or two of its coming; so much behind, it is catching up or stuck. */
const BEHIND_S_MAX = 60;

export async function checkFollowing(
  databaseUrl: string,
  chains: readonly EvmChainConfig[],
): Promise<FollowingFinding[]> {
  const states = await readFollowing(
    databaseUrl,
    chains.map(({ caip2 }) => caip2),
  );
  return Promise.all(
    states.map(async (state) => {
      const chain = chains.find(({ caip2 }) => caip2 === state.chain);
      return { part: state.chain, ...judge(state, chain ? await distanceOf(chain, state) : null) };
    }),
  );
}

const START = "Start npx turnpike serve with --role all or worker";

function judge({ isLed, newestBlock }: Following, distance: Distance | null): Omit<FollowingFinding, "part"> {
  if (!isLed && newestBlock === null) {
    return {
      state: "warning",
      message: `no worker has followed it yet, so no payment would get past its confirm. ${START}.`,
    };
  }
  if (!isLed) {
    const message = `no worker follows it (the last was at block ${newestBlock}), so no payment gets past its confirm. ${START}.`;
    return { state: "problem", message };
  }
  if (distance && distance.seconds > BEHIND_S_MAX) {
    const { blocks, seconds } = distance;
    const message = `its worker is at block ${newestBlock}, ${blocks} blocks (${seconds} s) behind the chain: it is catching up, or its log says what stops it.`;
    return { state: "warning", message };
  }
  return {
    state: "ok",
    message: newestBlock === null ? "a worker begins to follow it" : `a worker follows it, at block ${newestBlock}`,
  };
}

interface Distance {
  readonly blocks: bigint;
  readonly seconds: number;
}

/** Null where it cannot be said: what is wrong with the chain's nodes is told elsewhere. */
async function distanceOf(chain: EvmChainConfig, { newestBlock }: Following): Promise<Distance | null> {
  if (newestBlock === null) return null;
  try {
    const head = await createEvmChain(chain, []).reader.head();
    const blocks = head.number - newestBlock;
    return { blocks, seconds: Number(blocks) * chain.blockTimeS };
  } catch {
    return null;
  }
}
