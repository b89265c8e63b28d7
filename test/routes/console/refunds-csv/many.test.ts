// Several pages of refunds, and more of them than a file may have.
import { expect, test } from "vitest";
import { signIn } from "../../../harness/server/console.ts";
import { fieldsOf, serverForFile, type WireBody } from "../../setup.ts";

const server = serverForFile({
  role: "api",
  bendsBooks: "its refunds are written by SQL, without payments",
});

const given = (from: number, to: number) =>
  server().sql(
    `insert into refunds (id, partner_id, merchant_id, payment_id, gateway_payment_id, status, asset, amount, currency,
                          fiat, requester, created_at, expires_at)
     select 'rfd_' || n, $1, $2, 'pay_' || n, 'pay_g' || n, 'cancelled', $3, 1, 'USD', 1, 'server',
            now() - interval '1 day' - n * interval '1 ms', now()
       from generate_series($4::int, $5::int) n`,
    [server().partnerId, server().merchantId, `${server().caip2}/erc20:${server().deployment.usdc}`, from, to],
  );

test("every refund of several pages, each once and in order, and an error above 100 000", async () => {
  await given(1, 1_234);
  const session = await signIn(server());
  const { body } = await session.call<string>({ path: "/refunds.csv" });
  const ids = body
    .trimEnd()
    .split("\r\n")
    .slice(1)
    .map((line) => line.split(",")[0]);
  expect(ids).toEqual(Array.from({ length: 1_234 }, (_, n) => `rfd_${n + 1}`));
  await given(1_235, 100_001);
  const tooMany = await session.call<WireBody>({ path: "/refunds.csv" });
  expect([tooMany.status, fieldsOf(tooMany.body)]).toEqual([400, ["startTs"]]);
  expect(tooMany.headers.get("content-disposition")).toBeNull();
  expect((await session.call({ path: "/refunds.csv?paymentId=pay_1" })).status).toBe(200);
});
