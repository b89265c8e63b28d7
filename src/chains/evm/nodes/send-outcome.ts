// Classifies a node's rejection of a raw transaction. No standard exists; these are the messages of geth, op-geth, bor,
// erigon, reth, nethermind, besu and anvil.
import { FeeCapTooLowError, InsufficientFundsError, NonceTooLowError } from "viem";
import type { SendOutcome } from "../../../operations/ports/chain/chain-writer.ts";
import { isExecutionFailure, type NodeAnswer } from "./errors.ts";

type KnownOutcome = Extract<SendOutcome, string>;

const OUTCOMES: readonly (readonly [RegExp, KnownOutcome])[] = [
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
export const sendOutcomeOf = ({ message }: NodeAnswer): KnownOutcome | null =>
  OUTCOMES.find(([words]) => words.test(message))?.[1] ?? null;

/** True for a response that every endpoint would give. */
export const isFinalAnswer = (answer: NodeAnswer): boolean =>
  isExecutionFailure(answer) || sendOutcomeOf(answer) !== null;

/** JSON-RPC "limit exceeded" (EIP-1474), the code of providers' rate limits. */
const LIMIT_EXCEEDED_CODE = -32_005;
const BUSY =
  /rate.?limit|too many requests|quota|request limit|compute units|timed? ?out|temporarily|try again|overload|pool is full|syncing|header not found/i;

/** The node cannot accept any transaction now, for a reason outside of the transaction. */
export const isBusy = ({ code, message }: NodeAnswer): boolean => code === LIMIT_EXCEEDED_CODE || BUSY.test(message);
