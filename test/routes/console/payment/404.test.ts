import { expect, test } from "vitest";
import { signIn } from "../../../harness/server/console.ts";
import { givenPayment } from "../../given.ts";
import { sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();

test("another partner's payment, and one that does not exist", async () => {
  const other = await server().newOwner();
  const session = await signIn(server(), other.apiKey);
  for (const id of [await givenPayment(server()), "pay_never"]) {
    const { status, body } = await session.call<{ code: string }>({ path: `/payments/${id}` });
    expect([status, body.code], id).toEqual([404, "payment_not_found"]);
  }
});
