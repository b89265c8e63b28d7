import { expect, test } from "vitest";
import { givenPaid, refund, type ShownRefund } from "../../refunds/given-refunds.ts";
import { fieldsOf, serverForFile } from "../../setup.ts";
import { givenException, givenSent, resolve } from "../list-exceptions/exceptions.ts";

const server = serverForFile({ bendsBooks: "the exceptions are written, not made by a chain" });

test.each([
  ["no note", {}, "note"],
  ["an empty note", { note: "" }, "note"],
  ["a note of 501 characters", { note: "x".repeat(501) }, "note"],
  ["a note with a control character", { note: "a\u0007b" }, "note"],
  ["another field", { note: "x", status: "resolved" }, "status"],
])("%s", async (_, body, field) => {
  const { id } = await givenException(server());
  const answer = await server().call({ path: `/v1/exceptions/${id}/resolve`, body });
  expect([answer.status, answer.body.code, fieldsOf(answer.body)]).toEqual([400, "params_validation", [field]]);
});

test("resolved with another note, or by the chain", async () => {
  const { id } = await givenException(server());
  await resolve(server(), id, "First");
  const byChain = await givenException(server());
  await server().sql("update exceptions set resolved_at = now(), resolution = 'chain' where id = $1", [byChain.id]);
  for (const each of [id, byChain.id]) {
    const { status, body } = await resolve(server(), each, "Second");
    expect([status, body.code]).toEqual([400, "invalid_state"]);
  }
});

test("while its refund is under way, which would be held for ever; once that is cancelled, it can be resolved", async () => {
  const { paymentId } = await givenPaid(server());
  const { id } = await givenSent(server(), "duplicate", paymentId);
  const { body } = await refund(server(), { paymentId, exceptionId: id });
  const refused = await resolve(server(), id, "Handled");
  expect([refused.status, refused.body.code]).toEqual([400, "invalid_state"]);
  expect(refused.body.message).toContain("A refund of it is under way");
  const { refundId } = body as unknown as ShownRefund;
  await server().call({ path: `/v1/refunds/${refundId}/cancel`, body: {} });
  expect((await resolve(server(), id, "Handled")).status).toBe(200);
});
