// What can go wrong between us and a node. None of it carries an RPC URL: operators keep credentials in them.
import { BaseError } from "viem";

/** One endpoint failed one request. */
export class EndpointFailure extends Error {
  /** For example "rpc 1 of 2". */
  readonly endpoint: string;
  readonly method: string;
  /** The node's own JSON-RPC error; null where there was no such answer at all. */
  readonly answer: NodeAnswer | null;

  constructor(facts: { endpoint: string; method: string; reason: string; answer?: NodeAnswer }) {
    super(`${facts.endpoint} ${facts.reason} (${facts.method})`);
    this.name = "EndpointFailure";
    this.endpoint = facts.endpoint;
    this.method = facts.method;
    this.answer = facts.answer ?? null;
  }
}

/** An error as a node answers it (JSON-RPC 2.0 §5.1). */
export interface NodeAnswer {
  readonly code: number;
  readonly message: string;
}

/** The chain did not answer, or nothing that makes sense: nothing is known, so leave things as they are and come again. */
export class ChainUnavailableError extends Error {
  /** CAIP-2. */
  readonly chain: string;

  constructor(chain: string, reason: string) {
    super(`${chain}: ${reason}`);
    this.name = "ChainUnavailableError";
    this.chain = chain;
  }
}

/** Runs requests and the reading of their answers. @throws ChainUnavailableError, whatever went wrong in it */
export async function asked<T>(chain: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw unavailable(chain, error);
  }
}

export function unavailable(chain: string, error: unknown): ChainUnavailableError {
  if (error instanceof ChainUnavailableError) return error;
  const failure = endpointFailureIn(error);
  if (failure) return new ChainUnavailableError(chain, failure.message);
  const what = error instanceof BaseError ? error.shortMessage : error instanceof Error ? error.message : "unknown";
  return new ChainUnavailableError(chain, `an answer makes no sense: ${what}`);
}

/** viem wraps what a transport throws; the failure itself stands among the causes. */
export function endpointFailureIn(error: unknown): EndpointFailure | null {
  let at = error;
  while (at instanceof Error) {
    if (at instanceof EndpointFailure) return at;
    at = at.cause;
  }
  return null;
}

const EXECUTION_FAILED = /revert|out of gas|gas required exceeds|invalid opcode|vm execution error|evm error/i;
/** Geth's code for an execution that reverted, and by now everyone's. */
const REVERTED_CODE = 3;

/** True where the node ran the call as a whole and it failed: another node would say the same. */
export const isExecutionFailure = ({ code, message }: NodeAnswer): boolean =>
  code === REVERTED_CODE || EXECUTION_FAILED.test(message);
