// A statement reads a whole month, so a person has two at a time, as a key has two exports.
import { expect, test } from "vitest";
import { signIn } from "../../harness/server/console.ts";
import { givenPayment } from "../given.ts";
import { serverForFile } from "../setup.ts";
import { monthAgo } from "./months.ts";

const server = serverForFile({ bendsBooks: "entries are added without payments' transfers" });

const MANY = 10_000;

test("of five at once, three are refused; later ones are not", async () => {
  const { merchantId, partnerId, readKey } = server();
  const paymentId = await givenPayment(server());
  await server().sql(
    `insert into payment_events (payment_id, partner_id, type, status)
     select $1, $2, 'paid', 'succeeded' from generate_series(1, ${MANY})`,
    [paymentId, partnerId],
  );
  const [one, other] = [await signIn(server()), await signIn(server(), readKey)];
  const statement = ({ call }: typeof one) =>
    call({ path: `/books/statement?month=${monthAgo(0)}&merchantId=${merchantId}` });
  const [ofOther, ...ofOne] = await Promise.all([statement(other), ...Array.from({ length: 5 }, () => statement(one))]);
  expect(ofOther?.status).toBe(200);
  expect(ofOne.map(({ status }) => status).toSorted()).toEqual([200, 200, 429, 429, 429]);
  expect((await statement(one)).status).toBe(200);
});
