import { expect, test } from "vitest";
import { type RelayerFunds, reportAvailability } from "../../../src/operations/monitoring/report-availability.ts";
import type { Log } from "../../../src/operations/ports/log.ts";
import { createLogThrottle } from "../../../src/operations/timing/log-throttle.ts";

const CHAIN = "eip155:1";
const FULL: RelayerFunds = {
  relayer: "0x0000000000000000000000000000000000000001",
  balance: 100n,
  batchCost: 50n,
  canPay: true,
  isLow: false,
};
const LOW: RelayerFunds = { ...FULL, balance: 10n, isLow: true };
const EMPTY: RelayerFunds = { ...LOW, balance: 0n, canPay: false };

test("a relayer's account is reported once before it is empty, and once it has coin again", async () => {
  const lines: unknown[] = [];
  const reports: unknown[] = [];
  const note = (fields: object) => void lines.push(fields);
  const log: Log = { info: note, warn: note, error: note };
  const throttle = createLogThrottle();
  for (const funds of [[FULL], [LOW], [LOW], [EMPTY], [FULL], []]) {
    await reportAvailability({
      chain: CHAIN,
      funds: async () => funds,
      reports: { report: async (_, canRelay) => void reports.push(canRelay) },
      log,
      throttle,
    });
  }
  expect(reports).toEqual([true, true, true, false, true, false]);
  const fields = { chain: CHAIN, relayer: FULL.relayer };
  expect(lines).toEqual([
    { ...fields, balance: "10" },
    { ...fields, balance: "100" },
  ]);
});
