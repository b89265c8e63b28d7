// One RPC URL of a chain. A request either returns a result or throws EndpointFailure, whose message does not reveal
// the node's address.
import { numberToHex } from "viem";
import { EndpointFailure, type NodeAnswer } from "./errors.ts";
import { blocksRequested, isWide } from "./log-range.ts";
import {
  LargeResponseError,
  LOGS_TIMEOUT_MS,
  type NodeResponse,
  poster,
  RPC_TIMEOUT_MS,
  SilentNodeError,
} from "./post.ts";

export interface Endpoint {
  /** A name that hides the host, for example "rpc 1 of 2". */
  readonly label: string;
  /** The URL's host. Two URLs of one host are one source. Never logged. */
  readonly host: string;
  /** @throws EndpointFailure */
  request(method: string, params: unknown): Promise<unknown>;
  /** The chain number (EIP-155) that the node serves. @throws EndpointFailure */
  chainNumber(): Promise<number>;
  /** Number of its newest block. @throws EndpointFailure */
  headNumber(): Promise<number>;
  /** Time of its block with this number, in Unix seconds. @throws EndpointFailure */
  blockTimeS(number: number): Promise<number>;
}

/** A quantity that a number represents exactly: at most 52 bits (Ethereum JSON-RPC, "hex value encoding"). */
const QUANTITY = /^0x[0-9a-f]{1,13}$/i;

/** Called after each request of a method. refused: the node responded with an error. */
export type OnRequest = (outcome: "ok" | "refused" | "failed", durationS: number, method: string) => void;

/** @param endpoint the number of the RPC URL in the settings, from "1" */
export type OnRpcCall = (endpoint: string, ...call: Parameters<OnRequest>) => void;

export function openEndpoint(url: string, label: string, onRequest: OnRequest = () => {}): Endpoint {
  const post = poster(url);
  let requests = 0;

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
      onRequest(outcome, (performance.now() - startedMs) / 1_000, method);
    }
  }

  async function send(method: string, params: unknown): Promise<unknown> {
    requests += 1;
    const failed = (reason: string, answer?: NodeAnswer) =>
      new EndpointFailure({ endpoint: label, method, reason, ...(answer && { answer }) });
    const timeoutMs = isWide(blocksRequested(method, params)) ? LOGS_TIMEOUT_MS : RPC_TIMEOUT_MS;
    const body = JSON.stringify({ jsonrpc: "2.0", id: requests, method, params });
    const response = await post(body, timeoutMs).catch((error) => {
      throw failed(reasonOf(error));
    });
    const answer = readAnswer(response);
    if ("result" in answer) {
      if (method === "eth_getLogs" && !isList(answer.result)) throw failed("returned no list of logs");
      return answer.result;
    }
    if ("fault" in answer) throw failed(answer.fault);
    const message = withoutSecrets(answer.error.message, url);
    throw failed(`answered "${message}" (${answer.error.code})`, { code: answer.error.code, message });
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

/** The reason for a missing response. */
function reasonOf(error: unknown): string {
  if (error instanceof SilentNodeError) return error.message;
  if (error instanceof LargeResponseError) return "returned too much";
  return "does not respond";
}

type Answer = { readonly result: unknown } | { readonly error: NodeAnswer } | { readonly fault: string };

/** A JSON-RPC error counts with any HTTP status, because some providers refuse a request with 400. */
function readAnswer({ status, text }: NodeResponse): Answer {
  const body = parsed(text);
  const { error, result } = isObject(body) ? body : {};
  const { code, message } = isObject(error) ? error : { code: 0, message: error };
  const isSuccess = status >= 200 && status <= 299;
  if (typeof message === "string" && (isSuccess || (isObject(error) && typeof code === "number"))) {
    return { error: { code: Number(code) || 0, message } };
  }
  if (!isSuccess) return { fault: `responded with HTTP status ${status}` };
  // Some nodes send a null result with a non-standard error. Such a result does not mean "not found".
  if (error !== undefined && error !== null) return { fault: "returned an unreadable error" };
  if (body === undefined) return { fault: "returned something that is not JSON" };
  return result === undefined ? { fault: "returned no result" } : { result };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

const isList = (value: unknown): boolean => Array.isArray(value) && value.every(isObject);

/** @returns undefined if the text is not JSON */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Maximum length of a node's message inside ours. */
const NODE_MESSAGE_MAX = 300;
/** Shorter parts of a URL are not secret and may be ordinary words ("v2", "rpc"). */
const SECRET_LENGTH_MIN = 8;

/** Accounts, hashes and call data, which belong to a buyer. Shorter values are selectors, quantities and codes. */
const LONG_HEX = /0x[0-9a-f]{16,}/gi;

/** Removes keys in the URL and buyers' data: a node may echo the request, and the message is logged. */
function withoutSecrets(message: string, url: string): string {
  const { host, pathname, search, username, password } = new URL(url);
  const parts = [url, host, username, password, ...pathname.split("/"), ...search.split(/[?&=]/)];
  const secrets = parts.filter((part) => part.length >= SECRET_LENGTH_MIN);
  const clean = secrets.reduce((text, secret) => text.replaceAll(secret, "[…]"), message);
  return clean.replaceAll(LONG_HEX, "0x[…]").slice(0, NODE_MESSAGE_MAX);
}
