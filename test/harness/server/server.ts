// A running Turnpike for a test: the real service with its own database on the shared chain or the test's, a partner,
// keys of each role, a wallet app, and a merchant that accepts USDC and EURC.
import { randomBytes } from "node:crypto";
import pg from "pg";
import { type Address, createTestClient, erc20Abi, type Hex, http, parseEther, publicActions, toHex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { inject } from "vitest";
import { type EvmChainConfig, parseChains } from "../../../src/chains/evm/config/config.ts";
import { chainEntry } from "../../../src/local/chain/local-chain.ts";
import type { LocalDeployment } from "../../../src/local/tokens/deploy.ts";
import { openLog } from "../../../src/log.ts";
import { testTwinOf } from "../../../src/merchant/mode.ts";
import { localGate } from "../../../src/outbound/post-public.ts";
import type { RatesConfig } from "../../../src/rates/config.ts";
import { type Service, type ServiceOptions, type ServiceRole, startService } from "../../../src/service/main.ts";
import { LOCAL_PLACES } from "../../../src/service/webhooks.ts";
import { readConfig } from "../../../src/settings/config.ts";
import { openStore, type Store } from "../../../src/store/store.ts";
import { expectBooksToBalance } from "../books.ts";
import { type FreshDatabase, freshDatabase } from "../database/postgres.ts";
import { type ApiAnswer, type ApiCall, call } from "./api.ts";
import { furnish, makeOwner, type Owner } from "./owner.ts";

/** A chain for a test's payments. */
export interface TestChainPlace {
  readonly rpcUrl: string;
  readonly deployment: LocalDeployment;
  /** The chain number, if it differs from that of the other test chains. */
  readonly chainNumber?: number;
  /** The server's RPC URL, if it is not the node's. */
  readonly serverRpcUrl?: string;
}

export interface ServerOptions {
  readonly place?: TestChainPlace;
  /** A migrated database; by default a new one on the run's PostgreSQL. */
  readonly database?: FreshDatabase;
  /** Further chains of the same server. */
  readonly otherPlaces?: readonly TestChainPlace[];
  /** The role that this process runs; null: none, the test runs it elsewhere (see `at` and process.ts). */
  readonly role?: ServiceRole | null;
  /** Settings added to the test's own. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Changes to the chain's configuration. */
  readonly chain?: Partial<EvmChainConfig>;
  /** Market rates; without them an asset has a price only in its own currency. */
  readonly rates?: RatesConfig;
  /** The source of merchants' logos. */
  readonly logoSource?: ServiceOptions["logoSource"];
  /** The addresses that webhooks may be sent to, by default this machine only. */
  readonly webhookPlaces?: ServiceOptions["webhookPlaces"];
  /** The tracer; by default none. */
  readonly tracing?: ServiceOptions["tracing"];
  /** The destination of the log; by default none. */
  readonly log?: ServiceOptions["log"];
  /** The clock of the server's machine. */
  readonly wallMs?: () => number;
  readonly nowMs?: () => number;
  /** Why the test unbalances the books; otherwise they must balance when the server stops. */
  readonly bendsBooks?: string;
}

export interface Buyer {
  readonly privateKey: Hex;
  readonly address: Address;
  /** CAIP-10. */
  readonly account: string;
}

export interface TestServer extends Owner, TestChainPlace {
  readonly baseUrl: string;
  readonly databaseUrl: string;
  readonly appId: string;
  /** CAIP-2 of its chain. */
  readonly caip2: string;
  readonly destination: Address;
  readonly feeReceiver: Address;
  readonly client: ReturnType<typeof testClient>;
  /** All its chains, in the order of `installation.chains`. */
  readonly places: readonly TestChainPlace[];
  readonly store: Store;
  /** Everything needed to run another process on the same installation (see process.ts). */
  readonly installation: Installation;
  /** The same installation as served by another process. */
  at(baseUrl: string): TestServer;
  /** Calls as the partner and for its merchant, unless the call's headers override it. */
  call<Body = unknown>(request: ApiCall): Promise<ApiAnswer<Body>>;
  /** Another partner with its own merchant. */
  newOwner(): Promise<Owner>;
  /** The test mode of a partner, with its own keys and merchant. */
  newTestOwner(partnerId: string): Promise<Owner>;
  /** The same server as another partner, whose merchant has its own destination. */
  asNewOwner(): Promise<TestServer>;
  /** A new account with `amount` of each token (smallest units; 1 000 by default). */
  newBuyer(amount?: bigint): Promise<Buyer>;
  balance(token: Address, account: Address): Promise<bigint>;
  sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Checks the books (books.ts) and stops. */
  stop(): Promise<void>;
}

export interface Installation {
  readonly environment: Readonly<Record<string, string>>;
  readonly chains: readonly EvmChainConfig[];
  readonly rates?: RatesConfig | null;
}

export const APP_ID = "test-wallet";
const BUYER_HOLDS = 1_000_000_000n;
const FEE_PERCENTAGE = "0.4";

export const testClient = (rpcUrl: string) =>
  createTestClient({ mode: "anvil", cacheTime: 0, pollingInterval: 100, transport: http(rpcUrl) }).extend(
    publicActions,
  );

export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  const place = options.place ?? inject("sharedChain");
  const database = options.database ?? (await freshDatabase({ template: inject("templateDatabase") }));
  const client = testClient(place.rpcUrl);
  const feeReceiver = newAddress();
  const places = [place, ...(options.otherPlaces ?? [])];
  // Without a worker, a chain is offered for this long.
  const offering = options.role === "api" ? { headAgeMaxS: 86_400 } : {};
  const chains = places.map((each) => ({ ...chainConfig(each), feeReceiver, ...offering, ...options.chain }));
  const installation: Installation = {
    environment: environmentOf(database.databaseUrl, options.environment),
    chains,
    ...(options.rates && { rates: options.rates }),
  };
  for (const { rpcUrl } of places) await fundRelayers(testClient(rpcUrl), installation);
  const store = openStore({ url: database.databaseUrl, connectionsMax: 2, onError: () => {} });
  const connections = new pg.Pool({ connectionString: database.databaseUrl, allowExitOnIdle: true });
  connections.on("error", () => {}); // a test may end all connections
  const role = options.role === undefined ? "all" : options.role;
  const service = role && (await startOn(installation, role, options));
  await store.walletApps.insert({ id: APP_ID, name: "Test wallet" });
  async function asNewOwner(): Promise<TestServer> {
    const destination = newAddress();
    const newOwner = () => makeOwner(store, chains, destination);
    const newTestOwner = (of: string) => furnish(store, chains, destination, testTwinOf(of));
    const owner = await newOwner();
    const at = (baseUrl: string): TestServer => ({
      ...place,
      ...owner,
      baseUrl,
      at,
      databaseUrl: database.databaseUrl,
      appId: APP_ID,
      caip2: caip2Of(installation),
      destination,
      feeReceiver,
      client,
      places,
      store,
      installation,
      newOwner,
      newTestOwner,
      asNewOwner,
      call: (request) => call(baseUrl, { "api-key": owner.apiKey, "merchant-id": owner.merchantId }, request),
      newBuyer: (amount = BUYER_HOLDS) => makeBuyer(client, place.deployment, caip2Of(installation), amount),
      balance: (token, account) =>
        client.readContract({ address: token, abi: erc20Abi, functionName: "balanceOf", args: [account] }),
      sql: async (text, values) => (await connections.query(text, values)).rows,
      async stop() {
        try {
          if (options.bendsBooks === undefined) await expectBooksToBalance(server);
        } finally {
          await service?.stop();
          await Promise.all([store.close(), connections.end()]);
          await database.drop();
        }
      },
    });
    const server = at(service?.baseUrl ?? "");
    return server;
  }
  return asNewOwner();
}

type StartOptions = Pick<ServerOptions, "logoSource" | "webhookPlaces" | "log" | "tracing" | "wallMs" | "nowMs">;

/** Starts the service of an installation in this process. */
export function startOn(
  { environment, chains, rates = null }: Installation,
  role: ServiceRole,
  { logoSource, webhookPlaces = ON_THIS_MACHINE, log, tracing, wallMs, nowMs }: StartOptions = {},
): Promise<Service> {
  const config = readConfig({}, environment);
  return startService({
    config,
    databaseUrl: config.databaseUrl ?? "",
    databaseDirectUrl: config.databaseDirectUrl,
    secretKey: config.secretKey ?? Buffer.alloc(0),
    chains,
    rates,
    role,
    log: log ?? openLog(config.logLevel),
    webhookPlaces,
    ...(logoSource && { logoSource }),
    ...(tracing && { tracing }),
    ...(wallMs && { wallMs }),
    ...(nowMs && { nowMs }),
  });
}

/** Receivers of webhooks; no other host has an address. */
const ON_THIS_MACHINE = { ...LOCAL_PLACES, gate: localGate({ resolve: async () => [], isAllowed: () => false }) };

const environmentOf = (databaseUrl: string, changes: Readonly<Record<string, string>> = {}) => ({
  DATABASE_URL: databaseUrl,
  // Enough for a test's requests. PostgreSQL starts a process for each.
  DATABASE_CONNECTIONS: "4",
  PORT: "0",
  SECRET_KEY: randomBytes(32).toString("hex"),
  BUYER_DATA_KEYS: `first:${randomBytes(32).toString("hex")}`,
  RECEIPT_KEYS: randomBytes(32).toString("hex"),
  RELAYER_KEYS: [generatePrivateKey(), generatePrivateKey(), generatePrivateKey()].join(),
  FEE_PERCENTAGE,
  RATE_LIMITS: "off",
  LOG_LEVEL: "silent",
  ...changes,
});

function chainConfig({ rpcUrl, serverRpcUrl, deployment, chainNumber }: TestChainPlace): EvmChainConfig {
  const parsed = parseChains([chainEntry(serverRpcUrl ?? rpcUrl, deployment, chainNumber)]);
  const [config] = parsed.kind === "ok" ? parsed.chains : [];
  if (!config) throw new Error(`the local chain's entry is refused: ${JSON.stringify(parsed)}`);
  return config;
}

async function fundRelayers(client: TestServer["client"], { environment }: Installation): Promise<void> {
  const keys = readConfig({}, environment).relayerKeys;
  for (const key of keys)
    await client.setBalance({ address: privateKeyToAccount(key).address, value: parseEther("100") });
}

const caip2Of = ({ chains }: Installation): string => chains[0]?.caip2 ?? "";

export const newAddress = (): Address => privateKeyToAccount(generatePrivateKey()).address;

async function makeBuyer(
  client: TestServer["client"],
  { usdc, eurc }: LocalDeployment,
  caip2: string,
  amount: bigint,
): Promise<Buyer> {
  const privateKey = generatePrivateKey();
  const { address } = privateKeyToAccount(privateKey);
  for (const token of [usdc, eurc]) await setBalance(client, token, address, amount);
  return { privateKey, address, account: `${caip2}:${address}` };
}

/** Mines no block, so tests that need many buyers do not advance the shared chain's clock. */
export async function setBalance(
  client: TestServer["client"],
  token: Address,
  account: Address,
  amount: bigint,
): Promise<void> {
  await client.request<{ Method: "anvil_dealERC20"; Parameters: [Address, Address, Hex]; ReturnType: null }>({
    method: "anvil_dealERC20",
    params: [account, token, toHex(amount)],
  });
}
