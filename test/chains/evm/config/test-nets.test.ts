// Test nets are marked, and may stand beside chains with real money.
import { expect, test } from "vitest";
import { parseChains } from "../../../../src/chains/evm/config/config.ts";

const ROUTER = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const real = {
  preset: "base",
  rpcUrls: ["https://rpc.example/key"],
  router: ROUTER,
  feeReceiver: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
};
const own = { ...real, preset: undefined, caip2: "eip155:7777", name: "Own", blockTimeS: 2, maxFeePerGasGwei: "1" };
const other = {
  ...own,
  confirmations: [{ from: "0", blocks: 1 }],
  assets: [{ method: "native", symbol: "T", name: "T", decimals: 18, slip44: 60 }],
};
const { preset: _, ...unknown } = other;

test.each([
  [
    "an unmarked test net",
    [{ ...unknown, caip2: "eip155:84532" }],
    "0.testNet",
    /^must be true: eip155:84532 is a test/,
  ],
  ["a real chain as a test net", [{ ...real, testNet: true }], "0.testNet", /^must be left out: on eip155:8453/],
])("%s is refused", (_case, json, field, message) => {
  const parsed = parseChains(json);
  expect(parsed.kind === "invalid" && parsed.issues).toEqual([{ field, message: expect.stringMatching(message) }]);
});

test("test nets may stand beside real chains", () => {
  const chains = [real, { ...real, preset: "base-sepolia" }, { ...unknown, testNet: true }];
  expect(parseChains(chains).kind).toBe("ok");
});
