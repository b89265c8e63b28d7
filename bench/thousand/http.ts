// The load's HTTP client: plain node:http, to leave the CPU to the server.
import { Agent, request } from "node:http";

export interface Call {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface HttpClient {
  /** @throws where the answer is not a success */
  send<T>(call: Call): Promise<T>;
  close(): void;
}

export function openClient(baseUrl: string, connectionsMax: number): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: connectionsMax });
  return {
    send: <T>({ method, path, headers, body }: Call) =>
      new Promise<T>((resolve, reject) => {
        const text = body === undefined ? "" : JSON.stringify(body);
        const sent = body === undefined ? {} : { "content-type": "application/json", "content-length": text.length };
        const call = request(baseUrl + path, { method, agent, headers: { ...headers, ...sent } }, (answer) => {
          let received = "";
          answer.setEncoding("utf8");
          answer.on("data", (chunk: string) => {
            received += chunk;
          });
          answer.on("error", reject);
          answer.on("end", () => {
            if ((answer.statusCode ?? 500) < 300) resolve(JSON.parse(received) as T);
            else reject(new Error(`${method} ${path} was answered ${answer.statusCode}: ${received}`));
          });
        });
        call.on("error", reject);
        call.end(text);
      }),
    close: () => agent.destroy(),
  };
}

/** Runs `work` on each of `items`, at most `inFlightMax` at a time; results in the order of the items. */
export async function eachOf<T, Result>(
  items: readonly T[],
  inFlightMax: number,
  work: (item: T, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  const lane = async () => {
    for (const [index, item] of waiting) results[index] = await work(item, index);
  };
  await Promise.all(Array.from({ length: inFlightMax }, lane));
  return results;
}
