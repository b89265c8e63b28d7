// Errors of requests to nodes. None contains an RPC URL, because operators keep credentials in them.
import { BaseError, type Hex, isHex } from "viem";
import { Outage } from "../../../operations/errors/outage.ts";

/** A request to an endpoint failed. */
export class EndpointFailure extends Error {
  /** The endpoint's label, for example "rpc 1 of 2". */
  readonly endpoint: string;
  readonly method: string;
  /** The node's own JSON-RPC error; null if it sent none. */
  readonly answer: NodeAnswer | null;

  constructor(facts: { endpoint: string; method: string; reason: string; answer?: NodeAnswer }) {
    super(`${facts.endpoint} ${facts.reason} (${facts.method})`);
    this.name = "EndpointFailure";
    this.endpoint = facts.endpoint;
    this.method = facts.method;
    this.answer = facts.answer ?? null;
  }
}

/** A JSON-RPC 2.0 error object (§5.1). */
export interface NodeAnswer {
  readonly code: number;
  readonly message: string;
}

/** The chain did not respond, or its response was invalid. Leave the state unchanged and retry later. */
export class ChainUnavailableError extends Outage {
  /** @param chain CAIP-2 */
  constructor(chain: string, reason: string) {
    super(chain, `${chain}: ${reason}`);
    this.name = "ChainUnavailableError";
  }
}

/** Runs requests and decodes their results. @throws ChainUnavailableError for any error */
export async function withChainErrors<T>(chain: string, ask: () => Promise<T>): Promise<T> {
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
  return new ChainUnavailableError(chain, `invalid response: ${what}`);
}

/** Finds a transport's error among the causes of the error that viem wraps it in. */
export function endpointFailureIn(error: unknown): EndpointFailure | null {
  let at = error;
  while (at instanceof Error) {
    if (at instanceof EndpointFailure) return at;
    at = at.cause;
  }
  return null;
}

const EXECUTION_FAILED = /revert|out of gas|gas required exceeds|invalid opcode|vm execution error|evm error/i;
/** Geth's code for a reverted execution, which other clients have adopted. */
const REVERTED_CODE = 3;

/** The result of a simulation, which must be hex; null if the node ran it and it failed. @throws other errors */
export async function unlessFailed(method: string, simulation: Promise<unknown>): Promise<Hex | null> {
  let answer: unknown;
  try {
    answer = await simulation;
  } catch (error) {
    const nodeAnswer = endpointFailureIn(error)?.answer;
    if (nodeAnswer && isExecutionFailure(nodeAnswer)) return null;
    throw error;
  }
  if (!isHex(answer)) throw new TypeError(`the result of ${method} is not hex`);
  return answer;
}

/** True if the node ran the call and it failed: another node would return the same. */
export const isExecutionFailure = ({ code, message }: NodeAnswer): boolean =>
  code === REVERTED_CODE || EXECUTION_FAILED.test(message);
