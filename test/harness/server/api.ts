// One HTTP call to the API and its response. undici takes a fraction of fetch's CPU. It does not follow redirects.
import { request as send } from "undici";

export interface ApiCall {
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  /** Added to the default headers; null removes one. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** Sent as JSON, except that a string and bytes are sent unchanged. */
  readonly body?: unknown;
  /** Ends the wait for the response. */
  readonly signal?: AbortSignal;
}

export interface ApiAnswer<Body = unknown> {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON, else the text. The type is what the test expects; its assertions check it. */
  readonly body: Body;
}

/** No response arrived, or only a part of it: the request may have been processed. */
export class NoResponseError extends Error {}

/** @throws NoResponseError, and the reason of an aborted signal */
export async function call<Body>(
  baseUrl: string,
  defaults: Readonly<Record<string, string>>,
  request: ApiCall,
): Promise<ApiAnswer<Body>> {
  const hasBody = request.body !== undefined;
  const headers = Object.entries({
    ...(hasBody ? { "content-type": "application/json" } : {}),
    ...defaults,
    ...request.headers,
  }).filter((entry): entry is [string, string] => entry[1] !== null);
  const {
    status,
    headers: received,
    text,
  } = await exchange(baseUrl + request.path, {
    method: request.method ?? (hasBody ? "POST" : "GET"),
    headers: Object.fromEntries(headers),
    ...(request.signal && { signal: request.signal }),
    ...(hasBody ? { body: isRaw(request.body) ? request.body : JSON.stringify(request.body) } : {}),
  });
  return { status, headers: headersOf(received), body: parse(text) as Body };
}

const isRaw = (body: unknown): body is string | Uint8Array => typeof body === "string" || body instanceof Uint8Array;

async function exchange(url: string, options: Parameters<typeof send>[1] & { readonly signal?: AbortSignal }) {
  try {
    const { statusCode, headers, body } = await send(url, options);
    return { status: statusCode, headers, text: await body.text() };
  } catch (error) {
    if (options.signal?.aborted) throw options.signal.reason;
    throw new NoResponseError("no response", { cause: error });
  }
}

function headersOf(received: Record<string, string | string[] | undefined>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(received)) {
    for (const one of [value ?? []].flat()) headers.append(name, one);
  }
  return headers;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text; // a page, or an empty body
  }
}
