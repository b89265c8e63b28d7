// The change feed reports each change once to every waiting reader.
import { expect, test } from "vitest";
import type { Changed } from "../../../../src/contract/console/records.ts";
import { asPartner } from "../../../harness/server/as-partner.ts";
import { type SignedIn, signIn } from "../../../harness/server/console.ts";
import { givenPayment, givenSucceededPayment } from "../../given.ts";
import { serverForFile } from "../../setup.ts";

const server = serverForFile();

const changesSince = async (session: SignedIn, after: string | null, maxPollMs = 0): Promise<Changed> => {
  const query = after === null ? "" : `?after=${after}&maxPollMs=${maxPollMs}`;
  const { status, body } = await session.call<Changed>({ path: `/changes${query}` });
  expect(status).toBe(200);
  return body;
};

test("the first response returns at once, with only a cursor", async () => {
  await givenPayment(server());
  const session = await signIn(server(), server().readKey);
  expect(await changesSince(session, null, 30_000)).toEqual({
    cursor: expect.any(String),
    paymentIds: [],
    isComplete: true,
  });
});

test("without a wait: payments created and changed since the cursor, then none", async () => {
  const session = await signIn(server());
  const { cursor } = await changesSince(session, null);
  const made = await givenPayment(server());
  const paid = await givenSucceededPayment(server());
  const changes = await changesSince(session, cursor);
  expect([...changes.paymentIds].sort()).toEqual([made, paid].sort());
  expect((await changesSince(session, changes.cursor)).paymentIds).toEqual([]);
  // The cursor is the reader's: reading from the same one returns the same changes.
  expect((await changesSince(session, cursor)).paymentIds).toHaveLength(2);
});

test("holds the response until a payment is created or changes", async () => {
  const session = await signIn(server());
  const { cursor } = await changesSince(session, null);
  const held = changesSince(session, cursor, 60_000);
  const paymentId = await givenPayment(server());
  const made = await held;
  expect(made.paymentIds).toEqual([paymentId]);
  const heldAgain = changesSince(session, made.cursor, 60_000);
  await session.call({ path: `/v1/payments/${paymentId}/cancel`, body: {} });
  expect((await heldAgain).paymentIds).toEqual([paymentId]);
});

test("another partner's payments wake no reader", async () => {
  const session = await signIn(server());
  const other = asPartner(server(), await server().newOwner());
  const { cursor } = await changesSince(session, null);
  const held = changesSince(session, cursor, 60_000);
  await givenPayment(other);
  const own = await givenPayment(server());
  const { paymentIds, cursor: next } = await held;
  expect(paymentIds).toEqual([own]);
  expect((await changesSince(session, next)).paymentIds).toEqual([]);
});

test("without a change, responds with an empty list when the wait is over", async () => {
  const session = await signIn(server());
  const { cursor } = await changesSince(session, null);
  expect(await changesSince(session, cursor, 50)).toMatchObject({ paymentIds: [], isComplete: true });
});

test("polling does not extend the session", async () => {
  const session = await signIn(server());
  await server().sql("update console_sessions set used_at = now() - interval '20 minutes'");
  const before = await server().sql("select used_at from console_sessions order by hash");
  await changesSince(session, null);
  expect(await server().sql("select used_at from console_sessions order by hash")).toEqual(before);
});
