// Sends one signed form of a batch, and acts on the nodes' response. A batch that every node refuses is abandoned: an
// empty transaction takes its nonce, and its payments are sent again one by one.
import type { ChainWriter, FeesPerGas, SendOutcome } from "../ports/chain/chain-writer.ts";
import type { RelayPorts, StoredTransaction } from "../ports/relaying/relay.ts";
import type { QuarantinedPayment } from "../ports/relaying/relay-queue.ts";

/** Refusals in a row before a batch is abandoned. The pauses between them double from 1 s (see the store). */
const REFUSALS_MAX = 4;
/** The same for a payment whose batch was abandoned before and that is alone now: everything else waits behind it. */
const REFUSALS_OF_SUSPECT_MAX = 2;

/** @throws if the chain does not respond */
export async function sendBatch(
  ports: RelayPorts,
  transaction: StoredTransaction,
  send: ChainWriter["send"] = ports.chain.send,
): Promise<SendOutcome> {
  const { chain, store } = ports;
  const outcome = await send(transaction);
  ports.crashPoint("relay.sent");
  logOutcome(ports, transaction, outcome);
  const { batchId, relayer, hash } = transaction;
  if (outcome === "unfunded") {
    await store.releaseBatch(chain.id, batchId, chain.relayers, "the relayer's account cannot pay for gas");
    return outcome;
  }
  if (typeof outcome === "object") {
    const { refusals, isSuspect } = await store.noteRefusal(batchId, outcome.refusal);
    const most = isSuspect ? REFUSALS_OF_SUSPECT_MAX : REFUSALS_MAX;
    if (refusals >= most && !transaction.isEmpty) await giveUp(ports, transaction, outcome.refusal);
    return outcome;
  }
  await store.markSent(hash);
  // Used by this batch or by another user of the same key, in which case our count is stale.
  if (outcome === "nonce_used") await store.registerRelayer(chain.id, relayer, await chain.nextNonce(relayer));
  return outcome;
}

/**
 * If the nodes accept an empty transaction in its place, at the same fees, the batch is at fault; otherwise the nodes
 * or the account.
 */
async function giveUp(ports: RelayPorts, transaction: StoredTransaction, refusal: string): Promise<void> {
  const { chain, store, log } = ports;
  const { batchId, relayer, nonce } = transaction;
  const empty = await storeEmpty(ports, transaction, transaction.fees);
  const outcome = await chain.send(empty);
  if (outcome === "nonce_used") return store.markSent(transaction.hash); // some form of the batch was mined
  if (outcome !== "sent" && outcome !== "known") {
    await store.releaseBatch(chain.id, batchId, chain.relayers, refusal);
    return;
  }
  const quarantined = await store.abandonRefused(batchId);
  await store.markSent(empty.hash);
  const fields = { chain: chain.id, batch: batchId.toString(), relayer, nonce: nonce.toString(), refusal };
  log.error(fields, "no node accepts the batch: it is abandoned, and its payments are sent one by one");
  reportQuarantined(ports, quarantined);
}

/** Signs and stores the empty transaction that takes the nonce of an abandoned batch. */
export async function storeEmpty(
  { chain, store }: RelayPorts,
  transaction: StoredTransaction,
  fees: FeesPerGas,
): Promise<StoredTransaction> {
  const { relayer, nonce } = transaction;
  const call = chain.emptyCall(relayer);
  const signed = await chain.sign(relayer, nonce, call, fees);
  const empty: StoredTransaction = { ...transaction, ...signed, call, fees, blocksWaited: 0, isEmpty: true };
  await store.storeReplacement(empty);
  return empty;
}

export function reportQuarantined({ chain, log }: RelayPorts, quarantined: readonly QuarantinedPayment[]): void {
  for (const { paymentId, reason } of quarantined) {
    log.error({ chain: chain.id, paymentId, reason }, "a payment is quarantined: see turnpike batch list");
  }
}

function logOutcome({ chain, log, throttle }: RelayPorts, transaction: StoredTransaction, outcome: SendOutcome): void {
  const { batchId, relayer, nonce, hash } = transaction;
  const fields = { chain: chain.id, batch: batchId.toString(), relayer, nonce: nonce.toString(), hash, outcome };
  const isEmpty = `${relayer} is empty`;
  if (outcome === "unfunded") {
    throttle.warn(isEmpty, (times) =>
      log.error({ ...fields, times }, "the relayer's account cannot pay for gas: send it native coin"),
    );
  } else if (outcome === "sent") {
    throttle.recovered(isEmpty, () =>
      log.info({ chain: chain.id, relayer }, "the relayer's account can pay for gas again"),
    );
    log.info(fields, "batch sent");
  } else if (typeof outcome === "object") log.warn(fields, "no node accepts the batch");
  else log.warn(fields, "batch resent");
}
