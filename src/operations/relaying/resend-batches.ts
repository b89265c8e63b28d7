// Keeps stored batches moving: resends unmined batches, with higher fees where the cap allows, and releases batches
// that this process cannot send or the chain cannot mine.
import { SignerUnavailable } from "../errors/signer-unavailable.ts";
import type { RelayPorts, StoredTransaction } from "../ports/relaying/relay.ts";
import type { ResolveUnpaidPorts } from "./resolve-unpaid.ts";
import { sendBatch, storeEmpty } from "./send-batch.ts";

/** Transactions handled per run; the next run takes the rest. */
const RESEND_MAX = 100;
/** After this many consecutive failures, the relayer's other transactions wait for the next run. */
const FAILURES_MAX = 3;
/** A batch with sufficient fees is mined within two blocks. A chain that mines no blocks is no reason to pay more. */
const OUTBID_AFTER_BLOCKS = 3;

/**
 * Sends transactions that were stored but never sent (the process died in between), and resends unmined ones
 * (dropped or outbid). Oldest nonce first, which also closes gaps. Relayers do not wait for each other.
 * @throws the last failure, if any, after trying the others
 */
export async function resendSilent(ports: RelayPorts): Promise<void> {
  const { chain, store, resendAfterMs } = ports;
  const silent = await store.silentTransactions(chain.id, chain.relayers, resendAfterMs, RESEND_MAX);
  const relayers = [...new Set(silent.map(({ relayer }) => relayer))];
  const failures = await Promise.all(
    relayers.map((of) =>
      resendInOrder(
        ports,
        silent.filter(({ relayer }) => relayer === of),
      ),
    ),
  );
  const last = failures.flat().at(-1);
  if (last) throw last.error;
}

async function resendInOrder(ports: RelayPorts, transactions: readonly StoredTransaction[]) {
  const failures: { readonly error: unknown }[] = [];
  let inRow = 0;
  for (const transaction of transactions) {
    try {
      await resend(ports, transaction);
      inRow = 0;
    } catch (error) {
      // The bytes that are stored were sent; only a form with higher fees has to wait for the signer.
      if (error instanceof SignerUnavailable) break;
      failures.push({ error });
      inRow += 1;
      if (inRow === FAILURES_MAX) break;
    }
  }
  return failures;
}

async function resend(ports: RelayPorts, stored: StoredTransaction): Promise<void> {
  const mustEmpty = stored.isAbandoned && !stored.isEmpty;
  const transaction = mustEmpty ? await storeOutbidding(ports, stored) : stored;
  const outcome = await sendBatch(ports, transaction, ports.chain.sendToAll);
  // A proxy may respond to known bytes as if it had sent them.
  const isInPool = outcome === "known" || outcome === "sent";
  const isOutbid = isInPool && transaction.blocksWaited >= OUTBID_AFTER_BLOCKS;
  if (isOutbid || outcome === "underpriced") await replace(ports, transaction);
}

/** The empty transaction replaces what a pool may hold of an abandoned batch. */
const storeOutbidding = async (ports: RelayPorts, stored: StoredTransaction): Promise<StoredTransaction> =>
  storeEmpty(ports, stored, (await ports.chain.bumped(stored.fees)) ?? stored.fees);

/** Resends the same call under the same nonce with higher fees. */
async function replace(ports: RelayPorts, previous: StoredTransaction): Promise<void> {
  const { chain, store, log, throttle } = ports;
  const { relayer, nonce, batchId } = previous;
  const fees = await chain.bumped(previous.fees);
  const isAtCap = `${relayer} is at the fee cap`;
  if (!fees) {
    const fields = { chain: chain.id, relayer, batch: batchId.toString() };
    throttle.warn(isAtCap, (times) => log.warn({ ...fields, times }, "the batch is waiting at the fee cap"));
    return;
  }
  throttle.recovered(isAtCap, () => {});
  const call = previous.isEmpty ? chain.emptyCall(relayer) : previous.call;
  const signed = await chain.sign(relayer, nonce, call, fees);
  const replacement: StoredTransaction = { ...previous, ...signed, call, fees, blocksWaited: 0 };
  await store.storeReplacement(replacement);
  await sendBatch(ports, replacement, chain.sendToAll);
}

/** Releases the payments of relayers whose keys were removed: nothing can resend their batches. */
export async function releaseLeftovers({ chain, store, log, resendAfterMs }: RelayPorts): Promise<void> {
  if (chain.relayers.length === 0) return; // no relayer could take them over
  for (const { relayer, payments } of await store.releaseLeftovers(chain.id, chain.relayers, resendAfterMs)) {
    log.warn({ chain: chain.id, relayer, payments }, "a batch of a removed relayer is left to other relayers");
  }
}

/** Batches unmined for this many resend intervals are compared with the chain's transaction count. */
const STALLED_AFTER_RESENDS = 2;

/**
 * Finds relayers whose nonce ran ahead of the chain, for example after a node's wrong answer: their lowest unmined
 * nonce is above the chain's next one, so nothing of theirs can be mined. They continue at the chain's nonce. A node
 * that lags is not believed: it lacks the newest ingested block, or counts less than there.
 * @throws if the chain does not respond
 */
export async function restartStalled(
  { chain, store, log, resendAfterMs }: RelayPorts,
  { reader, store: followed }: Pick<ResolveUnpaidPorts, "reader" | "store">,
): Promise<void> {
  const afterMs = STALLED_AFTER_RESENDS * resendAfterMs;
  const stalled = await store.stalledRelayers(chain.id, chain.relayers, afterMs);
  const newest = stalled.length > 0 ? await followed.newestBlock(chain.id) : null;
  if (!newest) return;
  for (const { relayer, lowestNonce } of stalled) {
    const nonce = await chain.nextNonce(relayer);
    if (nonce >= lowestNonce || nonce < (await reader.transactionCount(relayer, newest))) continue;
    await store.restartAt(chain.id, relayer, nonce);
    const fields = { chain: chain.id, relayer, ranTo: lowestNonce.toString(), nonce: nonce.toString() };
    log.error(
      fields,
      "the relayer's nonce ran ahead of the chain: it continues at the chain's, with the same payments",
    );
  }
}
