// All RPC URLs of a chain stop responding, and come back. Then the first of several, if there are several.
import type { EvmChainConfig } from "../../../chains/evm/config/config.ts";
import type { ProxiedNode } from "../copy/nodes.ts";
import { type Acting, type Fault, leaderOf } from "./fault.ts";

/** The worker waits 15 s before it tells; a process looks every few seconds. */
const NOTICED_LIMIT_S = 60;
const BACK_LIMIT_S = 60;
const PAUSE_LIMIT_S = 5;

export const nodesLost: Fault = {
  name: "all RPC URLs of a chain stop responding, and come back",
  pauseLimitS: PAUSE_LIMIT_S,
  async act(acting) {
    const { copy } = acting;
    const chain = copy.chains[0];
    if (chain) await lose(acting, chain, copy.nodes.proxies.get(chain.chainNumber) ?? []);
  },
};

async function lose(
  { copy, scrape, wait }: Acting,
  { caip2 }: EvmChainConfig,
  nodes: readonly ProxiedNode[],
): Promise<void> {
  const isLeaderReady = async () => (await leaderOf(copy, caip2))?.isReady() ?? false;
  for (const node of nodes) node.isAway = true;
  try {
    await wait(`the worker that leads ${caip2} is not ready`, NOTICED_LIMIT_S, async () => !(await isLeaderReady()));
    await scrape();
  } finally {
    for (const node of nodes) node.isAway = false;
  }
  await wait("it is ready again, once they respond", BACK_LIMIT_S, isLeaderReady);
}
