// Opens one connection per path and sends a request on each. Prints "open" once all are sent, and then the path and the
// moment of each response, by a clock that all processes share. Ends when its standard input does.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { createInterface } from "node:readline";

interface Held {
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly paths: readonly string[];
}

/** Opening more at once would overflow the listener's backlog. */
const OPENING_MAX = 256;

const monotonicMs = (): number => Number(process.hrtime.bigint()) / 1e6;

/** Holds the requests from a separate process. Resolves once all are sent. */
export async function hold(held: Held) {
  const child = spawn(process.execPath, ["scripts/run-ts.js", "bench/held/hold.ts"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  child.stdin.write(`${JSON.stringify(held)}\n`);
  const waiting = new Map<string, (atMs: number) => void>();
  const early = new Map<string, number>();
  await new Promise<void>((resolve) => {
    createInterface(child.stdout).on("line", (line) => {
      if (line === "open") return resolve();
      const [path = "", atMs] = line.split(" ");
      const resume = waiting.get(path);
      if (resume) resume(Number(atMs));
      else early.set(path, Number(atMs));
    });
  });
  return {
    nowMs: monotonicMs,
    /** Responses that nobody waits for yet. */
    early: () => early.size,
    /** The moment of the response. */
    answered: (path: string) =>
      new Promise<number>((resolve) => {
        const atMs = early.get(path);
        if (atMs === undefined) waiting.set(path, resolve);
        else resolve(atMs);
      }),
    async stop() {
      child.stdin.end();
      await exited;
    },
  };
}

async function holdAll({ baseUrl, headers, paths }: Held): Promise<void> {
  const { hostname, port } = new URL(baseUrl);
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const waiting = paths.values();
  const lane = async () => {
    for (const path of waiting) {
      const socket = connect(Number(port), hostname);
      await once(socket, "connect");
      socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\n${head.join("")}\r\n`);
      socket.once("data", () => console.log(`${path} ${monotonicMs()}`));
      socket.on("error", (error) => console.error(`${path}: ${error.message}`));
    }
  };
  await Promise.all(Array.from({ length: OPENING_MAX }, lane));
}

if (process.argv[2] === "bench/held/hold.ts") {
  const lines = createInterface(process.stdin);
  lines.once("close", () => process.exit());
  const [line] = (await once(lines, "line")) as [string];
  await holdAll(JSON.parse(line) as Held);
  console.log("open");
}
