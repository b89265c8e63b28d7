// A transfer by quoted terms whose quote or confirm is not stored still pays its payment, if it is in time, goes to an
// account of the merchant, has the required buyer data, and comes from an account that passes screening.
import { zeroAddress } from "viem";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Screening } from "../../../src/operations/gateway/screen-accounts.ts";
import type { Option } from "../../../src/payment/option.ts";
import { startServer, type TestServer } from "../../harness/server/server.ts";
import { advancing, block, paidIn } from "../following/made-up-chain.ts";
import { CHAIN, forgetPayments, openPayment, someAddress } from "../relaying/queued.ts";

const ASSET = `${CHAIN}/erc20:${someAddress("token")}`;
const BLOCK = block(2_000);

let server: TestServer;
let payers: Screening;
beforeAll(async () => {
  server = await startServer({ role: null, bendsBooks: "its chain is made up" });
});
beforeEach(async () => {
  await forgetPayments(server);
  await server.sql("delete from buyer_data_rules");
  await server.sql("delete from crypto_settlements where asset = $1", [ASSET]);
  await settle(server.destination);
  payers = { refused: async () => new Set() };
});
afterAll(() => server.stop());

const owner = () => ({
  partnerId: server.partnerId,
  merchantId: server.merchantId,
  actor: "operator",
  via: "cli" as const,
});
const settle = (address: string) =>
  server.store.settlements.insert(owner(), [
    { id: `crypto_${Date.now()}`, asset: ASSET, destination: `${CHAIN}:${address}` },
  ]);

/** Replaces the destination `beforeS` seconds before the block, by the chain's clock. */
async function replaceDestination(beforeS: number): Promise<void> {
  const [row] = await server.sql<{ id: string }>("select id from crypto_settlements where asset = $1", [ASSET]);
  await server.store.settlements.change(owner(), row?.id ?? "", `${CHAIN}:${someAddress("new")}`);
  const replacedAtS = BLOCK.timeS - beforeS;
  await server.sql(
    `set local session_replication_role = replica;
     update audit_log set created_at = to_timestamp(${replacedAtS}) where action = 'settlement_changed'`,
  );
}

/** An open payment of 10 USD that expires `afterS` seconds after the block, with an option that is not stored. */
async function quoted(afterS = 100): Promise<Option> {
  const expiresAtS = BLOCK.timeS + afterS;
  const option = await openPayment(server, { feeReceiver: zeroAddress, deadlineS: expiresAtS + 120 });
  await server.sql("update payments set expires_at = to_timestamp($2) where id = $1", [option.paymentId, expiresAtS]);
  return option;
}

const ingest = (option: Option) =>
  advancing(() => server, undefined, { screening: payers })(null, [BLOCK], [paidIn(BLOCK, option, 0)]);

/** Ingests a transfer again, as rebuild does with blocks that were passed before. */
const ingestAgain = (option: Option) =>
  advancing(() => server, undefined, { screening: payers })(BLOCK, [], [paidIn(BLOCK, option, 0)]);

const statusOf = async ({ paymentId }: Option) => (await server.store.payments.findForBuyer(paymentId))?.status;

test("pays, with the confirmation that was lost", async () => {
  const option = await quoted();
  await ingest(option);
  expect(await server.store.payments.findForBuyer(option.paymentId)).toMatchObject({
    status: "succeeded",
    confirmation: { option: { ...option, method: "erc20", merchantName: "Test shop" }, resultsDigest: null },
    credit: { settled: true },
  });
});

test.each<[string, () => Promise<Option>]>([
  ["in a block at the expiry", () => quoted(0)],
  ["to a destination replaced long before", () => replaceDestination(121).then(() => quoted())],
  ["from an account that screening refuses", () => refusing().then(() => quoted())],
])("does not pay %s", async (_, given) => {
  const option = await given();
  await ingest(option);
  expect(await statusOf(option)).toBe("requires_action");
});

async function refusing(): Promise<void> {
  payers = { refused: async (accounts) => new Set(accounts.map(({ text }) => text)) };
}

test("pays to a destination replaced just before", async () => {
  await replaceDestination(119);
  const option = await quoted();
  await ingest(option);
  expect(await statusOf(option)).toBe("succeeded");
});

test("pays once screening responds again and the block is searched again", async () => {
  const option = await quoted();
  payers = { refused: () => Promise.reject(new Error("no connection")) };
  await ingest(option);
  expect(await statusOf(option)).toBe("requires_action");
  payers = { refused: async () => new Set() };
  await ingestAgain(option);
  expect(await statusOf(option)).toBe("succeeded");
});

test("waits for the buyer data that the partner requires", async () => {
  const rules = { from: new Map([["USD", 1n]]), chains: [], assets: [], termsUrl: null };
  await server.store.buyerDataRules.set(server.partnerId, rules);
  const option = await quoted();
  await ingest(option);
  expect(await statusOf(option)).toBe("requires_action");
  await server.sql(
    `insert into buyer_data (payment_id, partner_id, account, field, key_id, content)
     values ($1, $2, $3, 'fullName', 'k', '')`,
    [option.paymentId, server.partnerId, `${CHAIN}:${option.terms.payer}`],
  );
  await advancing(() => server)(BLOCK, [block(2_001)]);
  expect(await statusOf(option)).toBe("succeeded");
});
