// Concurrent reads of payments share a statement.
import type pg from "pg";
import { expect, test } from "vitest";
import type { Database } from "../../../src/store/database/database.ts";
import { createPaymentStore } from "../../../src/store/payments/payments.ts";

test("requests for the same payment share its row, also if there is none", async () => {
  const statements: unknown[] = [];
  const query = async ({ values }: pg.QueryConfig) => {
    statements.push(values?.[0]);
    return { rows: [] };
  };
  const { findForBuyer } = createPaymentStore({ query } as unknown as Database, []);
  const found = await Promise.all(["pay_a", "pay_b", "pay_a", "pay_a"].map(findForBuyer));
  expect(found).toEqual([null, null, null, null]);
  expect(statements).toEqual([["pay_a", "pay_b"]]);
});
