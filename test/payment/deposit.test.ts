import { expect, test } from "vitest";
import { transferUri } from "../../src/contract/deposits/deposits.ts";
import { leastDeposit, tolerated } from "../../src/payment/deposit.ts";

const tolerance = { ppm: 15_000n, most: new Map([["USD", 50n]]) };
const dollars = (value: bigint) => ({ currency: "USD", value });

test.each([
  ["a share of the amount", dollars(1_000n), 10_000_000n, 150_000n],
  ["at most the ceiling", dollars(10_000n), 100_000_000n, 500_000n],
  ["rounded down", dollars(1n), 9_999n, 149n],
  ["nothing in a currency without a ceiling", { currency: "EUR", value: 1_000n }, 10_000_000n, 0n],
] as const)("the tolerance: %s", (_, amount, asked, expected) => {
  expect(tolerated(tolerance, amount, asked)).toBe(expected);
});

test("without a setting nothing may be missing", () => {
  expect(tolerated(null, dollars(1_000n), 10_000_000n)).toBe(0n);
});

test.each([
  [6, 10_000_000n, 10_000n],
  [18, 10n ** 18n, 10n ** 16n],
  [2, 100n, 1n],
  [0, 5n, 1n],
  [8, 999n, 999n],
])(
  "with %i decimals and an amount of %i, the least deposit is %i: never more than the amount",
  (decimals, amount, least) => {
    expect(leastDeposit({ decimals }, amount)).toBe(least);
  },
);

test("a configured minimum takes the place of a hundredth of a unit", () => {
  expect(leastDeposit({ decimals: 6, depositMinimum: 50_000n }, 10_000_000n)).toBe(50_000n);
});

test("a link to a transfer follows EIP-681's grammar", () => {
  const [token, to] = [
    "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
    "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
  ] as const;
  const uri = transferUri({ chain: "eip155:8453", token, to, amount: 12_500_000n });
  expect(uri).toBe(`ethereum:${token}@8453/transfer?address=${to}&uint256=12500000`);
  // request = "ethereum:" target_address "@" chain_id "/" function_name "?" TYPE=value "&" TYPE=value
  expect(uri).toMatch(/^ethereum:0x[0-9a-fA-F]{40}@[0-9]+\/[a-z]+\?address=0x[0-9a-fA-F]{40}&uint256=[0-9]+$/);
});
