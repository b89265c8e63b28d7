// The payment list as a CSV file.
import { expect, test } from "vitest";
import { asPartner } from "../../../harness/server/as-partner.ts";
import { signIn } from "../../../harness/server/console.ts";
import { givenPayment, givenSucceededPayment } from "../../given.ts";
import { sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();

const HEAD =
  "payment_id,reference_id,merchant_id,merchant_name,status," +
  "created_at_utc,last_updated_at_utc,settled_at_utc,refunded_at_utc," +
  "currency,amount," +
  "token_symbol,token_asset,token_amount,token_fee,token_settled,buyer,wallet,transaction,refund_transaction," +
  "refunded,token_refunded,network,rate";

test("one line per payment, with the list's filters and order, as a download", async () => {
  const paid = await givenSucceededPayment(server());
  const evil = await givenPayment(server(), {
    referenceId: '=1+1,"x"',
    amount: { unit: "iso4217/JPY", value: "7" },
  });
  await givenPayment(asPartner(server(), await server().newOwner()));
  const session = await signIn(server(), server().readKey);
  const { status, headers, body } = await session.call<string>({ path: "/payments.csv?sortBy=date&sortDir=asc" });
  expect(status).toBe(200);
  expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(headers.get("content-disposition")).toMatch(/^attachment; filename="payments-\d{4}-\d\d-\d\d\.csv"$/);
  expect(headers.get("cache-control")).toBe("no-store");
  const [head, first, second, end, ...more] = body.split("\r\n");
  expect([head, end, more]).toEqual([HEAD, "", []]);
  const at = "\\d{4}-\\d\\d-\\d\\d [\\d:]{8}";
  const { merchantId, caip2, deployment } = server();
  expect(first).toMatch(
    new RegExp(
      `^${paid},order-1,${merchantId},Test shop,succeeded,${at},${at},${at},,` +
        `USD,1\\.00,USDC,${caip2}/erc20:${deployment.usdc},` +
        `1,0\\.004,0\\.996,${caip2}:0x[0-9a-fA-F]{40},(Test wallet)?,0x[0-9a-f]{64},,,,Local chain,1$`,
    ),
  );
  expect(second).toMatch(
    new RegExp(`^${evil},"'=1\\+1,""x""",${merchantId},Test shop,requires_action,${at},${at},,,JPY,7,,,,,,,,,,,,,$`),
  );
  const succeeded = await session.call<string>({ path: "/payments.csv?status=succeeded" });
  expect(succeeded.body.split("\r\n")).toEqual([HEAD, first, ""]);
  const none = await session.call<string>({ path: "/payments.csv?merchantId=mrch_unknown" });
  expect(none.body).toBe(`${HEAD}\r\n`);
});
