// The operator's report: shares of the gas, and rows without transfers.
import { expect, test } from "vitest";
import { report } from "../../../src/operations/books/report.ts";
import type { ReportedFailures, ReportedGas, ReportedVolume } from "../../../src/operations/ports/books.ts";

const volume = (partnerId: string, relayed: bigint, changes: Partial<ReportedVolume> = {}): ReportedVolume => ({
  month: "2026-11",
  chain: "eip155:1",
  partnerId,
  asset: "eip155:1/erc20:0x1",
  payments: relayed,
  volume: 100n,
  refunded: 0n,
  exceptions: 0n,
  fees: 1n,
  relayed,
  ...changes,
});

interface Books {
  readonly volumes?: readonly ReportedVolume[];
  readonly failures?: readonly ReportedFailures[];
  readonly gas?: readonly ReportedGas[];
}

const of = ({ volumes = [], failures = [], gas = [] }: Books, partnerId: string | null = null) =>
  report({ read: async () => ({ volumes, failures, gas }) }, { chain: null, month: null, partnerId });

const GAS = { month: "2026-11", chain: "eip155:1", spent: 100n };

test("the gas of a chain is shared by relayed transfers, and the shares add up", async () => {
  const volumes = [volume("a", 1n), volume("b", 1n), volume("c", 1n), volume("d", 0n)];
  const rows = await of({ volumes, gas: [GAS] });
  expect(rows.map(({ partnerId, gas }) => [partnerId, gas])).toEqual([
    ["a", 33n],
    ["b", 33n],
    ["c", 34n],
    ["d", 0n],
  ]);
  const [only, ...others] = await of({ volumes, gas: [GAS] }, "b");
  expect([only?.gas, others]).toEqual([33n, []]);
});

test("all assets of a partner count together, and other months and chains do not", async () => {
  const volumes = [
    volume("a", 1n),
    volume("a", 2n, { asset: "eip155:1/erc20:0x2" }),
    volume("b", 1n),
    volume("b", 9n, { month: "2026-12" }),
    volume("b", 9n, { chain: "eip155:2" }),
  ];
  const rows = await of({ volumes, gas: [GAS, { ...GAS, month: "2026-12", spent: 7n }] });
  expect(rows.map(({ month, chain, partnerId, assets, gas }) => [month, chain, partnerId, assets.length, gas])).toEqual(
    [
      ["2026-11", "eip155:1", "a", 2, 75n],
      ["2026-11", "eip155:1", "b", 1, 25n],
      ["2026-11", "eip155:2", "b", 1, 0n],
      ["2026-12", "eip155:1", "b", 1, 7n],
    ],
  );
});

test("gas of a month in which nothing was relayed is of no partner, and failures need no transfer", async () => {
  const failures = [{ month: "2026-11", chain: "eip155:1", partnerId: "a", failed: 2n }];
  expect(await of({ volumes: [volume("b", 0n)], failures, gas: [GAS] })).toMatchObject([
    { partnerId: null, assets: [], failed: 0n, gas: 100n },
    { partnerId: "a", assets: [], failed: 2n, gas: 0n },
    { partnerId: "b", assets: [{ volume: 100n }], gas: 0n },
  ]);
});
