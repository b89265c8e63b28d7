// A session has the permissions of its key.
import { expect, test } from "vitest";
import { signIn } from "../../../harness/server/console.ts";
import { givenPayment } from "../../given.ts";
import { sharedServerForFile, type WireBody } from "../../setup.ts";

const server = sharedServerForFile();

test("a read session changes nothing, even with the partner's key beside it", async () => {
  const paymentId = await givenPayment(server());
  const session = await signIn(server(), server().readKey);
  for (const headers of [{}, { "api-key": server().apiKey }]) {
    const cancel = await session.call<WireBody>({ path: `/v1/payments/${paymentId}/cancel`, headers, body: {} });
    expect([cancel.status, cancel.body.code]).toEqual([403, "forbidden"]);
    const settlement = await session.call<WireBody>({
      path: `/v1/merchants/${server().merchantId}/settlements/crypto/crypto_x`,
      method: "DELETE",
      headers,
    });
    expect([settlement.status, settlement.body.code]).toEqual([403, "forbidden"]);
  }
});
