// An option is valid only for the chain, router, asset and method that are configured now.
import { expect, test } from "vitest";
import type { Asset, Method } from "../../../src/money/asset.ts";
import { chainOf } from "../../../src/operations/gateway/resolve-build.ts";
import type { PaymentChain } from "../../../src/operations/ports/chain/payment-chain.ts";
import type { Option } from "../../../src/payment/option.ts";

const [ROUTER, OTHER_ROUTER] = [`0x${"1".repeat(40)}`, `0x${"2".repeat(40)}`] as const;
const ASSET = "eip155:1/erc20:0x0000000000000000000000000000000000000003";

const optionOf = (chain: string, router: Option["terms"]["router"], asset: string, method: Method): Option =>
  ({ asset, method, terms: { chain, router } }) as Partial<Option> as Option;

const chain = {
  id: "eip155:1",
  router: ROUTER,
  assets: [{ id: ASSET, method: "permit2" } as Partial<Asset> as Asset],
} as Partial<PaymentChain> as PaymentChain;

test.each([
  ["as configured", optionOf("eip155:1", ROUTER, ASSET, "permit2"), chain],
  ["a chain that is gone", optionOf("eip155:5", ROUTER, ASSET, "permit2"), null],
  ["a previous router", optionOf("eip155:1", OTHER_ROUTER, ASSET, "permit2"), null],
  ["an asset that was removed", optionOf("eip155:1", ROUTER, "eip155:1/slip44:60", "permit2"), null],
  ["an asset with another method now", optionOf("eip155:1", ROUTER, ASSET, "eip3009"), null],
])("%s", (_, option, expected) => {
  expect(chainOf(new Map([[chain.id, chain]]), option)).toBe(expected);
});
