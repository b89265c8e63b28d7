// Drops the first month of payments.
import { expect } from "vitest";
import { dropMonths } from "../../../src/operations/months/drop-months.ts";
import type { Month, MonthStore } from "../../../src/operations/ports/months.ts";
import { endMonthNow } from "../../store/months/ended-months.ts";
import type { TestServer } from "../server/server.ts";

/** Drops the month of all payments so far. */
export async function dropPresentMonth(server: TestServer): Promise<void> {
  await endMonthNow({ query: (text) => server.sql(text) });
  await dropFirstMonth(server);
}

/** As if the first month, which has ended, had done so long ago. */
export async function dropFirstMonth(server: TestServer): Promise<void> {
  await server.sql("update exceptions set created_at = now() - interval '100 days'");
  await server.sql("update refund_marks set created_at = now() - interval '100 days'");
  await server.sql("update refunds set updated_at = now() - interval '100 days'");
  const isFirst = ({ name }: Month) => name === "first";
  const months: MonthStore = {
    ...server.store.months,
    list: async () => (await server.store.months.list()).map((month) => ({ ...month, isOld: isFirst(month) })),
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
