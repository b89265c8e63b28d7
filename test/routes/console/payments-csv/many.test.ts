import { expect, test } from "vitest";
import { signIn } from "../../../harness/server/console.ts";
import { serverForFile } from "../../setup.ts";

const server = serverForFile({
  role: "api",
  bendsBooks: "its payments are written by SQL, without the keys of the chain",
});

test("every payment of several pages, each once and in order", async () => {
  await server().sql(
    `with made as (
       insert into payments (id, partner_id, merchant_id, reference_id, currency, amount, expires_at, payment_key)
       select 'pay_00many_' || lpad(n::text, 5, '0'), $1, $2, 'many ' || n, 'USD', 100, now() + interval '1 day',
              sha256(n::text::bytea)
         from generate_series(1, 1234) n returning id, partner_id, status
     ) insert into payment_events (payment_id, partner_id, type, status)
       select id, partner_id, 'created', status from made`,
    [server().partnerId, server().merchantId],
  );
  const session = await signIn(server());
  const { body } = await session.call<string>({ path: "/payments.csv?sortDir=asc" });
  const ids = body
    .trimEnd()
    .split("\r\n")
    .slice(1)
    .map((line) => line.split(",")[0]);
  expect(ids).toEqual(Array.from({ length: 1_234 }, (_, n) => `pay_00many_${String(n + 1).padStart(5, "0")}`));
});
