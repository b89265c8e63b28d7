// One HTTP request to a node. It uses undici, because `fetch` costs several times its CPU (decision 0070).
import { Agent, request } from "undici";

export interface NodeResponse {
  readonly status: number;
  readonly text: string;
}

/** Time from the request to the last byte of the response. A working node responds within milliseconds. */
export const RPC_TIMEOUT_MS = 5_000;
/** The same for the logs of many blocks. Providers end such a request after 10 s, and some say why. */
export const LOGS_TIMEOUT_MS = 12_000;
/** The logs of the largest permitted range of blocks take less than a tenth of this. */
const RESPONSE_BYTES_MAX = 10 * 2 ** 20;

/** Connections to all nodes, kept open between requests. */
const dispatcher = new Agent();

/** The node did not respond in time. */
export class SilentNodeError extends Error {
  constructor(timeoutMs: number) {
    super(`did not respond within ${timeoutMs} ms`);
  }
}
/** The node's response is larger than any that was requested. */
export class LargeResponseError extends Error {}

/** Posts JSON texts to a URL. Credentials in the URL become a header (RFC 7617). */
export function poster(url: string): (body: string, timeoutMs?: number) => Promise<NodeResponse> {
  const { target, headers } = targetOf(url);
  return async (body, timeoutMs = RPC_TIMEOUT_MS) => {
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(new SilentNodeError(timeoutMs)), timeoutMs);
    try {
      const response = await request(target, { dispatcher, method: "POST", headers, body, signal: abort.signal });
      return { status: response.statusCode, text: await bounded(response.body) };
    } catch (error) {
      throw abort.signal.aborted ? abort.signal.reason : error;
    } finally {
      clearTimeout(timer);
    }
  };
}

function targetOf(text: string): { readonly target: URL; readonly headers: Readonly<Record<string, string>> } {
  const target = new URL(text);
  const { username, password } = target;
  target.username = "";
  target.password = "";
  const credentials = [username, password].map(decoded).join(":");
  return {
    target,
    headers: {
      accept: "application/json",
      "content-type": "application/json",
      "user-agent": "turnpike", // some providers refuse requests without one
      ...(username !== "" && { authorization: `Basic ${Buffer.from(credentials).toString("base64")}` }),
    },
  };
}

/** A password may contain a bare percent sign. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Reads the body up to the limit. Leaving the loop early destroys the connection. */
async function bounded(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > RESPONSE_BYTES_MAX) throw new LargeResponseError();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
