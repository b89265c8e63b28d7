import { expect, test } from "vitest";
import { refusedList } from "../../../harness/chain/refused-list.ts";
import { gateway, givenPayment } from "../../given.ts";
import { serverForFile } from "../../setup.ts";

const list = refusedList();
const server = serverForFile({ environment: { SCREENING: list.source } });

test("an account refused since it got its options gets nothing to sign", async () => {
  const buyer = await server().newBuyer();
  const paymentId = await givenPayment(server());
  const [option] = (await gateway(server(), paymentId, "/options", { body: { accounts: [buyer.account] } })).body
    .options;
  const body = { optionId: option?.id, data: "" };
  expect((await gateway(server(), paymentId, "/fetch", { body })).status).toBe(200);
  list.refuse(buyer.address);
  const refused = await gateway(server(), paymentId, "/fetch", { body });
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    451,
    "sanctioned_user",
    "This account cannot be used",
  ]);
  expect((await gateway(server(), paymentId, "/status")).body.status).toBe("requires_action");
});
