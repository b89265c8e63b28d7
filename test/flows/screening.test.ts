// Screening by a list file and an on-chain oracle on a running server: refused accounts cannot pay, clean ones can, and
// no account can while a source is down.
import pino from "pino";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { refusedList } from "../harness/chain/refused-list.ts";
import { putSanctionsList, type SanctionsList } from "../harness/chain/sanctions-list.ts";
import { asWallet, confirm, createPayment, signPayment, untilFinal } from "../harness/chain/wallet.ts";
import { type Buyer, startServer, type TestServer } from "../harness/server/server.ts";

const list = refusedList();
const logged: string[] = [];
let oracle: SanctionsList;
let server: TestServer;
beforeAll(async () => {
  oracle = await putSanctionsList(inject("sharedChain").rpcUrl);
  server = await startServer({
    environment: { SCREENING: `${list.source},oracle:eip155:31337/${oracle.address}` },
    log: pino({ level: "trace" }, { write: (line: string) => void logged.push(line) }),
  });
});
afterAll(() => server.stop());
beforeEach(() => list.refuse());

const optionsFor = (paymentId: string, buyer: Buyer) =>
  server.call<{ options: readonly object[]; code: string; message: string }>({
    path: `/v1/gateway/payment/${paymentId}/options`,
    headers: asWallet(server),
    body: { accounts: [buyer.account] },
  });

async function expectPaid(buyer: Buyer): Promise<void> {
  const { body } = await confirm(server, await signPayment(server, await createPayment(server), buyer), 30_000);
  expect(body.status).toBe("succeeded");
}

test.each([
  ["the list file", async ({ address }: Buyer) => list.refuse(address)],
  ["the oracle", ({ address }: Buyer) => oracle.set(address, true)],
])("an account newly refused by %s is offered nothing, and its signed payment is refused", async (_, refuse) => {
  const buyer = await server.newBuyer();
  await expectPaid(buyer);
  const before = await server.balance(server.deployment.usdc, buyer.address);
  const signed = await signPayment(server, await createPayment(server), buyer);
  await refuse(buyer);
  const offered = await optionsFor(await createPayment(server), buyer);
  expect([offered.status, offered.body.code, offered.body.message]).toEqual([
    451,
    "sanctioned_user",
    "This account cannot be used",
  ]);
  expect((await confirm(server, signed)).status).toBe(451);
  expect(await untilFinal(server, signed.paymentId)).toMatchObject({
    status: "failed",
    failureCode: "declined_user",
  });
  expect(await server.balance(server.deployment.usdc, buyer.address)).toBe(before);
  await expectPaid(await server.newBuyer());
});

test.each([
  ["the list file cannot be read", () => list.spoil(), () => list.refuse()],
  ["the oracle does not respond", () => oracle.setSilent(true), () => oracle.setSilent(false)],
])(
  "while %s, no options are offered, no confirm is accepted and nothing is written; a repeat succeeds later",
  async (_, fail, restore) => {
    const buyer = await server.newBuyer();
    const paymentId = await createPayment(server);
    const signed = await signPayment(server, paymentId, buyer);
    await fail();
    for (const answer of [await optionsFor(paymentId, buyer), await confirm(server, signed)]) {
      expect(answer).toMatchObject({ status: 503, body: { code: "internal_error" } });
      expect(answer.headers.get("retry-after")).toBe("1");
    }
    expect(await server.sql("select from payment_events where payment_id = $1", [paymentId])).toHaveLength(1);
    await restore();
    expect((await confirm(server, signed, 30_000)).body.status).toBe("succeeded");
  },
);

test("no log line names a refused account or the reason", async () => {
  const buyer = await server.newBuyer();
  const signed = await signPayment(server, await createPayment(server), buyer);
  list.refuse(buyer.address);
  await confirm(server, signed);
  await optionsFor(await createPayment(server), buyer);
  expect(logged.length).toBeGreaterThan(0);
  expect(logged.filter((line) => line.toLowerCase().includes(buyer.address.slice(2).toLowerCase()))).toEqual([]);
});
