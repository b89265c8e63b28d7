// Classifies a node's rejection of a raw transaction. No standard exists; these are the messages of geth, op-geth, bor,
// erigon, reth, nethermind, besu and anvil.
import { FeeCapTooLowError, InsufficientFundsError, NonceTooLowError } from "viem";
import type { SendOutcome } from "../../operations/ports/chain-writer.ts";
import type { NodeAnswer } from "./errors.ts";

const OUTCOMES: readonly (readonly [RegExp, SendOutcome])[] = [
  [/already known|alreadyknown|already imported|known transaction/i, "known"],
  [NonceTooLowError.nodeMessage, "nonce_used"],
  [/nonce (is )?too low|oldnonce|nonce_too_low/i, "nonce_used"],
  [/underpriced|could not replace existing|replacementnotallowed|replacement not allowed/i, "underpriced"],
  [FeeCapTooLowError.nodeMessage, "underpriced"],
  [/feetoolow|fee too low|(gas price|tip cap|tip|fee)\b.*(too low|below (the )?minimum)/i, "underpriced"],
  [InsufficientFundsError.nodeMessage, "unfunded"],
  [/insufficient ?funds|upfront.cost.exceeds/i, "unfunded"],
];

/** Null if the message is unknown or does not concern this transaction. */
export const sendOutcomeOf = ({ message }: NodeAnswer): SendOutcome | null =>
  OUTCOMES.find(([words]) => words.test(message))?.[1] ?? null;
