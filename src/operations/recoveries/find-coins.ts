// Finds coins on deposit addresses. No event tells of them, so balances are read, a page of addresses at a time.
import type { Address, Hex } from "viem";
import { zeroAddress } from "viem";
import type { BlockName, ChainReader } from "../ports/chain/chain-reader.ts";
import type { FeesPerGas } from "../ports/chain/chain-writer.ts";
import type { RecoveryStore } from "../ports/recoveries.ts";

export interface FindCoinsPorts {
  readonly reader: Pick<ChainReader, "id" | "balancesAt">;
  readonly store: Pick<RecoveryStore, "watched" | "noteCoins">;
  /** The routers whose deposit addresses are watched. */
  readonly routers: readonly Address[];
  readonly fees: () => Promise<FeesPerGas>;
  readonly newestBlock: (chain: string) => Promise<BlockName | null>;
}

/** Addresses read at once: two requests. */
const PAGE = 600;
/** Coins worth less than twice the gas of their recovery stay. */
const RECOVERY_GAS = 120_000n;

/**
 * Reads one page. @param after where the last page ended
 * @returns where this page ended; null: it was the last one
 * @throws if the chain does not respond
 */
export async function findCoins(ports: FindCoinsPorts, after: Hex | null): Promise<Hex | null> {
  const { reader, store, routers } = ports;
  const addresses = await store.watched(routers, after, PAGE);
  const newest = addresses.length > 0 ? await ports.newestBlock(reader.id) : null;
  if (!newest) return null;
  const holdings = addresses.map(({ address }) => ({ address, token: zeroAddress }));
  const balances = await reader.balancesAt(newest, holdings);
  const { maxFeePerGas } = await ports.fees();
  const coins = addresses.map((address, index) => ({ ...address, amount: balances[index] ?? 0n }));
  await store.noteCoins(reader.id, coins, 2n * RECOVERY_GAS * maxFeePerGas);
  return addresses.length < PAGE ? null : (addresses.at(-1)?.termsHash ?? null);
}
