// The local chain as Turnpike uses it: started, furnished with router and tokens, and described as a chains file.

import { erc20Abi } from "viem";
import type { ChainEntry } from "../chains/evm/config.ts";
import { localAccounts } from "./accounts.ts";
import { administer, localChain } from "./administrator.ts";
import { type LocalChain, startLocalChain } from "./chain.ts";
import type { Log } from "./child-process.ts";
import { EURC, mintCall, USDC } from "./circle-token.ts";
import { deployLocal, type LocalDeployment } from "./deploy.ts";
import { hasCode } from "./system-error.ts";

/** The chains of a local installation, the first of which alone is there in most tests. */
export const LOCAL_CHAINS = [
  { number: 31_337, name: "Local chain" },
  { number: 31_338, name: "Second local chain" },
] as const;
const BLOCK_TIME_S = 1;
/** How soon a new block of a node on the same machine is noticed. */
const POLL_MS = 25;
/** 1 000 000 of a token with six decimals; the buyer gets it again once half is spent. */
const BUYER_HOLDS = 1_000_000_000_000n;

export interface FurnishedChain extends LocalChain {
  readonly deployment: LocalDeployment;
  /** As it would stand in an operator's chains file. */
  readonly entry: ChainEntry;
}

export async function startFurnishedChain(dir: string, chainId: number, log: Log): Promise<FurnishedChain> {
  const chain = await startLocalChain({ dir, chainId, blockTimeS: BLOCK_TIME_S, log });
  try {
    // A chain that was stopped comes back with the head it had then: a new block brings its clock up to now.
    await localChain(chain.rpcUrl).mine({ blocks: 1 });
    const deployment = await deployLocal(chain).catch(tellMissingPart);
    await fillBuyers(chain.rpcUrl, deployment);
    return { ...chain, deployment, entry: chainEntry(chain.rpcUrl, deployment, chainId) };
  } catch (error) {
    await chain.stop();
    throw error;
  }
}

/** Circle's tokens and Permit2 come from dev dependencies, and Permit2 is compiled when those are installed. */
function tellMissingPart(error: unknown): never {
  if (!(error instanceof Error) || !hasCode(error, "ENOENT", "MODULE_NOT_FOUND")) throw error;
  const [what] = error.message.split("\n");
  throw new Error(`A part of the local chain is not installed (${what}). Run \`npm ci\`, without --omit=dev.`, {
    cause: error,
  });
}

/** Few enough that a request of so many does not time out. */
const BLOCKS_PER_REQUEST = 100n;

/**
 * Mines empty blocks until the chain is above `number`. A crash of the machine takes the newest blocks of a local chain, and
 * whoever has seen those waits until it is above them, since it might be a node that lags.
 * @returns how many blocks it was short of it
 */
export async function mineAbove(rpcUrl: string, number: bigint): Promise<bigint> {
  const chain = localChain(rpcUrl);
  const head = await chain.getBlockNumber();
  for (let missing = number + 1n - head; missing > 0n; missing -= BLOCKS_PER_REQUEST) {
    await chain.mine({ blocks: Number(missing < BLOCKS_PER_REQUEST ? missing : BLOCKS_PER_REQUEST) });
  }
  return head < number ? number - head : 0n;
}

async function fillBuyers(rpcUrl: string, { usdc, eurc }: LocalDeployment): Promise<void> {
  const client = localChain(rpcUrl);
  const { buyer, refusedBuyer } = localAccounts();
  const holdings = [usdc, eurc].flatMap((token) => [buyer, refusedBuyer].map(({ address }) => ({ token, address })));
  const balances = await Promise.all(
    holdings.map(({ token, address }) =>
      client.readContract({ address: token, abi: erc20Abi, functionName: "balanceOf", args: [address] }),
    ),
  );
  const calls = holdings.flatMap(({ token, address }, index) => {
    const balance = balances[index] ?? 0n;
    return balance < BUYER_HOLDS / 2n ? [mintCall(token, address, BUYER_HOLDS - balance)] : [];
  });
  await administer(client, calls);
}

export function chainEntry(
  rpcUrl: string,
  deployment: LocalDeployment,
  chainNumber: number = LOCAL_CHAINS[0].number,
): ChainEntry {
  const domainVersion = "2";
  const tokens = [
    { ...USDC, address: deployment.usdc },
    { ...EURC, address: deployment.eurc },
  ];
  return {
    caip2: `eip155:${chainNumber}`,
    name: LOCAL_CHAINS.find(({ number }) => number === chainNumber)?.name ?? `Local chain ${chainNumber}`,
    rpcUrls: [rpcUrl],
    router: deployment.router,
    permit2: deployment.permit2,
    multicall3: deployment.multicall3,
    feeReceiver: localAccounts().feeReceiver,
    confirmations: [{ from: "0", blocks: 1 }],
    blockTimeS: BLOCK_TIME_S,
    pollMs: POLL_MS,
    maxFeePerGasGwei: "100",
    assets: tokens.map(({ address, symbol, name, decimals, currency }) => ({
      address,
      symbol,
      name,
      decimals,
      pays: "eip3009",
      peggedTo: currency,
      domain: { name, version: domainVersion },
    })),
  };
}
