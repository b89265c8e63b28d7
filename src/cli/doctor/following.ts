// The doctor's check of the workers: whether one follows each chain and keeps up. Without one, no payment completes.
import { createEvmChain } from "../../chains/evm/chain.ts";
import type { EvmChainConfig } from "../../chains/evm/config/config.ts";
import { type Following, readFollowing } from "../../store/following/following.ts";

interface FollowingFinding {
  readonly part: string;
  readonly state: "ok" | "warning" | "problem";
  readonly message: string;
}

/** A worker reads an idle chain every 48 s and leaves the newest blocks. Further behind, it is catching up or stuck. */
const BEHIND_S_MAX = 90;

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

const START = "Start turnpike serve with --role all or worker";

function judge(
  { isLed, newestBlock, awayS, isInstallationUsed }: Following,
  distance: Distance | null,
): Omit<FollowingFinding, "part"> {
  if (!isLed && newestBlock === null) {
    // Before the first start there is nothing to follow yet.
    if (!isInstallationUsed) {
      return { state: "warning", message: `no worker has followed it yet, so no payment would complete. ${START}.` };
    }
    const message = "no worker has ever followed it, so no payment on it completes";
    return { state: "problem", message: `${message}. ${START}; if one runs, its log says why it does not follow it.` };
  }
  if (!isLed) {
    const last = `the last one was at block ${newestBlock}`;
    return { state: "problem", message: `no worker follows it (${last}), so no payment completes. ${START}.` };
  }
  if (awayS !== null) {
    const message = `none of its RPC URLs has responded to its worker for ${Math.round(awayS)} s`;
    const effect = `nothing on it is followed (it is at block ${newestBlock}), relayed or settled`;
    return { state: "problem", message: `${message}: ${effect}. Check the providers, and that machine's network.` };
  }
  if (distance && distance.seconds > BEHIND_S_MAX) {
    const { blocks, seconds } = distance;
    const place = `at block ${newestBlock}, ${blocks} blocks (${seconds} s) behind the chain`;
    if (distance.isClosed) {
      const message = `its worker leads but is ${place}, so its options are not offered and nothing settles`;
      return { state: "problem", message: `${message}. Read the worker's log, and restart it if it is silent.` };
    }
    return { state: "warning", message: `its worker is ${place}: it is catching up, or its log names the cause.` };
  }
  return {
    state: "ok",
    message:
      newestBlock === null ? "a worker is starting to follow it" : `a worker follows it, at block ${newestBlock}`,
  };
}

interface Distance {
  readonly blocks: bigint;
  readonly seconds: number;
  /** Beyond headAgeMaxS the chain is closed for payments. */
  readonly isClosed: boolean;
}

/** Null if unknown; another check reports problems with the chain's nodes. */
async function distanceOf(chain: EvmChainConfig, { newestBlock }: Following): Promise<Distance | null> {
  if (newestBlock === null) return null;
  try {
    const head = await createEvmChain(chain, []).reader.head();
    const blocks = head.number - newestBlock;
    const seconds = Number(blocks) * chain.blockTimeS;
    return { blocks, seconds, isClosed: seconds > chain.headAgeMaxS };
  } catch {
    return null;
  }
}
