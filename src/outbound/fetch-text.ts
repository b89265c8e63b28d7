// Fetches text from a URL of the operator's configuration. Private addresses are allowed; size and time are limited,
// and redirects are errors.
import { FetchRefusedError } from "./fetch-public.ts";

export interface TextRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytesMax: number;
  /** Time from the request to the last byte of the response. */
  readonly timeoutMs: number;
}

const OK = 200;

/** @throws FetchRefusedError, whose message reveals neither the URL, the headers nor the response */
export async function fetchText({ url, headers, bytesMax, timeoutMs }: TextRequest): Promise<string> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, { headers, redirect: "manual", signal });
    if (response.status === OK) return await readText(response, bytesMax);
    await response.body?.cancel();
    throw new FetchRefusedError(`responded with status ${response.status}, not ${OK}`);
  } catch (error) {
    if (error instanceof FetchRefusedError) throw error;
    throw new FetchRefusedError(signal.aborted ? `took longer than ${timeoutMs / 1_000} s` : "could not be reached");
  }
}

async function readText({ body }: Response, bytesMax: number): Promise<string> {
  if (!body) return "";
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop early cancels the body. Counts decompressed bytes.
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw new FetchRefusedError(`is larger than ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
