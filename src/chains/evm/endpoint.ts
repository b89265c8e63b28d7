// One RPC URL of a chain. A request either returns a result or throws EndpointFailure, whose message does not reveal
// the node's address.
import { HttpRequestError, http, numberToHex, RpcRequestError } from "viem";
import { EndpointFailure, type NodeAnswer } from "./errors.ts";

export interface Endpoint {
  /** Identifies it without its host, for example "rpc 1 of 2". */
  readonly label: string;
  /** The URL's host. Two URLs of one host are one source. Never logged. */
  readonly host: string;
  /** @throws EndpointFailure */
  request(method: string, params: unknown): Promise<unknown>;
  /** Chain number (EIP-155) that it serves. @throws EndpointFailure */
  chainNumber(): Promise<number>;
  /** Number of its newest block. @throws EndpointFailure */
  headNumber(): Promise<number>;
  /** Time of its block with this number, in Unix seconds. @throws EndpointFailure */
  blockTimeS(number: number): Promise<number>;
}

/** From the request to the last byte of the response. A working node responds within milliseconds. */
const RPC_TIMEOUT_MS = 5_000;
/** A quantity that a number represents exactly: at most 52 bits (Ethereum JSON-RPC, "hex value encoding"). */
const QUANTITY = /^0x[0-9a-f]{1,13}$/i;

/** Called after each request. refused: the node responded with an error. */
export type OnRequest = (outcome: "ok" | "refused" | "failed", durationS: number) => void;

/** @param endpoint the number of the RPC URL in the settings, from "1" */
export type OnRpcCall = (endpoint: string, ...call: Parameters<OnRequest>) => void;

export function openEndpoint(url: string, label: string, onRequest: OnRequest = () => {}): Endpoint {
  const transport = http(url, {
    retryCount: 0,
    timeout: 0, // the signal below also ends a stalled body
    fetchFn: (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(RPC_TIMEOUT_MS) }),
  })({ retryCount: 0 });

  async function request(method: string, params: unknown): Promise<unknown> {
    const startedMs = performance.now();
    let outcome: Parameters<OnRequest>[0] = "failed";
    try {
      const result = await send(method, params);
      outcome = "ok";
      return result;
    } catch (error) {
      if (error instanceof EndpointFailure && error.answer !== null) outcome = "refused";
      throw error;
    } finally {
      onRequest(outcome, (performance.now() - startedMs) / 1_000);
    }
  }

  async function send(method: string, params: unknown): Promise<unknown> {
    let result: unknown;
    try {
      result = await transport.request({ method, params });
    } catch (error) {
      throw failureOf(error, url, label, method);
    }
    if (result === undefined) {
      throw new EndpointFailure({ endpoint: label, method, reason: "returned no result" });
    }
    return result;
  }

  function quantityIn(answer: unknown, method: string, what: string): number {
    if (typeof answer === "string" && QUANTITY.test(answer)) return Number(answer);
    throw new EndpointFailure({ endpoint: label, method, reason: `returned no ${what}` });
  }

  const quantity = async (method: string, what: string): Promise<number> =>
    quantityIn(await request(method, undefined), method, what);

  async function blockTimeS(number: number): Promise<number> {
    const method = "eth_getBlockByNumber";
    const block = (await request(method, [numberToHex(number), false])) as { timestamp?: unknown } | null;
    return quantityIn(block?.timestamp, method, "block time");
  }

  return {
    label,
    host: new URL(url).host,
    request,
    chainNumber: () => quantity("eth_chainId", "chain id"),
    headNumber: () => quantity("eth_blockNumber", "block number"),
    blockTimeS,
  };
}

/** viem takes a JSON-RPC error for a response, whatever the HTTP status: some providers refuse a request with 400. */
function failureOf(error: unknown, url: string, endpoint: string, method: string): EndpointFailure {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof RpcRequestError) {
      const answer: NodeAnswer = { code: at.code, message: withoutSecrets(at.details, url) };
      return new EndpointFailure({ endpoint, method, answer, reason: `answered "${answer.message}" (${answer.code})` });
    }
    if (at instanceof HttpRequestError && at.status !== undefined) {
      return new EndpointFailure({ endpoint, method, reason: `responded with HTTP status ${at.status}` });
    }
    if (at.name === "TimeoutError") {
      return new EndpointFailure({ endpoint, method, reason: `did not respond within ${RPC_TIMEOUT_MS} ms` });
    }
    if (at instanceof SyntaxError) {
      return new EndpointFailure({ endpoint, method, reason: "returned something that is not JSON" });
    }
  }
  return new EndpointFailure({ endpoint, method, reason: "does not respond" });
}

/** Maximum length of a node's message in ours. */
const NODE_MESSAGE_MAX = 300;
/** Shorter parts of a URL are not secret and may be ordinary words ("v2", "rpc"). */
const SECRET_LENGTH_MIN = 8;

/** Accounts, hashes and call data, which belong to a buyer. Shorter values are selectors, quantities and codes. */
const LONG_HEX = /0x[0-9a-f]{16,}/gi;

/** A node may echo the request: removes possible keys in the URL and buyers' data, since the message is logged. */
function withoutSecrets(message: string, url: string): string {
  const { host, pathname, search, username, password } = new URL(url);
  const parts = [url, host, username, password, ...pathname.split("/"), ...search.split(/[?&=]/)];
  const secrets = parts.filter((part) => part.length >= SECRET_LENGTH_MIN);
  const clean = secrets.reduce((text, secret) => text.replaceAll(secret, "[…]"), message);
  return clean.replaceAll(LONG_HEX, "0x[…]").slice(0, NODE_MESSAGE_MAX);
}
