// The list of refunds as a CSV file.
import { expect, test } from "vitest";
import { asPartner } from "../../../harness/server/as-partner.ts";
import { signIn } from "../../../harness/server/console.ts";
import { newUser } from "../../../harness/server/users.ts";
import { givenRefund } from "../../refunds/given-refunds.ts";
import { sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();

const HEAD =
  "refund_id,payment_id,reference_id,merchant_id,status,failure,created_at_utc,last_updated_at_utc," +
  "currency,amount,token_symbol,token_asset,token_amount,to,reason,requested_by,requester_name,transaction,network,rate";

test("one line per refund, newest first, with the list's filters, as a download", async () => {
  const first = await givenRefund(server(), { reason: '=1+1,"x"', amount: { unit: "iso4217/USD", value: "25" } });
  const second = await givenRefund(server());
  await givenRefund(asPartner(server(), await server().newOwner()));
  await server().call({ path: `/v1/refunds/${first.refundId}/cancel`, body: {} });
  const session = await signIn(server(), server().readKey);
  const { status, headers, body } = await session.call<string>({ path: "/refunds.csv" });
  expect(status).toBe(200);
  expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(headers.get("content-disposition")).toMatch(/^attachment; filename="refunds-\d{4}-\d\d-\d\d\.csv"$/);
  const [head, ...lines] = body.split("\r\n");
  expect(head).toBe(HEAD);
  const { merchantId, caip2, deployment, apiKey } = server();
  const at = "\\d{4}-\\d\\d-\\d\\d [\\d:]{8}";
  const token = `USDC,${caip2}/erc20:${deployment.usdc}`;
  const by = `server,${apiKey.slice(0, 15)},`;
  expect(lines).toEqual([
    expect.stringMatching(
      `^${second.refundId},${second.paymentId},order-1,${merchantId},requires_action,,${at},${at},` +
        `USD,1\\.00,${token},1,${second.to},Returned,${by},Local chain,1$`,
    ),
    expect.stringMatching(
      `^${first.refundId},${first.paymentId},order-1,${merchantId},cancelled,,${at},${at},` +
        `USD,0\\.25,${token},0\\.25,${first.to},"'=1\\+1,""x""",${by},Local chain,1$`,
    ),
    "",
  ]);
  const cancelled = await session.call<string>({ path: "/refunds.csv?status=cancelled&locale=de" });
  expect(cancelled.body.split("\r\n")).toEqual([
    HEAD.replaceAll(",", ";"),
    expect.stringContaining(`;0,25;USDC;${caip2}/erc20:${deployment.usdc};0,25;`),
    "",
  ]);
  for (const query of [`paymentId=${second.paymentId}`, "status=requires_action", `startTs=${second.createdAt}`]) {
    const { body: one } = await session.call<string>({ path: `/refunds.csv?${query}` });
    expect(one.split("\r\n"), query).toEqual([HEAD, lines[0], ""]);
  }
});

test("a cashier may not export, a reader may", async () => {
  for (const [role, status] of [
    ["cashier", 403],
    ["reader", 200],
  ] as const) {
    const user = await newUser(server(), server().apiKey, { role });
    expect((await user.call({ path: "/refunds.csv" })).status).toBe(status);
  }
});
