// Shops and a buyer on the booted machine, who use the public address and never repeat a request: each one that fails
// is counted. The first argument is the public URL. A line on standard input asks for the figures so far.
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { privateKeyToAccount } from "viem/accounts";
import { createGatewayClient, createPartnerClient, pay } from "../../src/client/index.ts";

const [url = ""] = process.argv.slice(3);
const SHOPS = 4;
/** Between requests of one client: all together stay far below what nginx allows an address. */
const PAUSE_MS = 50;
const HELD_MS = 10_000;
/** In a page: the files that it loads. */
const LINKED = /(?:src|href)="(\/assets\/[^"]+)"/g;

const counts = { requests: 0, paid: 0, failures: [] as string[] };
let isStopping = false;

const counted: typeof fetch = async (input, init) => {
  counts.requests += 1;
  const what = `${init?.method ?? "GET"} ${input}`;
  try {
    const response = await fetch(input, init);
    if (!response.ok) counts.failures.push(`${what}: ${response.status}`);
    return response;
  } catch (error) {
    counts.failures.push(`${what}: ${error instanceof Error ? (error.cause ?? error) : error}`);
    throw error;
  }
};

const read = async (path: string) => (await readFile(path, "utf8")).trim();
const apiKey = await read("/etc/turnpike/first-api.key");
const account = privateKeyToAccount((await read("/etc/turnpike/first-buyer.key")) as `0x${string}`);
const [chain] = JSON.parse(await read("/etc/turnpike/chains.json"));
const { address: token } = chain.assets.find(({ method }: { method: string }) => method === "eip3009");
const unit = `caip19/${chain.caip2}/erc20:${token}`.toLowerCase();
const connection = { baseUrl: url, apiKey, retries: 0, fetch: counted };
const partner = createPartnerClient(connection);
const gateway = createGatewayClient(connection);
let merchantId = "";
for await (const { id } of partner.merchants.list()) merchantId = id;
const create = () =>
  partner.payments.create({ amount: { unit: "iso4217/USD", value: "1" }, referenceId: "load" }, { merchantId });

async function buy(): Promise<void> {
  const { gatewayUrl } = await create();
  const contracts = { [chain.caip2]: { router: chain.router, permit2: chain.permit2 } };
  const accounts = [`${chain.caip2}:${account.address}`];
  const { status } = await pay(gatewayUrl, {
    payLinkHosts: [new URL(url).host],
    gateway,
    wallet: { account },
    accounts,
    contracts,
    choose: (options) => options.find(({ amount }) => amount.unit.toLowerCase() === unit) ?? null,
  });
  if (status !== "succeeded") throw new Error(`a payment ended as ${status}`);
  counts.paid += 1;
}

/** Opens a checkout page with its files, and cancels the payment while a status request is held. */
async function browse(): Promise<void> {
  const { paymentId } = await create();
  const page = await (await counted(`${url}/${paymentId}`)).text();
  for (const [, file = ""] of page.matchAll(LINKED)) {
    await sleep(PAUSE_MS);
    await (await counted(url + file)).arrayBuffer();
  }
  const held = partner.payments.status(paymentId, { maxPollMs: HELD_MS });
  await sleep(PAUSE_MS);
  await partner.payments.cancel(paymentId);
  await held;
}

async function untilStopped(once: () => Promise<void>): Promise<void> {
  while (!isStopping) {
    await once().catch((error: unknown) => counts.failures.push(`${error}`));
    await sleep(PAUSE_MS);
  }
}

const running = [untilStopped(buy), ...Array.from({ length: SHOPS }, () => untilStopped(browse))];
process.stdout.write("ready\n");
for await (const _ of createInterface(process.stdin)) process.stdout.write(`${JSON.stringify(counts)}\n`);
isStopping = true;
await Promise.all(running);
