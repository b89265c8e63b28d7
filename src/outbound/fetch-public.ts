// Fetches https URLs chosen by third parties without exposing our network (SSRF): every address of the host is checked,
// the connection uses the checked addresses (against DNS rebinding), and each redirect is checked likewise.
import { Resolver } from "node:dns/promises";
import type { ClientRequest, IncomingMessage } from "node:http";
import { request } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { attemptMs } from "./attempts.ts";
import { isPublicAddress } from "./public-address.ts";

/** Access to the network; tests replace it. */
export interface Gate {
  /** All addresses of a host name; none if it has none, or if no answer arrives before the signal. */
  resolve(hostname: string, signal: AbortSignal): Promise<readonly string[]>;
  isAllowed(address: string): boolean;
  /** Certificates (PEM) to trust instead of the default ones. */
  readonly ca?: string;
}

/** Milliseconds for each attempt at a name, and the attempts. */
const DNS_TIMEOUT_MS = 2_000;
const DNS_TRIES = 2;

/**
 * Asks DNS directly. `dns.lookup` would use getaddrinfo, of which a process runs two at a time without a timeout: slow
 * names of one partner would stop every connection to a node or to the database.
 * @param servers DNS servers, by default the system's
 */
export const publicGate = (servers?: readonly string[]): Gate => ({
  async resolve(hostname, signal) {
    const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES });
    if (servers) resolver.setServers(servers);
    const cancel = (): void => resolver.cancel();
    signal.addEventListener("abort", cancel, { once: true });
    try {
      const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
      return found.flatMap((family) => (family.status === "fulfilled" ? family.value : []));
    } finally {
      signal.removeEventListener("abort", cancel);
    }
  },
  isAllowed: isPublicAddress,
});

export interface FetchLimits {
  readonly bytesMax: number;
  /** Total time of name resolution, redirects and body. */
  readonly timeoutMs: number;
  readonly redirectsMax: number;
  /** Value of the header Accept. */
  readonly accept: string;
}

/** The message is shown to the person who chose the URL and does not reveal responses from our own addresses. */
export class FetchRefusedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "FetchRefusedError";
  }
}

/** @throws FetchRefusedError */
export async function fetchPublic(url: string, limits: FetchLimits, gate: Gate = publicGate()): Promise<Buffer> {
  const timeout = AbortSignal.timeout(limits.timeoutMs);
  try {
    let target = checkedUrl(url, null);
    for (let redirects = 0; redirects <= limits.redirectsMax; redirects++) {
      const response = await open(target, await vettedAddresses(target, gate, timeout), limits, gate, timeout);
      const location = redirectOf(response);
      if (location === null) return await readFile(response, limits.bytesMax);
      response.destroy();
      target = checkedUrl(location, target);
    }
  } catch (error) {
    if (error instanceof FetchRefusedError) throw error;
    throw new FetchRefusedError(timeout.aborted ? tooSlow(limits) : NOT_REACHED);
  }
  throw new FetchRefusedError(`is redirected more than ${limits.redirectsMax} times`);
}

/** The same for a name that is unknown, silent or private, so that it does not say which names exist here. */
const NOT_REACHED = "could not be reached over https on the public internet";

const tooSlow = ({ timeoutMs }: FetchLimits): string => `took longer than ${timeoutMs / 1_000} s to load`;

/** @param base the URL that redirects to this one */
function checkedUrl(text: string, base: URL | null): URL {
  const url = URL.canParse(text, base?.href) ? new URL(text, base?.href) : null;
  if (url?.protocol === "https:" && url.username === "" && url.password === "") return url;
  throw new FetchRefusedError(
    base ? "redirects to a URL that is not https without credentials" : "must be an https URL without credentials",
  );
}

/** One refused address refuses the whole host. @throws FetchRefusedError */
export async function vettedAddresses({ hostname }: URL, gate: Gate, timeout: AbortSignal): Promise<readonly string[]> {
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  // An IP literal needs no resolver: the URL parser has normalised every notation of an IPv4 address.
  if (isIP(host)) {
    if (gate.isAllowed(host)) return [host];
    throw new FetchRefusedError("must be public: its host is at an address that is not on the public internet");
  }
  const addresses = await Promise.race([gate.resolve(host, timeout), aborted(timeout)]);
  if (addresses.length > 0 && addresses.every((address) => gate.isAllowed(address))) return addresses;
  throw new FetchRefusedError(NOT_REACHED);
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });

/** Rejects when the signal aborts, even if Node emits nothing: an upgrade without a listener emits nothing. */
export function responseTo(sent: ClientRequest, signal: AbortSignal): Promise<IncomingMessage> {
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    sent
      .once("response", resolve)
      .once("upgrade", ({ statusCode }, socket) => {
        socket.destroy();
        reject(new FetchRefusedError(`responded with status ${statusCode}`));
      })
      .on("error", reject);
  });
  return Promise.race([response, aborted(signal)]);
}

function open(
  url: URL,
  addresses: readonly string[],
  { accept, timeoutMs }: FetchLimits,
  { ca }: Gate,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const options = {
    agent: false, // a new connection, to the addresses just checked
    lookup: lookupAmong(addresses),
    autoSelectFamilyAttemptTimeout: attemptMs(timeoutMs, addresses.length),
    signal,
    headers: { accept, "accept-encoding": "identity", "user-agent": "Turnpike" },
    ...(ca !== undefined && { ca }),
  } as const;
  return responseTo(request(url, options).end(), signal);
}

/** A lookup that knows these addresses and no others. */
export function lookupAmong(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_, options, callback) => {
    const [first] = found;
    if (options.all || !first) callback(null, found);
    else callback(null, first.address, first.family);
  };
}

const OK = 200;
const REDIRECTS = [301, 302, 303, 307, 308];

function redirectOf({ statusCode = 0, headers: { location } }: IncomingMessage): string | null {
  return REDIRECTS.includes(statusCode) && location !== undefined ? location : null;
}

async function readFile(response: IncomingMessage, bytesMax: number): Promise<Buffer> {
  try {
    if (response.statusCode !== OK) {
      throw new FetchRefusedError(`responded with status ${response.statusCode}, not ${OK}`);
    }
    const tooLarge = new FetchRefusedError(`must be at most ${bytesMax} bytes large`);
    if (Number(response.headers["content-length"] ?? 0) > bytesMax) throw tooLarge;
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > bytesMax) throw tooLarge;
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } finally {
    response.destroy();
  }
}
