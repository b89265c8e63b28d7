import { expect, test } from "vitest";
import { givenPastExpiry, givenPayment } from "../../given.ts";
import { sharedServerForFile } from "../../setup.ts";
import { askAsBuyer, askAsPartner, writtenIn } from "../given.ts";

const server = sharedServerForFile("api");

test("a payment whose time is over, also for a known address", async () => {
  const known = await givenPayment(server());
  expect((await askAsBuyer(server(), known)).status).toBe(200);
  await server().sql("update payments set expires_at = now() - interval '1 minute' where id = $1", [known]);
  for (const paymentId of [known, await givenPastExpiry(server())]) {
    const before = await writtenIn(server());
    for (const { status, body } of [await askAsBuyer(server(), paymentId), await askAsPartner(server(), paymentId)])
      expect([status, body.code]).toEqual([410, "payment_expired"]);
    expect(await writtenIn(server())).toEqual(before);
  }
});
