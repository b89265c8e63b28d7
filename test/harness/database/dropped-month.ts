// Drops the month of all payments so far.
import { expect } from "vitest";
import { dropMonths } from "../../../src/operations/months/drop-months.ts";
import type { Month, MonthStore } from "../../../src/operations/ports/months.ts";
import { endMonthNow } from "../../store/months/ended-months.ts";
import type { TestServer } from "../server/server.ts";

/** Drops the month of all payments so far, as if it had ended long ago. */
export async function dropPresentMonth(server: TestServer): Promise<void> {
  await server.sql("update exceptions set created_at = now() - interval '100 days'");
  await server.sql("update refunds set created_at = now() - interval '100 days'");
  await endMonthNow({ query: (text) => server.sql(text) });
  const isPresent = ({ name }: Month) => name === "first";
  const months: MonthStore = {
    ...server.store.months,
    list: async () => (await server.store.months.list()).map((month) => ({ ...month, isOld: isPresent(month) })),
    async drop(month) {
      const move = "update payment_months set ends_at = ends_at + $1::interval where name = 'first'";
      await server.sql(move, ["-100 days"]);
      const isDropped = await server.store.months.drop(month);
      await server.sql(move, ["100 days"]);
      return isDropped;
    },
  };
  const results = await dropMonths({ months, lists: server.store.lists }, new Date(), () => {});
  expect(results).toMatchObject([{ type: "dropped", month: { name: "first" } }]);
}
