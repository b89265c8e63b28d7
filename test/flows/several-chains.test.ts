// Several chains at once: each chain's balances are read in one call, and a chain that is down, silent or late loses
// only its own options.
import { parseEther } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { EvmChainConfig } from "../../src/chains/evm/config/config.ts";
import { localRates } from "../../src/local/rates.ts";
import { type OwnChain, startOwnChain } from "../harness/chain/own-chain.ts";
import { confirm, createPayment, listOptions, signPayment, untilFinal } from "../harness/chain/wallet.ts";
import { setBalance, startOn, startServer, type TestServer, testClient } from "../harness/server/server.ts";

const NUMBERS = [31_401, 31_402, 31_403] as const;
const [FIRST, SECOND, THIRD] = NUMBERS.map((number) => `eip155:${number}`) as [string, string, string];
/** USDC for a payment in USD, and EURC through each chain's own feed. */
const TOKENS = 2;
const HOLDS = 1_000_000_000n;

const buyers = Array.from({ length: 20 }, () => privateKeyToAccount(generatePrivateKey()).address);
const everywhere = NUMBERS.flatMap((number) => buyers.map((address) => `eip155:${number}:${address}`));
const payer = generatePrivateKey();
/** Relays on the second chain and holds coins only there. */
const relayer = generatePrivateKey();

let chains: readonly OwnChain[];
let server: TestServer;
beforeAll(async () => {
  chains = await Promise.all(NUMBERS.map((number) => startOwnChain(number)));
  await Promise.all(chains.map(fill));
  const client = testClient(chain(1).rpcUrl);
  await client.setBalance({ address: privateKeyToAccount(relayer).address, value: parseEther("1") });
  // The third chain is down when the server starts.
  chain(2).proxy.misbehave(() => ({ type: "hang_up" }));
  server = await startServer({
    place: { ...chain(0), serverRpcUrl: chain(0).proxy.url },
    otherPlaces: chains.slice(1).map((own) => ({ ...own, serverRpcUrl: own.proxy.url })),
    rates: localRates(chains.map(({ deployment }, at) => ({ caip2: `eip155:${NUMBERS[at]}`, ...deployment }))),
    environment: { [`RELAYER_KEYS_${NUMBERS[1]}`]: relayer },
  });
});
afterEach(() => {
  for (const { proxy } of chains) proxy.misbehave(() => null);
});
afterAll(async () => {
  await server.stop();
  await Promise.all(chains.map(({ stop }) => stop()));
});

function chain(index: number): OwnChain {
  const found = chains[index];
  if (!found) throw new Error(`there is no chain ${index}`);
  return found;
}

async function fill({ rpcUrl, deployment }: OwnChain): Promise<void> {
  const client = testClient(rpcUrl);
  for (const account of [...buyers, privateKeyToAccount(payer).address]) {
    for (const token of [deployment.usdc, deployment.eurc]) await setBalance(client, token, account, HOLDS);
  }
}

/** The number of options per chain for all accounts on all chains. */
async function offered(at = server): Promise<Readonly<Record<string, number>>> {
  const options = await listOptions(at, await createPayment(at), everywhere);
  const perChain: Record<string, number> = {};
  for (const { account } of options) {
    const [caip2 = ""] = account.match(/^eip155:\d+/) ?? [];
    perChain[caip2] = (perChain[caip2] ?? 0) + 1;
  }
  return perChain;
}

const ALL = buyers.length * TOKENS;

test("a chain that is down at startup has no options until it responds", async () => {
  await expect.poll(offered).toEqual({ [FIRST]: ALL, [SECOND]: ALL });
  chain(2).proxy.misbehave(() => null);
  await expect.poll(offered).toEqual({ [FIRST]: ALL, [SECOND]: ALL, [THIRD]: ALL });
});

test("a chain with wrong decimals has no options and stops no other chain; a renamed token stops nothing", async () => {
  const [first, second, third] = server.installation.chains as [EvmChainConfig, EvmChainConfig, EvmChainConfig];
  const renamed = {
    ...first,
    assets: first.assets.map((asset) => ({ ...asset, symbol: asset.symbol.replace("USDC", "USDC0") })),
  };
  const wrong = { ...second, assets: second.assets.map((asset) => ({ ...asset, decimals: 18 })) };
  const service = await startOn({ ...server.installation, chains: [renamed, wrong, third] }, "api");
  // Its first rates may be late.
  await expect.poll(() => offered(server.at(service.baseUrl ?? ""))).toEqual({ [FIRST]: ALL, [THIRD]: ALL });
  await service.stop();
});

test("twenty accounts on each chain cost one call per chain", async () => {
  const paymentId = await createPayment(server);
  const callsOfOne = async () => {
    for (const { proxy } of chains) proxy.forget();
    const options = await listOptions(server, paymentId, everywhere);
    expect(options).toHaveLength(ALL * chains.length);
    // The other calls are the watcher's.
    return chains.map(({ proxy }) => proxy.methods().filter((method) => method === "eth_call"));
  };
  // Repeated, because a refresh of the rates costs another call now and then.
  await expect.poll(callsOfOne).toEqual(chains.map(() => ["eth_call"]));
});

test("a silent chain is left out while its call is pending, and returns once it responds", async () => {
  const { proxy } = chain(1);
  proxy.misbehave(({ method }) => (method === "eth_call" ? { type: "silence" } : null));
  expect(await offered()).toEqual({ [FIRST]: ALL, [THIRD]: ALL });
  // The request did not wait for the chain's 5 s timeout.
  expect(proxy.open()).toBeGreaterThan(0);
  proxy.misbehave(() => null);
  await expect.poll(offered).toEqual({ [FIRST]: ALL, [SECOND]: ALL, [THIRD]: ALL });
});

test("a chain whose node returns garbage is left out", async () => {
  chain(0).proxy.misbehave(({ method }) => (method === "eth_call" ? { type: "result", result: "0x" } : null));
  expect(await offered()).toEqual({ [SECOND]: ALL, [THIRD]: ALL });
});

test("a payment is relayed on one chain by that chain's relayer while the others are down", async () => {
  for (const index of [0, 2]) chain(index).proxy.misbehave(() => ({ type: "hang_up" }));
  const { address } = privateKeyToAccount(payer);
  const buyer = { privateKey: payer, address, account: `${SECOND}:${address}` };
  const signed = await signPayment(server, await createPayment(server), buyer);
  expect(await confirm(server, signed)).toMatchObject({ status: 200 });
  const final = await untilFinal(server, signed.paymentId);
  expect(final).toMatchObject({
    status: "succeeded",
    info: { optionAmount: { unit: expect.stringContaining(SECOND) } },
  });
  const receipt = await testClient(chain(1).rpcUrl).getTransactionReceipt({ hash: final.info?.txId ?? "0x" });
  expect(receipt).toMatchObject({ status: "success", from: privateKeyToAccount(relayer).address.toLowerCase() });
});
