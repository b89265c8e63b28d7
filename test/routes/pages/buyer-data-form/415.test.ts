// Requests that are not a form submission: too large, of another type, or sent with another method.
import { expect, test } from "vitest";
import { ADA, askFrom, formOf, sendForm } from "../../../buyer-data/given.ts";
import { givenPayment } from "../../given.ts";
import { rowsOf, sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile("api");

test.each([
  ["JSON", { body: ADA }, 415],
  ["another method", { method: "DELETE" as const }, 405],
])("%s", async (_, request, status) => {
  await askFrom(server(), 1n);
  const path = await formOf(server(), await givenPayment(server()), (await server().newBuyer()).account);
  expect((await server().call({ path, ...request })).status).toBe(status);
});

test("more data than the form can hold", async () => {
  const path = await formOf(server(), await givenPayment(server()), (await server().newBuyer()).account);
  expect((await sendForm(server(), path, { ...ADA, porAddress: "x".repeat(20_000) })).status).toBe(413);
  expect(await rowsOf(server(), "buyer_data")).toBe(0);
});
