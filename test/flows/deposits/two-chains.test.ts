// Two chains with the same router, and tokens at the same addresses: money on the wrong one.
import { createWalletClient, erc20Abi, http, parseEther } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { sweepData } from "../../../src/chains/evm/router/router-call.ts";
import type { Terms } from "../../../src/payment/terms.ts";
import { differences } from "../../harness/books.ts";
import { giveAddress } from "../../harness/chain/deposit-addresses.ts";
import { askForAddress, sendTo } from "../../harness/chain/deposits.ts";
import { type OwnChain, startOwnChain } from "../../harness/chain/own-chain.ts";
import { createPayment, untilFinal } from "../../harness/chain/wallet.ts";
import { startServer, type TestServer, testClient } from "../../harness/server/server.ts";

/** An idle chain is looked at once a minute: for the deposit, its exception, its sweep, and the sweep's depth. */
const WITHIN = { timeout: 300_000 };
vi.setConfig({ testTimeout: 900_000 });

const NUMBERS = [31_411, 31_412] as const;
/** Enough to ask for two addresses and to send to them on a busy machine. */
const LIFETIME_S = 40;
const AMOUNT = 10_000_000n;
const FEE = 40_000n;
/** The money of an ended payment waits for so long after its expiry. */
const GRACE_S = 1;

let chains: readonly [OwnChain, OwnChain];
let server: TestServer;
beforeAll(async () => {
  chains = [await startOwnChain(NUMBERS[0]), await startOwnChain(NUMBERS[1])];
  const environment = { DEPOSIT_LIFETIME_S: "20" };
  const chain = { inclusionGraceS: GRACE_S };
  server = await startServer({ place: chains[0], otherPlaces: [chains[1]], environment, chain });
});
afterAll(async () => {
  await server.stop();
  await Promise.all(chains.map(({ stop }) => stop()));
});

const usdcOn = (index: 0 | 1): string => `eip155:${NUMBERS[index]}/erc20:${chains[index].deployment.usdc}`;
const placeOf = (index: 0 | 1) => ({ ...chains[index], client: testClient(chains[index].rpcUrl) });
const sendOn = (index: 0 | 1, address: `0x${string}`, amount: bigint) => sendTo(placeOf(index), address, amount);

/** A payment of another partner, so that its destination has no other money. */
async function opened() {
  const own = (await server.asNewOwner()).at(server.baseUrl);
  const paymentId = await createPayment(own, { expiresAt: Math.floor(Date.now() / 1_000) + LIFETIME_S });
  const received = (index: 0 | 1) => balanceOn(index, own.destination);
  const listed = async () => {
    const { body } = await own.call<{ data: WireException[] }>({ path: `/v1/exceptions?paymentId=${paymentId}` });
    return body.data;
  };
  const exceptions = async () =>
    (await listed()).map(({ kind, amount }) => [kind, amount.unit, amount.value]).toSorted();
  const recoveredOn = async () => (await listed()).map(({ recovery }) => recovery?.networkId);
  return { own, paymentId, received, exceptions, recoveredOn };
}

interface WireException {
  readonly kind: string;
  readonly amount: { readonly unit: string; readonly value: string };
  readonly recovery?: { readonly networkId: string };
}

/** Such a payment with its address on the first chain. */
async function asked() {
  const payment = await opened();
  const { address } = await askForAddress(payment.own, payment.paymentId, usdcOn(0));
  return { ...payment, address };
}

/** Passes on what lies on the address of these terms on the second chain, as anybody can. */
async function sweepAsStranger(terms: Terms): Promise<void> {
  const { client, rpcUrl } = placeOf(1);
  const account = privateKeyToAccount(generatePrivateKey());
  await client.setBalance({ address: account.address, value: parseEther("1") });
  const wallet = createWalletClient({ account, transport: http(rpcUrl) });
  const hash = await wallet.sendTransaction({ chain: null, to: terms.router, data: sweepData(terms) });
  expect((await client.waitForTransactionReceipt({ hash })).status).toBe("success");
}

const balanceOn = (index: 0 | 1, account: `0x${string}`, token = chains[index].deployment.usdc) =>
  placeOf(index).client.readContract({
    address: token,
    abi: erc20Abi,
    functionName: "balanceOf",
    args: [account],
  });

const allDone = () =>
  expect
    .poll(() => server.sql("select from deposits where not is_judged union all select from unrecovered"), WITHIN)
    .toEqual([]);

test("another token on the wrong chain goes to the merchant there at once, and the payment can still be paid", async () => {
  const { own, paymentId, address, received, exceptions } = await asked();
  const { eurc } = chains[1].deployment;
  await sendTo(placeOf(1), address, AMOUNT, eurc);
  await expect.poll(() => balanceOn(1, own.destination, eurc), WITHIN).toBe(AMOUNT);
  await expect
    .poll(exceptions, WITHIN)
    .toEqual([["foreign_token", `caip19/eip155:${NUMBERS[1]}/erc20:${eurc}`, String(AMOUNT)]]);
  await sendOn(0, address, AMOUNT);
  expect((await untilFinal(own, paymentId)).status).toBe("succeeded");
  expect(await received(0)).toBe(AMOUNT - FEE);
  await allDone();
  expect(await exceptions()).toHaveLength(1);
});

describe("the same token on the wrong chain", () => {
  const foreign = () => [["foreign_token", `caip19/${usdcOn(1)}`, String(AMOUNT)]];

  test("goes to the merchant there once the payment has ended", async () => {
    const { address, received, exceptions, recoveredOn } = await asked();
    await sendOn(1, address, AMOUNT);
    await expect.poll(() => received(1), WITHIN).toBe(AMOUNT - FEE);
    await expect.poll(exceptions, WITHIN).toEqual(foreign());
    await allDone();
    expect(await recoveredOn()).toEqual([String(NUMBERS[1])]);
    expect(await differences(server)).toEqual([]);
  });

  test("can be swept by anybody, and the payment can still be paid", async () => {
    const { own, paymentId, received, exceptions, recoveredOn } = await opened();
    const deadlineS = Math.floor(Date.now() / 1_000) + LIFETIME_S;
    const { address, terms } = await giveAddress(own, paymentId, { destination: own.destination, deadlineS });
    await sendOn(1, address, AMOUNT);
    await sweepAsStranger(terms);
    expect(await received(1)).toBe(AMOUNT - FEE);
    await sendOn(0, address, AMOUNT);
    expect((await untilFinal(own, paymentId)).status).toBe("succeeded");
    expect(await received(0)).toBe(AMOUNT - FEE);
    await expect.poll(exceptions, WITHIN).toEqual(foreign());
    await allDone();
    expect(await recoveredOn()).toEqual([String(NUMBERS[1])]);
  });
});
