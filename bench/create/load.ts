// The load, as a separate process: `POST /v1/payments` over raw sockets. Closed loop: a connection sends on each
// response. Open loop: requests are due at fixed times, and latency counts from the due time.
import { randomUUID } from "node:crypto";
import { connect, type Socket } from "node:net";

export interface Load {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly merchantId: string;
  readonly connections: number;
  readonly seconds: number;
  /** Requests a second of an open loop; null: a closed one. */
  readonly rate: number | null;
}

export interface Measured {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly refused: number;
}

const BODY = JSON.stringify({
  amount: { unit: "iso4217/USD", value: "1050" },
  referenceId: "order 4711",
  checkout: { successUrl: "https://shop.example/paid", errorUrl: "https://shop.example/failed" },
});

const load = JSON.parse(process.argv[3] ?? "") as Load;
console.log(JSON.stringify(await measure(load)));
process.exit();

async function measure({ connections, seconds, rate, ...target }: Load): Promise<Measured> {
  const clients = await Promise.all(Array.from({ length: connections }, () => open(target)));
  const latenciesMs: number[] = [];
  let refused = 0;
  const beganMs = performance.now();
  const endMs = beganMs + seconds * 1_000;
  let due = 0;
  /** When the next request is due; in a closed loop at once. */
  const nextMs = () => (rate === null ? performance.now() : beganMs + (due++ * 1_000) / rate);
  await Promise.all(
    clients.map(async (send) => {
      for (let atMs = nextMs(); atMs < endMs; atMs = nextMs()) {
        const waitMs = atMs - performance.now();
        if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
        if (performance.now() > endMs) return; // only an open loop that cannot keep up comes here late
        const status = await send();
        latenciesMs.push(performance.now() - atMs);
        if (status !== 201) refused += 1;
      }
    }),
  );
  latenciesMs.sort((a, b) => a - b);
  const at = (part: number) => latenciesMs[Math.floor(latenciesMs.length * part)] ?? Number.NaN;
  const perSecond = (latenciesMs.length * 1_000) / (performance.now() - beganMs);
  return { perSecond, p50Ms: at(0.5), p99Ms: at(0.99), refused };
}

/** A connection that sends one request at a time; resolves to the answer's status. */
async function open(target: Pick<Load, "baseUrl" | "apiKey" | "merchantId">): Promise<() => Promise<number>> {
  const { hostname, port } = new URL(target.baseUrl);
  const socket = connect(Number(port), hostname);
  socket.setNoDelay(true);
  await new Promise((resolve, reject) => socket.once("connect", resolve).once("error", reject));
  const head = [
    "POST /v1/payments HTTP/1.1",
    `Host: ${hostname}`,
    `Api-Key: ${target.apiKey}`,
    `Merchant-Id: ${target.merchantId}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(BODY)}`,
    "Idempotency-Key: ",
  ].join("\r\n");
  const answered = answers(socket);
  return () => {
    socket.write(`${head}${randomUUID()}\r\n\r\n${BODY}`);
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
