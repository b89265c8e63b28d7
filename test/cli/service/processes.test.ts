// Each command as a process: it prints what it prints in the tests' own process, closes everything, and exits.
import { afterAll, beforeAll, expect, test } from "vitest";
import { turnpikeProgram } from "../../../src/cli/program.ts";
import { createPayment } from "../../harness/chain/wallet.ts";
import { entryOf } from "../../harness/server/process.ts";
import { startServer, type TestServer } from "../../harness/server/server.ts";
import { chainsFileOf, turnpike, turnpikeProcess } from "../turnpike.ts";

let server: TestServer;
let paymentId: string;
beforeAll(async () => {
  server = await startServer({ role: "api" });
  paymentId = await createPayment(server);
});
afterAll(() => server.stop());

/** The words after each command's name. */
const WORDS: Readonly<Record<string, () => readonly string[]>> = {
  migrate: () => [],
  partner: () => ["list"],
  merchant: () => ["log", server.merchantId],
  key: () => ["list"],
  "wallet-app": () => ["list"],
  check: () => [],
  config: () => ["show"],
  audit: () => ["--partner", server.partnerId],
  "buyer-data": () => ["rotate"],
  chain: () => ["check"],
  relayer: () => ["list"],
  rates: () => [],
  payment: () => ["show", paymentId],
  batch: () => ["list"],
  exceptions: () => [],
  reconcile: () => [],
  report: () => [],
  books: () => ["closed", "--partner", server.partnerId],
  rebuild: () => [],
  restored: () => [],
  deposits: () => ["list"],
  doctor: () => [],
  task: () => ["list"],
  user: () => ["list", "--partner", server.partnerId],
  webhooks: () => [],
};

test.each(Object.entries(WORDS))("%s", async (name, words) => {
  const CHAINS_FILE = await chainsFileOf(...server.installation.chains.map(entryOf));
  const environment = { ...server.installation.environment, CHAINS_FILE };
  const [here, apart] = [turnpike, turnpikeProcess].map((run) => run([name, ...words()], environment));
  const answer = await apart;
  expect(answer?.stdout).not.toBe("");
  expect(withoutNumbers(answer)).toEqual(withoutNumbers(await here));
});

/** The chain moves on between two runs, and a key's use is stored some seconds later. */
const withoutNumbers = (answer: object | undefined) =>
  JSON.stringify(answer)
    .replaceAll(/\d+/g, "0")
    .replaceAll(/never used|last used [\w:.-]+/g, "used");

test("no command is missing above", async () => {
  const { commands } = await turnpikeProgram([]);
  // Tested as processes in dev.test.ts, serve.test.ts, webhooks.test.ts and those of MCP.
  const servers = ["dev", "demo", "serve", "listen", "mcp"];
  // Run only on a machine that it sets up, or from an installed release (test/init, test/operator/releases).
  const installed = ["init", "upgrade", "rollback", "releases"];
  // Each run shows other times (status.test.ts), needs a certificate, or PostgreSQL's programs (test/operator).
  const others = ["status", "certificate", "drill"];
  const all = [...Object.keys(WORDS), ...servers, ...installed, ...others];
  expect(commands.map((command) => command.name()).sort()).toEqual(all.sort());
});
