// One server for the test files of a worker. Each file is another partner with another destination, and nothing that a
// file leaves behind may matter to the next one. It runs in another process, because a file may fake timers.
import { expectBooksToBalance } from "../books.ts";
import { startProcess } from "./process.ts";
import { startServer, type TestServer } from "./server.ts";

const running = new Map<SharedRole, Promise<TestServer>>();

/** "api" has no workers: a confirmed payment stays in processing. */
export type SharedRole = "all" | "api";

/** Its `stop` checks the books. The server ends with the worker's process. */
export async function sharedServer(role: SharedRole = "all"): Promise<TestServer> {
  const started = running.get(role) ?? start(role);
  running.set(role, started);
  const { baseUrl, asNewOwner } = await started;
  const server = (await asNewOwner()).at(baseUrl);
  return { ...server, stop: () => expectBooksToBalance(server) };
}

async function start(role: SharedRole): Promise<TestServer> {
  // Without workers the head grows old.
  const server = await startServer({ role: null, ...(role === "api" && { chain: { headAgeMaxS: 86_400 } }) });
  const { baseUrl } = await startProcess(server.installation, { role });
  return server.at(baseUrl);
}
