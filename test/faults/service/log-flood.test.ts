// An outage of a chain or of the screening fails every request that needs it. The log says so in a few lines, without
// stacks, and one chain's outage does not hide another's.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openLog } from "../../../src/log.ts";
import { buyerWith, confirmResults, onlyOption } from "../../harness/chain/methods.ts";
import { type OwnChain, startOwnChain } from "../../harness/chain/own-chain.ts";
import { refusedList } from "../../harness/chain/refused-list.ts";
import { asWallet, confirm, createPayment, signPayment } from "../../harness/chain/wallet.ts";
import { type Buyer, setBalance, startServer, type TestServer, testClient } from "../../harness/server/server.ts";

const SECOND_NUMBER = 31_501;
const SECOND = `eip155:${SECOND_NUMBER}`;
const REQUESTS = 30;
const HASH = `0x${"1".repeat(64)}`;

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly chain?: string;
  readonly times?: number;
  readonly err?: { readonly name: string; readonly stack?: string };
}

const list = refusedList();
const written: string[] = [];
let chains: readonly OwnChain[];
let server: TestServer;
beforeAll(async () => {
  chains = await Promise.all([startOwnChain(), startOwnChain(SECOND_NUMBER)]);
  const behindProxy = (index: number) => ({ ...chainAt(index), serverRpcUrl: chainAt(index).proxy.url });
  server = await startServer({
    role: "api",
    place: behindProxy(0),
    otherPlaces: [behindProxy(1)],
    environment: { SCREENING: list.source },
    log: openLog("info", { write: (line) => void written.push(line) }, "api"),
  });
});
afterEach(() => {
  for (const { proxy } of chains) proxy.misbehave(() => null);
  list.refuse();
  written.length = 0;
});
afterAll(async () => {
  await server.stop();
  await Promise.all(chains.map(({ stop }) => stop()));
});

/** The lines without requests, workers and the startup. */
const warnings = (): readonly Line[] =>
  written.map((line) => JSON.parse(line) as Line).filter(({ level, msg }) => level >= 40 && msg !== "request");

/** Expects these lines, and no others except counts of responses. */
function expectOnly(expected: readonly object[]): void {
  const found = warnings().toSorted((a, b) => `${a.chain}`.localeCompare(`${b.chain}`));
  expect(found.filter(({ msg }) => !msg.includes("responded with 503"))).toEqual(
    expected.map((each) => expect.objectContaining(each)),
  );
  expect(found.filter(({ msg }) => msg.includes("responded with 503")).length).toBeLessThanOrEqual(1);
  expect(found.filter(({ err }) => err?.stack !== undefined)).toEqual([]);
}

function chainAt(index: number): OwnChain {
  const found = chains[index];
  if (!found) throw new Error(`there is no chain ${index}`);
  return found;
}

const signed = async (buyer: Buyer) => signPayment(server, await createPayment(server), buyer);

const manyTimes = (call: () => Promise<{ readonly status: number }>) =>
  Promise.all(Array.from({ length: REQUESTS }, async () => (await call()).status));

const refuseCalls = ({ proxy }: OwnChain) =>
  proxy.misbehave(({ method }) => (method === "eth_call" ? { type: "hang_up" } : null));

describe("a chain that does not respond", () => {
  test("writes one line for the options of each chain, however many ask", async () => {
    const { account, address } = await server.newBuyer();
    const { rpcUrl, deployment } = chainAt(1);
    await setBalance(testClient(rpcUrl), deployment.usdc, address, 1_000_000_000n);
    const request = {
      path: `/v1/gateway/payment/${await createPayment(server)}/options`,
      headers: asWallet(server),
      body: { accounts: [account, `${SECOND}:${address}`] },
    };
    expect(await manyTimes(() => server.call(request))).toEqual(Array(REQUESTS).fill(200));
    expectOnly([]);
    for (const chain of chains) refuseCalls(chain);
    expect(await manyTimes(() => server.call(request))).toEqual(Array(REQUESTS).fill(200));
    const line = { level: 40, msg: "the chain does not respond: its options are left out", times: 1 };
    expectOnly([server.caip2, SECOND].map((chain) => ({ ...line, chain })));
  });

  test("writes one line for signatures, and one for the responses, however many confirm", async () => {
    const unverified = await signed(await server.newBuyer());
    written.length = 0;
    refuseCalls(chainAt(0));
    expect(await manyTimes(() => confirm(server, unverified))).toEqual(Array(REQUESTS).fill(503));
    expectOnly([{ level: 40, msg: "the chain does not respond: could not verify a signature", chain: server.caip2 }]);
  });

  test("writes one line for actions that cannot be built, and one for transactions that are not checked", async () => {
    const buyer = await buyerWith(server, { dai: "100", coin: "1" });
    const paymentId = await createPayment(server);
    const option = await onlyOption(server, paymentId, buyer);
    refuseCalls(chainAt(0));
    const fetching = {
      path: `/v1/gateway/payment/${paymentId}/fetch`,
      headers: asWallet(server),
      body: { optionId: option.id, data: option.actions[0]?.data.data },
    };
    expect(await manyTimes(() => server.call(fetching))).toEqual(Array(REQUESTS).fill(503));
    expectOnly([{ level: 40, msg: "the chain does not respond: could not build an option's actions" }]);

    written.length = 0;
    chainAt(0).proxy.misbehave(() => ({ type: "hang_up" }));
    const hash = () => confirmResults(server, paymentId, option, [HASH, HASH]);
    expect(await manyTimes(hash)).toEqual(Array(REQUESTS).fill(200));
    expectOnly([{ level: 40, msg: "the chain does not respond: buyers' transactions are accepted unverified" }]);
  });

  test("writes one line for balances of payers who have signed more than they hold", async () => {
    const buyer = await server.newBuyer(15_000_000n);
    const [first, second] = [await signed(buyer), await signed(buyer)];
    expect(await confirm(server, first)).toMatchObject({ status: 200 });
    written.length = 0;
    // The check of the signature reads the balance by way of the router.
    chainAt(0).proxy.misbehave(({ method, params }) =>
      method === "eth_call" && !JSON.stringify(params).includes(server.deployment.router.slice(2).toLowerCase())
        ? { type: "hang_up" }
        : null,
    );
    expect(await manyTimes(() => confirm(server, second))).toEqual(Array(REQUESTS).fill(503));
    expectOnly([{ level: 40, msg: "the chain does not respond: could not read a payer's balance" }]);
  });
});

test("a screening source that fails writes one error and one count, however many ask", async () => {
  const { account } = await server.newBuyer();
  const path = `/v1/gateway/payment/${await createPayment(server)}/options`;
  list.spoil();
  const ask = () => server.call({ path, headers: asWallet(server), body: { accounts: [account] } });
  expect(await manyTimes(ask)).toEqual(Array(REQUESTS).fill(503));
  const name = "ScreeningSourceError";
  expectOnly([{ level: 50, msg: expect.stringContaining("nobody can pay"), err: expect.objectContaining({ name }) }]);
});
