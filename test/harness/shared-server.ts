// One server for the test files of a worker that share their modules (vitest.config.ts). Each file is another partner
// with another destination, and nothing that a file leaves behind may matter to the next one.
import { expectBooksToBalance } from "./books.ts";
import { startServer, type TestServer } from "./server.ts";

const running = new Map<SharedRole, Promise<TestServer>>();

/** "api" has no workers: a confirmed payment stays in processing. */
export type SharedRole = "all" | "api";

/** Its `stop` checks the books. The server ends with the worker's process. */
export async function sharedServer(role: SharedRole = "all"): Promise<TestServer> {
  const started = running.get(role) ?? startServer({ role });
  running.set(role, started);
  const server = await (await started).asNewOwner();
  return { ...server, stop: () => expectBooksToBalance(server) };
}
