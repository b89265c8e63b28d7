// Which chains a payment of each mode can be paid on, by the chains that the installation has.
import { expect, test } from "vitest";
import { testTwinOf } from "../../../src/merchant/mode.ts";
import { payableChains } from "../../../src/operations/gateway/payable-chains.ts";
import type { PaymentChain } from "../../../src/operations/ports/chain/payment-chain.ts";

const chainsOf = (isTestNet: Readonly<Record<string, boolean>>) =>
  new Map(Object.entries(isTestNet).map(([id, is]) => [id, { id, isTestNet: is } as PaymentChain]));
const LIVE = "prtn_1";
const payable = (chains: ReturnType<typeof chainsOf>) =>
  [LIVE, testTwinOf(LIVE)].map((partnerId) => [...payableChains(chains, partnerId).keys()]);

test.each([
  ["real chains only", { a: false, b: false }, [["a", "b"], []]],
  ["both", { a: false, b: true }, [["a"], ["b"]]],
  [
    "test nets only",
    { a: true, b: true },
    [
      ["a", "b"],
      ["a", "b"],
    ],
  ],
  ["none", {}, [[], []]],
])("%s", (_, chains, expected) => {
  expect(payable(chainsOf(chains))).toEqual(expected);
});
