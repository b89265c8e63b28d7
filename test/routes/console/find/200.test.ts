// Finds a payment by its id, link, reference, transaction, buyer and amount.
import { expect, test } from "vitest";
import type { ConsolePayment } from "../../../../src/contract/console/payment.ts";
import type { Found } from "../../../../src/contract/console/records.ts";
import { signIn } from "../../../harness/server/console.ts";
import { expire, givenPayment, givenSucceededPayment } from "../../given.ts";
import { sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();

const find = async (text: string, query: Record<string, string> = {}, apiKey = server().readKey) => {
  const session = await signIn(server(), apiKey);
  const { status, body } = await session.call<Found>({ path: `/find?${new URLSearchParams({ ...query, text })}` });
  expect(status).toBe(200);
  return body;
};
const idsOf = ({ data }: Found): string[] => data.map(({ paymentId }) => paymentId);

test("a paid payment is found by everything that a buyer may quote", async () => {
  await givenPayment(server());
  const paymentId = await givenSucceededPayment(server(), {
    amount: { unit: "iso4217/USD", value: "1234" },
    referenceId: "Order_4711 (Zoë)",
  });
  const session = await signIn(server());
  const { body } = await session.call<ConsolePayment>({ path: `/payments/${paymentId}` });
  const account = body.buyer?.accountCaip10 ?? "";
  const quoted = [
    paymentId,
    `https://pay.example/${paymentId}`,
    "order_4711",
    "(zo",
    body.transaction?.hash ?? "",
    account,
    account.split(":").at(-1)?.toLowerCase() ?? "",
    account.split(":")[2]?.slice(0, 2 + 20) ?? "",
    (body.transaction?.hash ?? "").slice(0, 2 + 9),
    `${(body.transaction?.hash ?? "").slice(0, 2 + 4)}…${(body.transaction?.hash ?? "").slice(-4)}`,
    "12.34",
    "12,34 usd",
    "١٢٫٣٤",
  ];
  for (const text of quoted) expect(idsOf(await find(text)), text).toEqual([paymentId]);
  for (const text of ["12.34 EUR", "12.35", `0x${"0".repeat(64)}`, `0x${"0".repeat(40)}`, "0x000000", "pay_06"]) {
    expect(await find(text), text).toEqual({ data: [], nextCursor: null, omits: [] });
  }
  expect(idsOf(await find(paymentId, { status: "succeeded" }))).toEqual([paymentId]);
  expect(idsOf(await find(paymentId, { status: "failed" }))).toEqual([]);
});

test("a refund is found by its transaction", async () => {
  const paymentId = await givenSucceededPayment(server());
  const txHash = `0x${"ab".repeat(32)}`;
  await server().sql("insert into refund_transfers values ($2, $3, $4, 0, $1)", [
    paymentId,
    server().partnerId,
    server().caip2,
    Buffer.from(txHash.slice(2), "hex"),
  ]);
  expect(idsOf(await find(txHash))).toEqual([paymentId]);
});

test("another partner's payment is not found", async () => {
  const paymentId = await givenSucceededPayment(server());
  const other = await server().newOwner();
  expect(await find(paymentId, {}, other.apiKey)).toEqual({ data: [], nextCursor: null, omits: [] });
});

test("an overdue payment is expired before it is shown, and pages follow one another", async () => {
  const reference = { referenceId: "in three pages" };
  const late = await givenPayment(server(), reference);
  const others = [await givenPayment(server(), reference), await givenPayment(server(), reference)];
  await expire(server(), late);
  const seen: Found["data"] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page: Found = await find("in three", { limit: "1", ...(cursor && { cursor }) });
    seen.push(...page.data);
    cursor = page.nextCursor;
  }
  expect(seen.map(({ paymentId }) => paymentId)).toEqual([...others.toReversed(), late]);
  expect(seen.at(-1)?.status).toBe("expired");
});
