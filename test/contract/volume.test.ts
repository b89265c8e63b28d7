// The volume of the console's charts on the wire.
import { expect, test } from "vitest";
import { volumeToWire } from "../../src/contract/console/records.ts";

test("a volume has the start of each bucket, its revenue and what was refunded, by currency", () => {
  const revenue = [{ currency: "USD", value: 1050n }];
  expect(
    volumeToWire([
      { startsAtS: 1_772_600_767, created: 3n, succeeded: 2n, revenue, refunded: [{ currency: "JPY", value: 5n }] },
    ]),
  ).toEqual({
    buckets: [
      {
        startsAt: "2026-03-04T05:06:07.000Z",
        created: 3,
        succeeded: 2,
        revenue: [{ currency: "USD", value: "1050", display: "10.50 USD" }],
        refunded: [{ currency: "JPY", value: "5", display: "5 JPY" }],
      },
    ],
  });
});
