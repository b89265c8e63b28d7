// One HTTP call to the API and its response.

export interface ApiCall {
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  /** Added to the default headers; null removes one. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** Sent as JSON, except that a string is sent unchanged. */
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
  const response = await fetch(baseUrl + request.path, {
    method: request.method ?? (hasBody ? "POST" : "GET"),
    headers,
    ...(request.signal && { signal: request.signal }),
    ...(hasBody ? { body: typeof request.body === "string" ? request.body : JSON.stringify(request.body) } : {}),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: parse(text) as Body };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text; // a page, or an empty body
  }
}
