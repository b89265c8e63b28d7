import { expect, test } from "vitest";
import { givenPayment } from "../../given.ts";
import { createKeyFor, sharedServerForFile } from "../../setup.ts";
import { askAsPartner, usdcOf, writtenIn } from "../given.ts";

const server = sharedServerForFile("api");

test.each(["read", "wallet", "charges"] as const)("a key of the role %s", async (role) => {
  const paymentId = await givenPayment(server());
  const before = await writtenIn(server());
  const headers = { "api-key": await createKeyFor(server(), role) };
  const { status, body } = await askAsPartner(server(), paymentId, usdcOf(server()), headers);
  expect([status, body.code]).toEqual([403, "forbidden"]);
  expect(await writtenIn(server())).toEqual(before);
});
