import { expect, test } from "vitest";
import { createKeyFor, serverForFile } from "../../setup.ts";
import { givenException, list, resolve } from "../list-exceptions/exceptions.ts";

const server = serverForFile();

test("it says by whom, when and with which note; the audit log and an event do too; its payment stays as it is", async () => {
  const { id, paymentId } = await givenException(server());
  const { status, body } = await resolve(server(), id, "Sent back on Monday");
  const resolution = {
    type: "note",
    note: "Sent back on Monday",
    by: { type: "server", id: expect.stringMatching(/^key_/) },
  };
  const resolved = { id, paymentId, status: "resolved", resolvedAt: expect.any(String), resolution };
  expect([status, body]).toEqual([200, expect.objectContaining(resolved)]);
  expect((await list(server(), `?paymentId=${paymentId}`)).body.data).toEqual([expect.objectContaining(resolved)]);
  expect(
    await server().sql("select action, subject_type, after, merchant_id from audit_log where subject_id = $1", [id]),
  ).toEqual([
    {
      action: "exception_resolved",
      subject_type: "exception",
      after: { note: "Sent back on Monday", paymentId },
      merchant_id: server().merchantId,
    },
  ]);
  const events = await server().call<{ data: { data: object }[] }>({
    path: `/v1/events?paymentId=${paymentId}&type=exception.resolved`,
  });
  expect(events.body.data.map(({ data }) => data)).toEqual([{ exception: expect.objectContaining(resolved) }]);
  const shown = await server().call({ path: `/v1/payments/${paymentId}` });
  expect(shown.body.status).toBe("requires_action");
});

test("the name of the key", async () => {
  const { id } = await givenException(server());
  const apiKey = await createKeyFor(server(), "partner");
  await server().sql("update api_keys set label = 'Back office' where prefix = left($1, length(prefix))", [apiKey]);
  const { body } = await resolve(server(), id, "x", { "api-key": apiKey });
  expect(body.resolution?.by).toMatchObject({ type: "server", name: "Back office" });
});

test("a repeat with the same note gets the same response, and writes nothing", async () => {
  const { id, paymentId } = await givenException(server());
  const first = await resolve(server(), id, "Kept");
  const again = await resolve(server(), id, "Kept", { "idempotency-key": "again" });
  expect([again.status, again.body]).toEqual([200, first.body]);
  expect(await server().sql("select from audit_log where subject_id = $1", [id])).toHaveLength(1);
  expect(
    await server().sql("select from payment_events where payment_id = $1 and type = 'resolved'", [paymentId]),
  ).toHaveLength(1);
});

test("several at once resolve it once", async () => {
  const { id } = await givenException(server());
  const answers = await Promise.all(["a", "b", "c"].map((note) => resolve(server(), id, note)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  expect(await server().sql("select from audit_log where subject_id = $1", [id])).toHaveLength(1);
});
