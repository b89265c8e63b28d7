// Load on one endpoint over raw sockets, to use little CPU. Closed loop: each connection sends again once it has a
// response. Open loop: requests are due at fixed times, and latency counts from then, including the wait for a socket.
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { connect, type Socket } from "node:net";
import { promisify } from "node:util";

export interface Load {
  readonly baseUrl: string;
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Each request gets a new Idempotency-Key. */
  readonly isKeyed?: boolean;
  /** The status of a success. */
  readonly status: number;
  readonly connections: number;
  readonly seconds: number;
  /** Requests per second in an open loop; null for a closed loop. */
  readonly rate: number | null;
}

export interface Measured {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly refused: number;
}

/** Runs the load in a separate process. */
export async function run(load: Load): Promise<Measured> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    "scripts/run-ts.js",
    "bench/harness/load.ts",
    JSON.stringify(load),
  ]);
  return JSON.parse(stdout) as Measured;
}

async function measure(load: Load): Promise<Measured> {
  const { connections, seconds, rate } = load;
  const clients = await Promise.all(Array.from({ length: connections }, () => open(load)));
  const latenciesMs: number[] = [];
  let refused = 0;
  const beganMs = performance.now();
  const endMs = beganMs + seconds * 1_000;
  let due = 0;
  /** When the next request is due; in a closed loop, at once. */
  const nextMs = () => (rate === null ? performance.now() : beganMs + (due++ * 1_000) / rate);
  await Promise.all(
    clients.map(async (send) => {
      for (let atMs = nextMs(); atMs < endMs; atMs = nextMs()) {
        const waitMs = atMs - performance.now();
        if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
        if (performance.now() > endMs) return; // only an open loop that falls behind gets here late
        const status = await send();
        latenciesMs.push(performance.now() - atMs);
        if (status !== load.status) refused += 1;
      }
    }),
  );
  latenciesMs.sort((a, b) => a - b);
  const at = (part: number) => latenciesMs[Math.floor(latenciesMs.length * part)] ?? Number.NaN;
  const perSecond = (latenciesMs.length * 1_000) / (performance.now() - beganMs);
  return { perSecond, p50Ms: at(0.5), p99Ms: at(0.99), refused };
}

/** A connection that sends one request at a time; resolves to the response's status. */
async function open({ baseUrl, method, path, headers, body, isKeyed }: Load): Promise<() => Promise<number>> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  socket.setNoDelay(true);
  await new Promise((resolve, reject) => socket.once("connect", resolve).once("error", reject));
  const text = body === undefined ? "" : JSON.stringify(body);
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${hostname}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : ["Content-Type: application/json", `Content-Length: ${Buffer.byteLength(text)}`]),
  ];
  const head = lines.join("\r\n");
  const answered = answers(socket);
  return () => {
    socket.write(`${head}${isKeyed ? `\r\nIdempotency-Key: ${randomUUID()}` : ""}\r\n\r\n${text}`, "latin1");
    return answered();
  };
}

function answers(socket: Socket): () => Promise<number> {
  let received = "";
  let done: ((status: number) => void) | null = null;
  socket.setEncoding("latin1");
  socket.on("data", (chunk: string) => {
    received += chunk;
    const headEnd = received.indexOf("\r\n\r\n");
    if (headEnd < 0) return;
    const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0);
    if (received.length < headEnd + 4 + length) return;
    const status = Number(received.slice(9, 12));
    received = "";
    done?.(status);
  });
  return () =>
    new Promise((resolve) => {
      done = resolve;
    });
}

if (process.argv[2] === "bench/harness/load.ts") {
  console.log(JSON.stringify(await measure(JSON.parse(process.argv[3] ?? "") as Load)));
  process.exit();
}
