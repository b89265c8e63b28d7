// Signs batches, and reports signers that fail or work again.
import { SignerUnavailable } from "../errors/signer-unavailable.ts";
import type { RelayPorts, StoredTransaction } from "../ports/relaying/relay.ts";
import type { NewBatch } from "../ports/relaying/relay-queue.ts";

type ToSign = Pick<NewBatch, "relayer" | "nonce" | "call" | "fees">;

const signerOf = (relayer: string): string => `the signer of ${relayer}`;

/** @throws SignerUnavailable */
export async function signBatch({ chain, log, throttle, crashPoint }: RelayPorts, batch: ToSign) {
  const { relayer, nonce, call, fees } = batch;
  const signed = await chain.sign(relayer, nonce, call, fees);
  throttle.recovered(signerOf(relayer), () => log.info({ relayer }, "the relayer's signer works again"));
  crashPoint("relay.built");
  return signed;
}

/** Reports a signer that failed; the batch's content stays in the queue, for any relayer. Rethrows other errors. */
export const reportSigner =
  ({ chain, log, throttle }: RelayPorts) =>
  (error: unknown): { readonly failedSigner: string } => {
    if (!(error instanceof SignerUnavailable)) throw error;
    const { relayer, message } = error;
    throttle.warn(signerOf(relayer), (times) => log.error({ chain: chain.id, relayer, times }, message));
    return { failedSigner: relayer };
  };

/** A batch that was just stored under this id. */
export const storedBatch = (
  { relayer, nonce, call, fees, signed }: ToSign & Pick<NewBatch, "signed">,
  batchId: bigint,
): StoredTransaction => ({
  ...signed,
  batchId,
  relayer,
  nonce,
  call,
  fees,
  blocksWaited: 0,
  isAbandoned: false,
  isEmpty: false,
});
