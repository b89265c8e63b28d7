// Money on a deposit address that pays no payment goes to its merchant, without anybody's help.
import { parseEther } from "viem";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createEvmChain } from "../../src/chains/evm/chain.ts";
import { findCoins } from "../../src/operations/recoveries/find-coins.ts";
import { toBytes } from "../../src/store/database/hex.ts";
import { watcherIsAtHead } from "../faults/payments/confirmed.ts";
import { type GivenAddress, giveAddress, transfer } from "../harness/chain/deposit-addresses.ts";
import { type OwnChain, startOwnChain } from "../harness/chain/own-chain.ts";
import { confirm, createPayment, signPayment, untilFinal } from "../harness/chain/wallet.ts";
import { newAddress, startServer, type TestServer } from "../harness/server/server.ts";

let chain: OwnChain;
let server: TestServer;
beforeAll(async () => {
  chain = await startOwnChain();
  server = await startServer({ place: chain });
});
afterAll(async () => {
  await server.stop();
  await chain.stop();
});

/** An idle chain is looked at once a minute. */
const WAIT_MS = 150_000;
vi.setConfig({ testTimeout: 3 * WAIT_MS });

/** More than dust. */
const CENT = 10_000n;

/** A payment of 10 USDC to a destination that only it has. @param afterS seconds until its terms' deadline */
async function given(afterS = -60): Promise<GivenAddress & { readonly paymentId: string }> {
  const paymentId = await createPayment(server);
  const deadlineS = Math.floor(Date.now() / 1_000) + afterS;
  const address = await giveAddress(server, paymentId, { deadlineS, destination: newAddress() });
  await server.sql("update deposit_addresses set watched_until = now() + interval '1 day' where terms_hash = $1", [
    toBytes(address.termsHash),
  ]);
  return { paymentId, ...address };
}

const cancel = (paymentId: string) => server.call({ method: "POST", path: `/v1/payments/${paymentId}/cancel` });

const received = ({ terms }: GivenAddress, token = server.deployment.usdc) => server.balance(token, terms.destination);

interface Reported {
  readonly kind: string;
  readonly amount: string;
  readonly tx: string;
}

const exceptionsOf = (paymentId: string): Promise<Reported[]> =>
  server.sql(
    `select kind, amount::text as amount, '0x' || encode(tx_hash, 'hex') as tx from exceptions
      where payment_id = $1 order by created_at, log_index`,
    [paymentId],
  );

/** All deposits are decided, and no money waits. */
const allDone = () =>
  expect
    .poll(() => server.sql("select from deposits where not is_judged union all select from unrecovered"), {
      timeout: WAIT_MS,
    })
    .toEqual([]);

describe("the money of a payment that has ended", () => {
  test("is recovered without a fee, and reported as underpaid; what comes later as late", async () => {
    const address = await given();
    const { paymentId } = address;
    const first = await transfer(server, { to: address.address, amount: 4_000_000n });
    await expect.poll(() => server.sql("select from deposits where payment_id = $1", [paymentId])).toHaveLength(1);
    await cancel(paymentId);
    await expect.poll(() => received(address), { timeout: WAIT_MS }).toBe(4_000_000n);
    await expect
      .poll(() => exceptionsOf(paymentId), { timeout: WAIT_MS })
      .toEqual([{ kind: "underpaid", amount: "4000000", tx: first }]);
    const recovery = { networkId: "31337", hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) };
    const listed = () => server.call({ path: `/v1/exceptions?paymentId=${paymentId}` });
    await expect.poll(listed).toMatchObject({ body: { data: [{ transaction: { hash: first }, recovery }] } });

    const second = await transfer(server, { to: address.address, amount: 10_000_000n });
    await expect.poll(() => received(address), { timeout: WAIT_MS }).toBe(13_960_000n); // swept: the fee was due
    await expect.poll(() => exceptionsOf(paymentId)).toHaveLength(2);
    expect((await exceptionsOf(paymentId))[1]).toEqual({ kind: "late", amount: "10000000", tx: second });
    const events = await server.sql("select from payment_events where payment_id = $1 and type = 'exception'", [
      paymentId,
    ]);
    expect(events).toHaveLength(2);
    await allDone();
  });

  test("stays if it is dust, causes no exception and no transaction, and goes with the next recovery", async () => {
    const address = await given();
    await cancel(address.paymentId);
    const batches = await server.sql("select from relay_batches");
    await transfer(server, { to: address.address, amount: CENT - 1n });
    await allDone();
    expect(await exceptionsOf(address.paymentId)).toEqual([]);
    expect(await server.sql("select from relay_batches")).toEqual(batches);
    expect(await received(address)).toBe(0n);
    await transfer(server, { to: address.address, amount: CENT });
    await expect.poll(() => received(address), { timeout: WAIT_MS }).toBe(2n * CENT - 1n);
    await expect.poll(() => exceptionsOf(address.paymentId)).toHaveLength(1);
  });

  test("goes to many destinations in one transaction", async () => {
    const addresses = await Promise.all(Array.from({ length: 5 }, given));
    for (const { address } of addresses) await transfer(server, { to: address, amount: 1_000_000n });
    await expect.poll(() => server.sql("select from deposits where not is_judged")).toHaveLength(5);
    const [before] = await server.sql<{ count: number }>("select count(*)::integer as count from relay_batches");
    for (const { paymentId } of addresses) await cancel(paymentId);
    await expect
      .poll(() => Promise.all(addresses.map((each) => received(each))), { timeout: WAIT_MS })
      .toEqual(addresses.map(() => 1_000_000n));
    const [after] = await server.sql<{ count: number }>("select count(*)::integer as count from relay_batches");
    expect((after?.count ?? 0) - (before?.count ?? 0)).toBeLessThan(addresses.length);
    await allDone();
  });
});

/** What a refund of the payment's exception sends back, and one of the payment itself. */
async function refundable(paymentId: string): Promise<unknown[]> {
  const [exception] = await server.sql<{ id: string }>("select id from exceptions where payment_id = $1", [paymentId]);
  const to = `${server.caip2}:${newAddress()}`;
  const asked = [{ exceptionId: exception?.id }, { reason: "All of it" }].map(async (what) => {
    const body = { paymentId, to, ...what };
    return (await server.call<{ amount: { value: string } }>({ method: "POST", path: "/v1/refunds", body })).body
      .amount;
  });
  return (await Promise.all(asked)).map(({ value }) => value);
}

describe("money beside a payment that was paid", () => {
  test("above what was asked is reported as overpaid, and a second deposit as duplicate", async () => {
    const address = await given(30); // enough for the sweep
    const { paymentId } = address;
    const first = await transfer(server, { to: address.address, amount: 11_000_000n });
    expect((await untilFinal(server, paymentId)).status).toBe("succeeded");
    expect(await received(address)).toBe(10_960_000n);
    await expect
      .poll(() => exceptionsOf(paymentId), { timeout: WAIT_MS })
      .toEqual([{ kind: "overpaid", amount: "1000000", tx: first }]);
    expect(await refundable(paymentId)).toEqual(["1000000", "10000000"]);
    const second = await transfer(server, { to: address.address, amount: 2_000_000n });
    await expect.poll(() => received(address), { timeout: WAIT_MS }).toBe(12_960_000n);
    await expect.poll(() => exceptionsOf(paymentId)).toHaveLength(2);
    expect((await exceptionsOf(paymentId))[1]).toEqual({ kind: "duplicate", amount: "2000000", tx: second });
    await allDone();
  });
});

describe("money beside a payment that a wallet signed", () => {
  test.each([
    ["before the signature", true],
    ["after it", false],
  ])("that came %s is a duplicate, and is recovered", async (_, isBefore) => {
    const address = await given();
    const { paymentId } = address;
    const send = () => transfer(server, { to: address.address, amount: 4_000_000n });
    const early = isBefore ? await send() : null;
    const seen = () => server.sql("select from deposits where payment_id = $1", [paymentId]);
    if (isBefore) await expect.poll(seen).toHaveLength(1);
    await confirm(server, await signPayment(server, paymentId, await server.newBuyer()));
    const tx = early ?? (await send());
    expect((await untilFinal(server, paymentId)).status).toBe("succeeded");
    await expect.poll(() => received(address), { timeout: WAIT_MS }).toBe(4_000_000n);
    await expect
      .poll(() => exceptionsOf(paymentId), { timeout: WAIT_MS })
      .toEqual([{ kind: "duplicate", amount: "4000000", tx }]);
    await allDone();
  });
});

describe("money on two addresses of a payment", () => {
  test("one pays it, and the other money is a duplicate that goes on, less its fee", async () => {
    const address = await given(30);
    const { paymentId } = address;
    const { eurc } = server.deployment;
    const { destination } = address.terms;
    const other = await giveAddress(server, paymentId, {
      token: eurc,
      destination,
      deadlineS: address.terms.deadlineS,
    });
    const [, tx] = await Promise.all([
      transfer(server, { to: address.address, amount: 10_000_000n }),
      transfer(server, { to: other.address, amount: 10_000_000n, token: eurc }),
    ]);
    const { info } = await untilFinal(server, paymentId);
    const isPaidInUsdc = info?.optionAmount.unit.endsWith(server.deployment.usdc) ?? false;
    const left = await server.sql<{ tx: string }>(
      "select '0x' || encode(tx_hash, 'hex') as tx from deposits where payment_id = $1 and (token = $2) = $3",
      [paymentId, eurc, isPaidInUsdc],
    );
    expect(left).toHaveLength(1);
    if (isPaidInUsdc) expect(left[0]?.tx).toBe(tx);
    for (const token of [server.deployment.usdc, eurc]) {
      await expect.poll(() => received(address, token), { timeout: WAIT_MS }).toBe(9_960_000n);
    }
    await expect
      .poll(() => exceptionsOf(paymentId), { timeout: WAIT_MS })
      .toEqual([{ kind: "duplicate", amount: "10000000", tx: left[0]?.tx }]);
    await allDone();
  });
});

describe("other money on a deposit address", () => {
  test("in another token is recovered while the payment is open", async () => {
    const address = await given();
    const { eurc } = server.deployment;
    const tx = await transfer(server, { to: address.address, amount: 3_000_000n, token: eurc });
    await expect.poll(() => received(address, eurc), { timeout: WAIT_MS }).toBe(3_000_000n);
    await expect
      .poll(() => exceptionsOf(address.paymentId))
      .toEqual([{ kind: "foreign_token", amount: "3000000", tx }]);
    await allDone();
  });

  test("in coins is found by its balance, and recovered", async () => {
    const address = await given();
    await server.client.setBalance({ address: address.address, value: parseEther("1") });
    const [config] = server.installation.chains;
    if (!config) throw new Error("no chain");
    const { reader, writer } = createEvmChain(config, []);
    const { newestBlock } = server.store.unpaid;
    const ports = { reader, store: server.store.recoveries, routers: [config.router], fees: writer.fees, newestBlock };
    // Coins are read at a block that was followed.
    await server.client.mine({ blocks: 1 });
    await watcherIsAtHead(server);
    await findCoins(ports, null);
    const { destination } = address.terms;
    const coins = () => server.client.getBalance({ address: destination });
    await expect.poll(coins, { timeout: WAIT_MS }).toBe(parseEther("1"));
    await expect
      .poll(() => exceptionsOf(address.paymentId))
      .toMatchObject([{ kind: "foreign_token", amount: parseEther("1").toString() }]);
    await allDone();
  });
});
