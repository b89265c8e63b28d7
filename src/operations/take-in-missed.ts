// Looks for the transfer of a payment whose authorisation is used up while the watcher knows no transfer: a node may have left
// out events when it was asked for a stretch of blocks. Only when the chain itself has none is it sure that none was made.
import { judge } from "../payment/credit.ts";
import { type Terms, termsHash } from "../payment/terms.ts";
import { blockBefore } from "./block-before.ts";
import { CATCH_UP_BLOCKS, type FollowChainPorts } from "./follow-chain.ts";

/**
 * @returns whether the chain has it, up to the newest block taken in; then it is taken in, now or by a later call
 * @throws where the chain does not answer
 */
export async function takeInMissed(
  { chain, store, quoting, log }: FollowChainPorts,
  payment: { readonly terms: Terms; readonly createdAtS: number },
): Promise<boolean> {
  const newest = await store.newestBlock(chain.id);
  if (!newest) return false;
  const hash = termsHash(payment.terms);
  // Since the payment was read, the watcher may have been there.
  if (await store.hasTransfer(chain.id, hash)) return true;
  const start = await blockBefore(chain, payment.createdAtS, newest);
  for (let from = start.number; from <= newest.number; from += CATCH_UP_BLOCKS) {
    const to = from + CATCH_UP_BLOCKS - 1n;
    const events = await chain.paidEventsBetween(from, to < newest.number ? to : newest.number);
    const missed = events.filter((event) => event.termsHash === hash);
    if (missed.length === 0) continue;
    log.error(
      { chain: chain.id, missed: missed.map(({ txHash }) => txHash) },
      "a node had left out a transfer: it is taken in now",
    );
    await store.advance(chain.id, {
      after: newest,
      blocks: [],
      events: missed,
      judge: (transfer, named) => judge(transfer, named, newest.number, quoting),
      treasury: quoting.treasury,
    });
    return true;
  }
  return false;
}
