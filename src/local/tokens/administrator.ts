// The account that sets up the local chain: it owns the local tokens and pays for deployments. It has no private key:
// anvil accepts its transactions unsigned.
import { type Address, createTestClient, type Hex, http, publicActions } from "viem";

export const ADMINISTRATOR: Address = "0x7e570000000000000000000000000000000000Ad";

/** 1 000 coins, topped up before each use. */
const BALANCE_WEI = 1_000n * 10n ** 18n;
/** More than the largest deployment (Circle's token, 5.3 million) and under the 2^24 of EIP-7825. */
const GAS_MAX = 7_000_000n;

/** The node runs on the same machine. */
const POLL_MS = 20;

export interface Call {
  readonly to: Address;
  readonly data: Hex;
}

export type LocalChain = ReturnType<typeof localChain>;

export function localChain(rpcUrl: string) {
  return createTestClient({
    mode: "anvil",
    cacheTime: 0,
    pollingInterval: POLL_MS,
    transport: http(rpcUrl, { batch: true }),
  }).extend(publicActions);
}

/** Sends the calls in order from the administrator and mines them immediately, regardless of the block time. */
export async function administer(chain: LocalChain, calls: readonly Call[]): Promise<void> {
  if (calls.length === 0) return;
  await chain.setBalance({ address: ADMINISTRATOR, value: BALANCE_WEI });
  const hashes: Hex[] = [];
  for (const { to, data } of calls) {
    hashes.push(await chain.sendUnsignedTransaction({ from: ADMINISTRATOR, to, data, gas: GAS_MAX }));
  }
  await chain.mine({ blocks: 1 });
  const receipts = await Promise.all(hashes.map((hash) => chain.waitForTransactionReceipt({ hash })));
  const failed = receipts.find((receipt) => receipt.status !== "success");
  if (failed !== undefined) {
    throw new Error(
      `Setting up the local chain failed in transaction ${failed.transactionHash}. Start with a new TURNPIKE_DIR.`,
    );
  }
}
