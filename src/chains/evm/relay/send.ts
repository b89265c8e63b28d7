// Sends raw transactions: first to one node, and to all nodes if the chain has not mined the transaction since.
import type { SendOutcome, SignedTransaction } from "../../../operations/ports/chain/chain-writer.ts";
import type { EvmChainConfig } from "../config/config.ts";
import { ATTEMPT_TIMEOUT_MS, awakeSources, type Connection } from "../nodes/client.ts";
import { endpointFailureIn } from "../nodes/errors.ts";
import { isBusy, sendOutcomeOf } from "../nodes/send-outcome.ts";
import { byFacts } from "./send-facts.ts";

/** @throws if no node responds */
export async function send(
  connection: Connection,
  config: EvmChainConfig,
  transaction: SignedTransaction,
): Promise<SendOutcome> {
  const request = () => connection.client.request({ method: "eth_sendRawTransaction", params: [transaction.raw] });
  return byFacts(connection, config, transaction, await outcomeOf(transaction, request));
}

/** Best first: a transaction that one node accepts can be mined, even if others reject it. */
const BEST_FIRST: readonly SendOutcome[] = ["sent", "known", "nonce_used", "underpriced", "unfunded"];

/** @throws if no node responds */
export async function sendToAll(
  connection: Connection,
  config: EvmChainConfig,
  transaction: SignedTransaction,
): Promise<SendOutcome> {
  const sources = awakeSources(connection);
  if (sources.length < 2) return send(connection, config, transaction);
  const settled = await Promise.allSettled(
    sources.map((source) =>
      outcomeOf(transaction, () => source.request("eth_sendRawTransaction", [transaction.raw], ATTEMPT_TIMEOUT_MS)),
    ),
  );
  const outcomes = settled.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  const best = BEST_FIRST.find((outcome) => outcomes.includes(outcome)) ?? outcomes[0];
  if (best) return byFacts(connection, config, transaction, best);
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
