// Starts one of the local parts, prints its URL and never stops it. Run as a process so that a test can kill it: node
// scripts/run-ts.js test/local/holder.ts postgres|chain DIR exit|throw
import { once } from "node:events";
import { startLocalChain } from "../../src/local/chain/chain.ts";
import { startPostgres } from "../../src/local/postgres/postgres.ts";

const [part, dir, end] = process.argv.slice(3);
if (dir === undefined) throw new Error("Which directory?");
const log = () => {};
const url =
  part === "postgres"
    ? (await startPostgres({ dir, log })).databaseUrl
    : (await startLocalChain({ dir, chainId: 31337, blockTimeS: 1, log })).rpcUrl;
process.stdout.write(`${url}\n`);
// Stays until it is killed or its input ends.
process.stdin.resume();
await once(process.stdin, "end");
if (end === "throw") throw new Error("an unexpected error");
process.exit();
