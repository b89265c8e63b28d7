// Adds the nonces of their transactions to transfers, for lists. A batch's nonce is known from the relayer's queue.
import type { TimedEvent } from "../../payment/transfers/transfer.ts";
import type { ChainReader } from "../ports/chain/chain-reader.ts";
import type { Ledger } from "../ports/ledger.ts";
import type { Log } from "../ports/log.ts";

interface NoncePorts {
  readonly chain: Pick<ChainReader, "id" | "transactionNonce">;
  readonly ledger: Pick<Ledger, "notRelayed">;
  readonly log: Log;
}

/** Transactions requested at once. */
const AT_ONCE = 10;

/** Money does not wait for a nonce: one that the chain does not return stays unknown. Never throws for the chain. */
export async function withNonces(
  { chain, ledger, log }: NoncePorts,
  transfers: readonly TimedEvent[],
): Promise<readonly TimedEvent[]> {
  if (transfers.length === 0) return transfers;
  const hashes = [...(await ledger.notRelayed(transfers.map(({ txHash }) => txHash)))];
  const nonces = new Map<string, bigint>();
  for (let from = 0; from < hashes.length; from += AT_ONCE) {
    await Promise.all(
      hashes.slice(from, from + AT_ONCE).map(async (hash) => {
        const nonce = await chain.transactionNonce(hash).catch((error: unknown) => {
          log.warn({ chain: chain.id, transaction: hash, err: error }, "a transaction's nonce stays unknown");
          return null;
        });
        if (nonce !== null) nonces.set(hash, nonce);
      }),
    );
  }
  return transfers.map((transfer) => {
    const nonce = nonces.get(transfer.txHash);
    return nonce === undefined ? transfer : { ...transfer, nonce };
  });
}
