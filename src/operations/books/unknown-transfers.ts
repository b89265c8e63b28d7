// Transfers of this installation whose payment the database lacks, for example because it was restored from a backup
// that is older than the payment. A payment's key is a hash of its id, so the chain cannot name the payment.
import type { Address, Hex } from "viem";
import type { Evidence, PaidEvent, UnknownTransfer } from "../../payment/transfers/transfer.ts";
import type { BooksStore } from "../ports/books.ts";
import type { ChainReader } from "../ports/chain/chain-reader.ts";

export interface OwnTrafficPorts {
  readonly chain: Pick<ChainReader, "id" | "transactionSender">;
  readonly books: Pick<BooksStore, "merchantsAt" | "accounts">;
  /** The configured fee receiver; the database knows the receivers of fee policies. */
  readonly feeReceiver: Address;
  /** The configured relayers; the database knows every relayer that ever relayed. */
  readonly relayers: readonly Address[];
}

/** Transactions requested at once. */
const AT_ONCE = 10;

/**
 * Selects the events that belong to this installation.
 * @param events of payments that the database lacks
 * @throws if the chain does not respond
 */
export async function ownUnknown(
  { chain, books, feeReceiver, relayers }: OwnTrafficPorts,
  events: readonly PaidEvent[],
): Promise<readonly UnknownTransfer[]> {
  if (events.length === 0) return [];
  const known = await books.accounts(chain.id);
  const receivers = new Set([feeReceiver, ...known.feeReceivers]);
  const merchants = await books.merchantsAt(events.map(({ destination }) => `${chain.id}:${destination}`));
  const paysUs = (event: PaidEvent): boolean => event.fee > 0n && receivers.has(event.feeReceiver);
  const undecided = events.filter((event) => !paysUs(event)).map(({ txHash }) => txHash);
  const relayed = await sentBy(chain, [...new Set(undecided)], new Set([...relayers, ...known.relayers]));
  return events.flatMap((event) => {
    const merchantId = merchants.get(`${chain.id}:${event.destination}`) ?? null;
    const sent = relayed.has(event.txHash) ? "relayer" : null;
    const evidence = paysUs(event) ? "fee_receiver" : (sent ?? (merchantId === null ? null : "merchant"));
    return evidence === null ? [] : [toUnknown(event, evidence, merchantId)];
  });
}

async function sentBy(
  chain: OwnTrafficPorts["chain"],
  hashes: readonly Hex[],
  relayers: ReadonlySet<Address>,
): Promise<ReadonlySet<Hex>> {
  const found = new Set<Hex>();
  for (let from = 0; from < hashes.length; from += AT_ONCE) {
    const senders = hashes.slice(from, from + AT_ONCE).map(async (hash) => {
      const sender = await chain.transactionSender(hash);
      if (sender !== null && relayers.has(sender)) found.add(hash);
    });
    await Promise.all(senders);
  }
  return found;
}

const toUnknown = (
  { txHash, logIndex, blockNumber, paymentKey, asset, payer, amount, destination, fee }: PaidEvent,
  evidence: Evidence,
  merchantId: string | null,
): UnknownTransfer => ({
  txHash,
  logIndex,
  blockNumber,
  paymentKey,
  asset,
  payer,
  amount,
  destination,
  fee,
  evidence,
  merchantId,
});
