// The local chain ready for Turnpike: started, with router and tokens deployed, described as a chains file entry.
import { type Address, erc20Abi } from "viem";
import type { ChainEntry } from "../../chains/evm/config/config.ts";
import { localAccounts } from "../accounts.ts";
import type { Log } from "../process/child-process.ts";
import { administer, localChain } from "../tokens/administrator.ts";
import { type CircleToken, EURC, mintCall, USDC } from "../tokens/circle-token.ts";
import { deployLocal, type LocalDeployment } from "../tokens/deploy.ts";
import { DAI, mintDaiCall, mintTetherCall, USDT } from "../tokens/plain-tokens.ts";
import { type LocalChain, startLocalChain } from "./chain.ts";

/** The chains of a local installation; most tests use only the first. */
export const LOCAL_CHAINS = [
  { number: 31_337, name: "Local chain" },
  { number: 31_338, name: "Second local chain" },
] as const;
const BLOCK_TIME_S = 1;
/** Standard units of each token, topped up once half is spent. anvil provides the coin. */
const BUYER_HOLDS = 1_000_000n;

export interface FurnishedChain extends LocalChain {
  readonly deployment: LocalDeployment;
  /** Its entry for a chains file. */
  readonly entry: ChainEntry;
}

export async function startFurnishedChain(dir: string, chainId: number, log: Log): Promise<FurnishedChain> {
  const chain = await startLocalChain({ dir, chainId, blockTimeS: BLOCK_TIME_S, log });
  try {
    // A restarted chain still has its old head: a new block brings its clock up to date.
    await localChain(chain.rpcUrl).mine({ blocks: 1 });
    const deployment = await deployLocal(chain);
    await fillBuyers(chain.rpcUrl, deployment);
    return { ...chain, deployment, entry: chainEntry(chain.rpcUrl, deployment, chainId) };
  } catch (error) {
    await chain.stop();
    throw error;
  }
}

/** Few enough for one request not to time out. */
const BLOCKS_PER_REQUEST = 100n;

/**
 * Mines empty blocks until the chain is above `number`. After a machine crash a local chain lacks its newest blocks,
 * and a watcher that has seen them waits until the chain is above them, as it would for a lagging node.
 * @returns the number of missing blocks
 */
export async function mineAbove(rpcUrl: string, number: bigint): Promise<bigint> {
  const chain = localChain(rpcUrl);
  const head = await chain.getBlockNumber();
  for (let missing = number + 1n - head; missing > 0n; missing -= BLOCKS_PER_REQUEST) {
    await chain.mine({ blocks: Number(missing < BLOCKS_PER_REQUEST ? missing : BLOCKS_PER_REQUEST) });
  }
  return head < number ? number - head : 0n;
}

async function fillBuyers(rpcUrl: string, { usdc, eurc, usdt, dai }: LocalDeployment): Promise<void> {
  const client = localChain(rpcUrl);
  const { buyer, refusedBuyer, demoBuyer } = localAccounts();
  const tokens = [
    { token: usdc, decimals: USDC.decimals, mintCall },
    { token: eurc, decimals: EURC.decimals, mintCall },
    { token: usdt, decimals: USDT.decimals, mintCall: mintTetherCall },
    { token: dai, decimals: DAI.decimals, mintCall: mintDaiCall },
  ];
  const holdings = tokens.flatMap((token) =>
    [buyer, refusedBuyer, demoBuyer].map(({ address }) => ({ ...token, address })),
  );
  const balances = await Promise.all(
    holdings.map(({ token, address }) =>
      client.readContract({ address: token, abi: erc20Abi, functionName: "balanceOf", args: [address] }),
    ),
  );
  const calls = holdings.flatMap(({ token, address, decimals, mintCall: mint }, index) => {
    const full = BUYER_HOLDS * 10n ** BigInt(decimals);
    const balance = balances[index] ?? 0n;
    return balance < full / 2n ? [mint(token, address, full - balance)] : [];
  });
  await administer(client, calls);
}

export function chainEntry(
  rpcUrl: string,
  deployment: LocalDeployment,
  chainNumber: number = LOCAL_CHAINS[0].number,
): ChainEntry {
  return {
    caip2: `eip155:${chainNumber}`,
    name: LOCAL_CHAINS.find(({ number }) => number === chainNumber)?.name ?? `Local chain ${chainNumber}`,
    testNet: true,
    rpcUrls: [rpcUrl],
    publicRpcUrl: rpcUrl,
    router: deployment.router,
    permit2: deployment.permit2,
    multicall3: deployment.multicall3,
    feeReceiver: localAccounts().feeReceiver,
    confirmations: [{ from: "0", blocks: 1 }],
    blockTimeS: BLOCK_TIME_S,
    maxFeePerGasGwei: "100",
    assets: assetEntries(deployment),
  };
}

/** At least one asset for each payment method. */
function assetEntries({ usdc, eurc, usdt, dai }: LocalDeployment): ChainEntry["assets"] {
  const token = (address: Address, { symbol, name, decimals, currency }: CircleToken) => ({
    address,
    symbol,
    name,
    decimals,
    peggedTo: currency,
    deposits: true,
  });
  const domain = ({ name }: CircleToken) => ({ name, version: "2" });
  return [
    { ...token(usdc, USDC), method: "eip3009", domain: domain(USDC) },
    { ...token(eurc, EURC), method: "eip3009", domain: domain(EURC) },
    { ...token(usdt, USDT), method: "permit2", resetsApproval: true },
    { ...token(dai, DAI), method: "erc20" },
    { symbol: "ETH", name: "Ether", decimals: 18, method: "native", slip44: 60 },
  ];
}
