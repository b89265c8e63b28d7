// The doctor's check of payments that cannot end: past their expiry while a chain is not followed that far, or past
// their deadline with an authorisation whose use no node explains.
import type { EvmChainConfig } from "../../chains/evm/config/config.ts";
import { expiryChains } from "../../operations/gateway/payable-chains.ts";
import { openStore } from "../../store/store.ts";
import { secondText } from "../output/text.ts";

interface WaitingFinding {
  readonly part: string;
  readonly state: "problem";
  readonly message: string;
}

/** A chain's next block is read well within this time after a payment's expiry. */
const LATE_S = 60;

export async function checkWaiting(
  databaseUrl: string,
  configs: readonly EvmChainConfig[],
): Promise<readonly WaitingFinding[]> {
  const store = openStore({ url: databaseUrl, connectionsMax: 1, onError: () => {}, chains: expiryChains(configs) });
  try {
    const [awaited, unexplained] = [await store.payments.awaitedChains(LATE_S), await store.unpaid.unexplained()];
    return [
      ...awaited.map(({ chain, payments, followedToS }) => ({
        part: chain,
        state: "problem" as const,
        message:
          `${payments} payments stay open past their expiry, because the chain is followed only to ` +
          `${followedToS === null ? "no block" : secondText(new Date(followedToS * 1_000))} and may have paid them ` +
          "in time: start a worker, or fix its RPC URLs",
      })),
      ...unexplained.map(({ chain, payments }) => ({
        part: chain,
        state: "problem" as const,
        message:
          `${payments} payments stay in processing past their deadline: their authorisation is used, but no node ` +
          "returns a transfer or a cancellation. Add an RPC URL of another provider, with the state of old blocks",
      })),
    ];
  } finally {
    await store.close();
  }
}
