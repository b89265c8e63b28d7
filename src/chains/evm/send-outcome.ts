// What a node's refusal of a raw transaction means. There is no standard for it: these are the words of geth, op-geth, bor,
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

/** Null where the words are unknown, or say nothing about this transaction. */
export const sendOutcomeOf = ({ message }: NodeAnswer): SendOutcome | null =>
  OUTCOMES.find(([words]) => words.test(message))?.[1] ?? null;
