// Sends raw transactions: first to one node, and to all nodes if the chain has not mined the transaction since.
import type { SendOutcome, SignedTransaction } from "../../../operations/ports/chain/chain-writer.ts";
import { ATTEMPT_TIMEOUT_MS, awakeSources, type Connection } from "../nodes/client.ts";
import { endpointFailureIn } from "../nodes/errors.ts";
import { isBusy, sendOutcomeOf } from "../nodes/send-outcome.ts";

/** @throws if no node responds */
export const send = ({ client }: Connection, transaction: SignedTransaction): Promise<SendOutcome> =>
  outcomeOf(transaction, () => client.request({ method: "eth_sendRawTransaction", params: [transaction.raw] }));

/** Best first: a transaction that one node accepts can be mined, even if others reject it. */
const BEST_FIRST: readonly SendOutcome[] = ["sent", "known", "nonce_used", "underpriced", "unfunded"];

/** @throws if no node responds */
export async function sendToAll(connection: Connection, transaction: SignedTransaction): Promise<SendOutcome> {
  const sources = awakeSources(connection);
  if (sources.length < 2) return send(connection, transaction);
  const settled = await Promise.allSettled(
    sources.map((source) =>
      outcomeOf(transaction, () => source.request("eth_sendRawTransaction", [transaction.raw], ATTEMPT_TIMEOUT_MS)),
    ),
  );
  const outcomes = settled.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  const best = BEST_FIRST.find((outcome) => outcomes.includes(outcome)) ?? outcomes[0];
  if (best) return best;
  throw settled.find((each) => each.status === "rejected")?.reason;
}

async function outcomeOf({ hash }: SignedTransaction, request: () => Promise<unknown>): Promise<SendOutcome> {
  try {
    if (String(await request()).toLowerCase() !== hash)
      throw new TypeError("the node returned a different transaction hash");
    return "sent";
  } catch (error) {
    const nodeAnswer = endpointFailureIn(error)?.answer;
    if (!nodeAnswer || isBusy(nodeAnswer)) throw error;
    return sendOutcomeOf(nodeAnswer) ?? { refusal: nodeAnswer.message };
  }
}
