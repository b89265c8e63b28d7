import { expect, test } from "vitest";
import { errorOf, fieldsOf, serverForFile } from "../../setup.ts";

const server = serverForFile({ bendsBooks: "a month is closed with another checksum" });

test.each([
  ["", "month"],
  ["?month=2026-13", "month"],
  ["?month=2026-1", "month"],
  ["?month=2026-11-01", "month"],
  ["?month=2026-01&month=2026-02", "month"],
  ["?month=2026-01&format=xlsx", "format"],
  ["?month=2026-01&locale=de_DE", "locale"],
  ["?month=2026-01&merchantId=", "merchantId"],
  ["?month=2026-01&language=de", "language"],
])("%s", async (query, field) => {
  const { status, body } = await server().call({ path: `/v1/books${query}` });
  expect([status, body.code, fieldsOf(body)]).toEqual([400, "params_validation", [field]]);
});

test("a closed month whose entries have another checksum", async () => {
  await server().sql(
    `insert into closed_months (partner_id, month, checksum, entries, closed_by)
     values ($1, '2025-01', sha256('other'), 3, 'operator')`,
    [server().partnerId],
  );
  const { status, body } = await server().call({ path: "/v1/books?month=2025-01" });
  expect([status, body.code, fieldsOf(body)]).toEqual([400, "invalid_state", ["month"]]);
  expect(body.message).toMatch(/^2025-01 was closed with the checksum [0-9a-f]{64}, but its entries now have/);
});

test("an unknown merchant is 404", async () => {
  expect(await errorOf(server().call({ path: "/v1/books?month=2026-01&merchantId=mrch_unknown" }))).toEqual({
    status: 404,
    code: "merchant_not_found",
    message: "Merchant not found",
  });
});
