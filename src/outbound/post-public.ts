// Posts JSON to a URL that a partner chose. As for logos, every address of the host is checked at each request, and the
// connection uses the checked addresses. Redirects are not followed, and little of the response is read.
import { type ClientRequest, type IncomingMessage, Agent as PlainAgent, request as requestPlain } from "node:http";
import { Agent, request } from "node:https";
import { isIP } from "node:net";
import { attemptMs } from "./attempts.ts";
import { FetchRefusedError, type Gate, lookupAmong, publicGate, responseTo, vettedAddresses } from "./fetch-public.ts";

export interface PostLimits {
  /** Bytes of the response that are read. */
  readonly bytesMax: number;
  /** Total time of name resolution, connection and response. */
  readonly timeoutMs: number;
  /** Connections kept for the next request. */
  readonly connectionsMax: number;
}

export interface PostResponse {
  readonly status: number;
  /** Its beginning. */
  readonly body: string;
  /** The header Retry-After. */
  readonly retryAfter: string | undefined;
}

/** Requests to one URL. */
export interface PostChannel {
  /** @throws FetchRefusedError, whose message may be shown to the person who chose the URL */
  post(headers: Readonly<Record<string, string>>, body: string): Promise<PostResponse>;
  /** Closes the connections that are kept. */
  close(): void;
}

export function openPostChannel(text: string, limits: PostLimits, gate: Gate = publicGate()): PostChannel {
  const url = new URL(text);
  const connections = openConnections((addresses) => newAgent(url, addresses, limits, gate));
  return {
    async post(headers, body) {
      const timeout = AbortSignal.timeout(limits.timeoutMs);
      try {
        const addresses = await vettedAddresses(url, gate, timeout);
        return await connections.use(addresses, async (agent) => {
          const response = await send(url, agent, headers, body, timeout);
          return readBeginning(response, limits.bytesMax);
        });
      } catch (error) {
        if (error instanceof FetchRefusedError) throw error;
        throw new FetchRefusedError(
          timeout.aborted ? `took longer than ${limits.timeoutMs / 1_000} s` : faultOf(error),
        );
      }
    },
    close: () => connections.close(),
  };
}

/** Connections to the addresses that the host had at a request. */
interface Kept {
  readonly key: string;
  readonly agent: PlainAgent;
  /** Requests that use them. */
  inUse: number;
}

/** New addresses get new connections. The old ones are closed once their last request ends. */
function openConnections(open: (addresses: readonly string[]) => PlainAgent) {
  const former = new Set<Kept>();
  let kept: Kept | null = null;
  let isClosed = false;
  const closeIfIdle = (connections: Kept): void => {
    if (connections.inUse > 0 || (connections === kept && !isClosed)) return;
    former.delete(connections);
    connections.agent.destroy();
  };
  const replace = (next: Kept | null): void => {
    const replaced = kept;
    kept = next;
    if (!replaced) return;
    former.add(replaced);
    closeIfIdle(replaced);
  };
  const connectionsTo = (addresses: readonly string[]): Kept => {
    const key = [...addresses].sort().join();
    if (kept?.key === key) return kept;
    const next = { key, agent: open(addresses), inUse: 0 };
    replace(next);
    return next;
  };
  return {
    async use<T>(addresses: readonly string[], work: (agent: PlainAgent) => Promise<T>): Promise<T> {
      const connections = connectionsTo(addresses);
      connections.inUse += 1;
      try {
        return await work(connections.agent);
      } finally {
        connections.inUse -= 1;
        closeIfIdle(connections);
      }
    },
    /** Closes connections in use as well. */
    close(): void {
      isClosed = true;
      replace(null);
      for (const { agent } of former) agent.destroy();
    },
  };
}

function newAgent({ protocol }: URL, addresses: readonly string[], limits: PostLimits, { ca }: Gate) {
  const options = {
    keepAlive: true,
    maxSockets: limits.connectionsMax,
    lookup: lookupAmong(addresses),
    autoSelectFamilyAttemptTimeout: attemptMs(limits.timeoutMs, addresses.length),
  };
  return protocol === "https:" ? new Agent({ ...options, ...(ca !== undefined && { ca }) }) : new PlainAgent(options);
}

async function send(
  url: URL,
  agent: PlainAgent,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const attempt = (): { sent: ClientRequest; answered: Promise<IncomingMessage> } => {
    const sent = (url.protocol === "https:" ? request : requestPlain)(url, {
      method: "POST",
      agent,
      signal,
      headers: {
        ...headers,
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        "accept-encoding": "identity",
        "user-agent": "Turnpike",
      },
    });
    return { sent, answered: responseTo(sent.end(body), signal) };
  };
  const { sent, answered } = attempt();
  return answered.catch((error: unknown) => {
    // The receiver closed a kept connection just as it was used; it has not seen the request.
    if (sent.reusedSocket && codeOf(error) === "ECONNRESET" && !signal.aborted) return attempt().answered;
    throw error;
  });
}

/** A response that ends early or late still counts: its status has arrived. */
async function readBeginning(response: IncomingMessage, bytesMax: number): Promise<PostResponse> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > bytesMax) break; // destroys the response and its connection
    }
  } catch {
    response.destroy();
  }
  const body = textOf(Buffer.concat(chunks).subarray(0, bytesMax), bytes > bytesMax);
  return { status: response.statusCode ?? 0, body, retryAfter: response.headers["retry-after"] };
}

/** UTF-8, without a last character that was cut; any other bytes are read as Latin-1, so that none is lost. */
function textOf(bytes: Buffer, isCut: boolean): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: isCut });
  } catch {
    return bytes.toString("latin1");
  }
}

const codeOf = (error: unknown): string => (error instanceof Error && "code" in error ? String(error.code) : "");

const FAULTS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "refused the connection",
  ECONNRESET: "closed the connection without a response",
  EPIPE: "closed the connection without a response",
  ETIMEDOUT: "could not be reached",
  EHOSTUNREACH: "could not be reached",
  ENETUNREACH: "could not be reached",
};

/** All addresses that were tried are allowed, so a fault reveals nothing about the rest of our own network. */
function faultOf(error: unknown): string {
  const code = codeOf(error);
  const fault = FAULTS[code];
  if (fault !== undefined) return fault;
  if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO/.test(code)) return `has no valid TLS certificate (${code})`;
  return code.startsWith("HPE_") ? "sent a response that is not HTTP" : "could not be reached";
}

/** A development gate that also allows this machine, by its loopback names and addresses. */
export function localGate(gate: Gate = publicGate()): Gate {
  return {
    ...gate,
    resolve: async (hostname, signal) =>
      /(^|\.)localhost\.?$/.test(hostname) ? LOOPBACK : gate.resolve(hostname, signal),
    isAllowed: (address) => LOOPBACK.includes(address) || isOfLoopbackNetwork(address) || gate.isAllowed(address),
  };
}

const LOOPBACK = ["127.0.0.1", "::1"];

/** 127.0.0.0/8. */
const isOfLoopbackNetwork = (address: string): boolean => isIP(address) === 4 && address.startsWith("127.");
