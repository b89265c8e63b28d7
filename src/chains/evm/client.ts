// The connection to a chain's nodes: each request goes to the first RPC URL that answers it. Nothing is repeated behind the
// caller's back, and an endpoint is believed only after it has said that it serves this chain.
import {
  createPublicClient,
  custom,
  fallback,
  HttpRequestError,
  http,
  type PublicClient,
  RpcRequestError,
  type Transport,
} from "viem";
import type { EvmChainConfig } from "./config.ts";
import { EndpointFailure, endpointFailureIn, isExecutionFailure, type NodeAnswer } from "./errors.ts";
import { sendOutcomeOf } from "./send-outcome.ts";

export interface Connection {
  readonly client: PublicClient;
  /** One by one, for the check of a chain. */
  readonly endpoints: readonly Endpoint[];
}

export interface Endpoint {
  /** Names it without its host, for example "rpc 1 of 2". */
  readonly label: string;
  /** The number of the chain it serves. @throws EndpointFailure */
  chainNumber(): Promise<number>;
}

/** From the request to the last byte of the answer. A node that works answers in milliseconds. */
const RPC_TIMEOUT_MS = 5_000;
/** An endpoint that failed is passed over for so long, so that a dead one does not cost each request the time limit. */
const COOL_DOWN_MS = 2_000;

export function connect(config: Pick<EvmChainConfig, "chainNumber" | "rpcUrls">): Connection {
  const count = config.rpcUrls.length;
  const endpoints = config.rpcUrls.map((url, index) => openEndpoint(url, `rpc ${index + 1} of ${count}`));
  const transports = endpoints.map((endpoint) => guarded(endpoint, config.chainNumber, count > 1));
  const client = createPublicClient({
    transport: fallback(transports, { retryCount: 0, shouldThrow: isFinalAnswer }),
    cacheTime: 0,
    ccipRead: false,
  });
  return { client, endpoints };
}

/** True for an answer that the next endpoint would give as well. */
function isFinalAnswer(error: Error): boolean {
  const answer = endpointFailureIn(error)?.answer;
  return answer ? isExecutionFailure(answer) || sendOutcomeOf(answer) !== null : false;
}

interface OpenEndpoint extends Endpoint {
  request(method: string, params: unknown): Promise<unknown>;
}

function openEndpoint(url: string, label: string): OpenEndpoint {
  const transport = http(url, {
    retryCount: 0,
    timeout: 0, // ours ends a stalled body too
    fetchFn: (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(RPC_TIMEOUT_MS) }),
  })({ retryCount: 0 });

  async function request(method: string, params: unknown): Promise<unknown> {
    let result: unknown;
    try {
      result = await transport.request({ method, params });
    } catch (error) {
      throw failureOf(error, url, label, method);
    }
    if (result === undefined)
      throw new EndpointFailure({ endpoint: label, method, reason: "answered without a result" });
    return result;
  }

  async function chainNumber(): Promise<number> {
    const answer = await request("eth_chainId", undefined);
    if (typeof answer === "string" && /^0x[0-9a-f]{1,13}$/i.test(answer)) return Number(answer);
    throw new EndpointFailure({ endpoint: label, method: "eth_chainId", reason: "answered no chain id" });
  }

  return { label, request, chainNumber };
}

/** The endpoint as a transport that asks it for its chain first, and again after each failure. */
function guarded(endpoint: OpenEndpoint, expected: number, hasOthers: boolean): Transport {
  const { label } = endpoint;
  let identified: Promise<void> | null = null;
  let coolUntilMs = 0;

  async function identify(): Promise<void> {
    const found = await endpoint.chainNumber();
    if (found === expected) return;
    const reason = `serves chain ${found} instead of ${expected}`;
    throw new EndpointFailure({ endpoint: label, method: "eth_chainId", reason });
  }

  function rest(): void {
    identified = null;
    coolUntilMs = Date.now() + COOL_DOWN_MS;
  }

  async function request({ method, params }: { method: string; params?: unknown }): Promise<unknown> {
    if (hasOthers && Date.now() < coolUntilMs) {
      throw new EndpointFailure({ endpoint: label, method, reason: "failed a moment ago" });
    }
    identified ??= identify();
    try {
      await identified;
    } catch (error) {
      rest();
      throw error;
    }
    try {
      return await endpoint.request(method, params);
    } catch (error) {
      const isAnswered = error instanceof EndpointFailure && error.answer !== null;
      if (!isAnswered) rest();
      throw error;
    }
  }

  return custom({ request }, { key: "endpoint", name: label, retryCount: 0 });
}

function failureOf(error: unknown, url: string, endpoint: string, method: string): EndpointFailure {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof RpcRequestError) {
      const answer: NodeAnswer = { code: at.code, message: withoutSecrets(at.details, url) };
      return new EndpointFailure({ endpoint, method, answer, reason: `answered "${answer.message}" (${answer.code})` });
    }
    if (at instanceof HttpRequestError && at.status !== undefined) {
      return new EndpointFailure({ endpoint, method, reason: `answered with HTTP status ${at.status}` });
    }
    if (at.name === "TimeoutError") {
      return new EndpointFailure({ endpoint, method, reason: `did not answer within ${RPC_TIMEOUT_MS} ms` });
    }
    if (at instanceof SyntaxError) {
      return new EndpointFailure({ endpoint, method, reason: "answered with something that is not JSON" });
    }
  }
  return new EndpointFailure({ endpoint, method, reason: "does not answer" });
}

/** Longest of a node's message that goes into ours. */
const NODE_MESSAGE_MAX = 300;
/** Shorter parts of a URL are no secret, and may be ordinary words ("v2", "rpc"). */
const SECRET_LENGTH_MIN = 8;

/** Accounts, hashes and call data, which belong to a buyer; shorter ones are selectors, quantities and codes. */
const LONG_HEX = /0x[0-9a-f]{16,}/gi;

/**
 * A node may repeat what it was asked with. Whatever of the URL could be a key is taken out, and whose money it was: the
 * message goes into logs.
 */
function withoutSecrets(message: string, url: string): string {
  const { host, pathname, search, username, password } = new URL(url);
  const parts = [url, host, username, password, ...pathname.split("/"), ...search.split(/[?&=]/)];
  const secrets = parts.filter((part) => part.length >= SECRET_LENGTH_MIN);
  const clean = secrets.reduce((text, secret) => text.replaceAll(secret, "[…]"), message);
  return clean.replaceAll(LONG_HEX, "0x[…]").slice(0, NODE_MESSAGE_MAX);
}
