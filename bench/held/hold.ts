// Opens one connection per path and sends a request on each. Prints "open" once all are sent; and the path, the moment
// and the status of each response, by a clock that all processes share. Ends when its standard input does.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { connect as connectTls } from "node:tls";

interface Held {
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly paths: readonly string[];
}

/** An HTTP status; "closed" if the server ended the connection without a response. */
type Outcome = `${number}` | "closed";

interface Answer {
  readonly atMs: number;
  readonly outcome: Outcome;
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
  const waiting = new Map<string, (answer: Answer) => void>();
  const early = new Map<string, Answer>();
  const outcomes: Outcome[] = [];
  await new Promise<void>((resolve) => {
    createInterface(child.stdout).on("line", (line) => {
      if (line === "open") return resolve();
      const [path = "", atMs, outcome] = line.split(" ");
      const answer = { atMs: Number(atMs), outcome: outcome as Outcome };
      outcomes.push(answer.outcome);
      const resume = waiting.get(path);
      if (resume) resume(answer);
      else early.set(path, answer);
    });
  });
  return {
    nowMs: monotonicMs,
    /** Responses that arrived before the benchmark waits for them. */
    early: () => early.size,
    /** Outcomes of all requests that are no longer held. */
    outcomes: (): readonly Outcome[] => outcomes,
    /** The moment of the response. */
    answered: (path: string) =>
      new Promise<number>((resolve, reject) => {
        const settle = ({ atMs, outcome }: Answer) =>
          outcome === "closed" ? reject(new Error(`${path}: the connection was closed`)) : resolve(atMs);
        const answer = early.get(path);
        if (answer === undefined) waiting.set(path, settle);
        else settle(answer);
      }),
    async stop() {
      child.stdin.end();
      await exited;
    },
  };
}

async function holdAll({ baseUrl, headers, paths }: Held): Promise<void> {
  const url = new URL(baseUrl);
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const waiting = paths.values();
  const lane = async () => {
    for (const path of waiting) {
      const tell = (outcome: string) => console.log(`${path} ${monotonicMs()} ${outcome}`);
      const socket = await open(url);
      if (!socket) {
        tell("closed");
        continue;
      }
      const closed = () => tell("closed");
      socket.once("close", closed);
      socket.once("data", (data: Buffer) => {
        socket.off("close", closed);
        tell(/^HTTP\/1\.1 (\d+)/.exec(data.toString("latin1"))?.[1] ?? "closed");
      });
      socket.write(`GET ${path} HTTP/1.1\r\nHost: ${url.hostname}\r\n${head.join("")}\r\n`);
    }
  };
  await Promise.all(Array.from({ length: OPENING_MAX }, lane));
}

/** Null if the server closes it at once. */
function open({ hostname, port, protocol }: URL): Promise<Socket | null> {
  const isTls = protocol === "https:";
  const to = { host: hostname, port: Number(port) };
  const socket = isTls ? connectTls({ ...to, rejectUnauthorized: false }) : connect(to);
  return new Promise((resolve) => {
    socket.once(isTls ? "secureConnect" : "connect", () => resolve(socket));
    socket.once("close", () => resolve(null));
    socket.on("error", () => {}); // the connection closes, which is its outcome
  });
}

if (process.argv[2] === "bench/held/hold.ts") {
  const lines = createInterface(process.stdin);
  lines.once("close", () => process.exit());
  const [line] = (await once(lines, "line")) as [string];
  await holdAll(JSON.parse(line) as Held);
  console.log("open");
}
