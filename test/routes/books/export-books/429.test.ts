// A key may have two exports at a time: a file that is not read is held back, and holds no connection.
import { get, type IncomingMessage } from "node:http";
import { expect, test, vi } from "vitest";
import { givenPayment } from "../../given.ts";
import { serverForFile } from "../../setup.ts";

const server = serverForFile({ bendsBooks: "entries are added without payments' transfers" });

const MANY = 12_000;

/** Begins an export and does not read it. */
const begin = (apiKey: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const url = `${server().baseUrl}/v1/books?month=${new Date().toISOString().slice(0, 7)}&format=canonical`;
    get(url, { headers: { "api-key": apiKey }, agent: false }, (answer) => resolve(answer.pause())).on("error", reject);
  });

test("the third at a time is refused, and another key's is not; ending one lets the next one begin", async () => {
  const paymentId = await givenPayment(server());
  await server().sql(
    `insert into payment_events (payment_id, partner_id, type, status)
     select $1, $2, 'paid', 'succeeded' from generate_series(1, ${MANY})`,
    [paymentId, server().partnerId],
  );
  const { apiKey, readKey } = server();
  const held = [await begin(apiKey), await begin(apiKey)];
  expect(held.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  const third = await begin(apiKey);
  expect([third.statusCode, third.headers["retry-after"]]).toEqual([429, "5"]);
  const others = await begin(readKey);
  expect(others.statusCode).toBe(200);
  for (const answer of [...held, others]) answer.destroy();
  await vi.waitFor(async () => {
    const next = await begin(apiKey);
    next.destroy();
    expect(next.statusCode).toBe(200);
  }, 20_000);
});
