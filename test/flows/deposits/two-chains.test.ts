// Two chains with the same router: other money on the wrong one.
import { erc20Abi } from "viem";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { askForAddress, sendTo } from "../../harness/chain/deposits.ts";
import { type OwnChain, startOwnChain } from "../../harness/chain/own-chain.ts";
import { createPayment, untilFinal } from "../../harness/chain/wallet.ts";
import { startServer, type TestServer, testClient } from "../../harness/server/server.ts";

/** An idle chain is looked at once a minute. */
const WITHIN = { timeout: 150_000 };
vi.setConfig({ testTimeout: 500_000 });

const NUMBERS = [31_411, 31_412] as const;
/** Enough to ask for two addresses and to send to them on a busy machine. */
const LIFETIME_S = 40;
const AMOUNT = 10_000_000n;
const FEE = 40_000n;

let chains: readonly [OwnChain, OwnChain];
let server: TestServer;
beforeAll(async () => {
  chains = [await startOwnChain(NUMBERS[0]), await startOwnChain(NUMBERS[1])];
  const environment = { DEPOSIT_LIFETIME_S: "20" };
  server = await startServer({ place: chains[0], otherPlaces: [chains[1]], environment });
});
afterAll(async () => {
  await server.stop();
  await Promise.all(chains.map(({ stop }) => stop()));
});

const usdcOn = (index: 0 | 1): string => `eip155:${NUMBERS[index]}/erc20:${chains[index].deployment.usdc}`;
const placeOf = (index: 0 | 1) => ({ ...chains[index], client: testClient(chains[index].rpcUrl) });
const sendOn = (index: 0 | 1, address: `0x${string}`, amount: bigint) => sendTo(placeOf(index), address, amount);

/** A payment of another partner, so that its destination has no other money, and its addresses on these chains. */
async function asked(...on: readonly (0 | 1)[]) {
  const own = (await server.asNewOwner()).at(server.baseUrl);
  const paymentId = await createPayment(own, { expiresAt: Math.floor(Date.now() / 1_000) + LIFETIME_S });
  const addresses = [];
  for (const index of on) addresses.push((await askForAddress(own, paymentId, usdcOn(index))).address);
  const received = (index: 0 | 1) => balanceOn(index, own.destination);
  const exceptions = async () => {
    const { body } = await own.call<{ data: { kind: string; amount: { unit: string; value: string } }[] }>({
      path: `/v1/exceptions?paymentId=${paymentId}`,
    });
    return body.data.map(({ kind, amount }) => [kind, amount.unit, amount.value]).toSorted();
  };
  return { own, paymentId, addresses: addresses as `0x${string}`[], received, exceptions };
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
  const { own, paymentId, addresses, received, exceptions } = await asked(0);
  const [address = "0x"] = addresses;
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
