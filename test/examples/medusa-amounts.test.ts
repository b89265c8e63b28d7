// The Medusa provider has the decimals of the gateway's currencies, whatever the date of another table.
import { beforeAll, expect, test } from "vitest";
import { CURRENCIES } from "../../src/money/currency-table.ts";
import { sharedServerForFile } from "../routes/setup.ts";
import { medusaAmounts } from "./run-handler.ts";

const server = sharedServerForFile();
let amounts: Awaited<ReturnType<typeof medusaAmounts>>;
beforeAll(async () => {
  amounts = await medusaAmounts();
});

test.each(CURRENCIES)("$code has $decimals decimals", ({ code, decimals }) => {
  const amount = amounts.toTurnpike(12, code.toLowerCase());
  expect(amount).toEqual({ unit: `iso4217/${code}`, value: `12${"0".repeat(decimals)}` });
  expect(Number(amounts.fromTurnpike(amount))).toBe(12);
});

interface List {
  readonly data: readonly { readonly paymentId: string; readonly fiatAmount: object }[];
}

test.each(["HUF", "XCG"])("a price in %s is the price of the payment", async (code) => {
  const amount = amounts.toTurnpike(12.5, code);
  const { status, body } = await server().call({ path: "/v1/payments", body: { amount, referenceId: "order-1" } });
  expect(status).toBe(201);
  const { body: list } = await server().call<List>({ path: "/v1/payments" });
  const shown = list.data.find(({ paymentId }) => paymentId === body.paymentId);
  expect(shown?.fiatAmount).toMatchObject({ ...amount, display: { decimals: 2 } });
});

test("an unknown currency is refused", () => {
  expect(() => amounts.toTurnpike(1, "abc")).toThrow("unknown currency ABC");
});
