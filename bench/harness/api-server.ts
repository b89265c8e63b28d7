// `turnpike serve --role api` on a durable PostgreSQL with a partner and a merchant. Its chain does not respond:
// creating and reading payments never calls it.
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "../../src/local/postgres/postgres.ts";
import { migrate } from "../../src/store/migrate.ts";
import { openClient } from "../thousand/http.ts";
import { type Keys, makeKeys, makeMerchant } from "./owner.ts";
import { startServer } from "./server-process.ts";

const [router, feeReceiver, token] = ["1", "2", "3"].map((digit) => `0x${digit.repeat(40)}`);
const SILENT_CHAIN = {
  caip2: "eip155:31337",
  name: "Silent chain",
  rpcUrls: ["http://127.0.0.1:1"],
  router,
  feeReceiver,
  confirmations: [{ from: "0", blocks: 1 }],
  blockTimeS: 1,
  maxFeePerGasGwei: "100",
  assets: [
    {
      address: token,
      symbol: "USDC",
      name: "USDC",
      decimals: 6,
      method: "eip3009",
      peggedTo: "USD",
      domain: { name: "USDC", version: "2" },
    },
  ],
};

export interface ApiServer extends Keys {
  readonly baseUrl: string;
  readonly pid: number;
  readonly databaseUrl: string;
  /** Its settings. */
  readonly environment: Readonly<Record<string, string>>;
  readonly merchantId: string;
  stop(): Promise<void>;
}

/** @param profileDir where the server writes a CPU profile on exit */
export async function startApi(
  settings: Readonly<Record<string, string>> = {},
  profileDir?: string,
): Promise<ApiServer> {
  execFileSync(process.execPath, ["scripts/build.js"], { stdio: "inherit" });
  const dir = await mkdtemp(join(tmpdir(), "turnpike-bench-"));
  const { databaseUrl, stop } = await startPostgres({ dir: join(dir, "postgres"), durable: true, log: () => {} });
  await migrate(databaseUrl);
  const chainsFile = join(dir, "chains.json");
  await writeFile(chainsFile, JSON.stringify([SILENT_CHAIN]));
  const environment = {
    DATABASE_URL: databaseUrl,
    CHAINS_FILE: chainsFile,
    SECRET_KEY: randomBytes(32).toString("hex"),
    RATE_LIMITS: "off",
    LOG_LEVEL: "info",
    PORT: "0",
    ...settings,
  };
  const server = await startServer(environment, { profileDir, role: "api" });
  const keys = await makeKeys(environment);
  const client = openClient(server.baseUrl, 1);
  const merchantId = await makeMerchant(client, keys.apiKey, []);
  client.close();
  return {
    ...keys,
    baseUrl: server.baseUrl,
    pid: server.pid,
    databaseUrl,
    environment,
    merchantId,
    async stop() {
      await server.stop();
      await stop();
      await rm(dir, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
