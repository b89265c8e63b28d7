// Who may not send back the money of an exception.
import { expect, test } from "vitest";
import type { PairingCreated } from "../../../../src/contract/console/tills.ts";
import { consoleCall, cookieOf, signIn } from "../../../harness/server/console.ts";
import { givenSent } from "../../payments/list-exceptions/exceptions.ts";
import { createKeyFor, rowsOf, sharedServerForFile, type WireBody } from "../../setup.ts";
import { givenPaid, refund } from "../given-refunds.ts";

const server = sharedServerForFile();

test("a key that only reads, and a till", async () => {
  const { paymentId } = await givenPaid(server());
  const { id } = await givenSent(server(), "duplicate", paymentId);
  const refunds = await rowsOf(server(), "refunds");
  const asReader = { "api-key": await createKeyFor(server(), "read") };
  const { status, body } = await refund(server(), { paymentId, exceptionId: id }, asReader);
  expect([status, body.code]).toEqual([403, "forbidden"]);

  const owner = await signIn(server());
  const { body: pairing } = await owner.call<PairingCreated>({
    path: "/tills",
    headers: { "api-key": server().apiKey },
    body: { name: "Counter", merchantId: server().merchantId },
  });
  const cookie = cookieOf(await consoleCall(server(), { path: "/pair", body: { code: pairing.code } }));
  const byTill = await consoleCall<WireBody>(server(), {
    path: "/v1/refunds",
    headers: { cookie },
    body: { paymentId, exceptionId: id },
  });
  expect([byTill.status, byTill.body.message]).toEqual([403, "A till may not send back the money of an exception"]);
  expect(await rowsOf(server(), "refunds")).toBe(refunds);
});
