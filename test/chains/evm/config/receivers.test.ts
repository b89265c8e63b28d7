// Receivers of fees with which every payment would fail, or from which no money could be taken out, are refused.
import { zeroAddress } from "viem";
import { expect, test } from "vitest";
import { parseChains } from "../../../../src/chains/evm/config/config.ts";
import { MULTICALL3, PERMIT2 } from "../../../../src/chains/evm/config/deploy.ts";

const ROUTER = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const USDC = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
const own = { preset: "base", rpcUrls: ["https://rpc.example"], router: ROUTER };
const chain = { ...own, feeReceiver: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8" };

test.each(
  ["feeReceiver", "treasury"].flatMap((field) => [
    [field, zeroAddress, "not the zero address"],
    [field, ROUTER, "not router"],
    [field, ROUTER.toLowerCase(), "not router"],
    [field, USDC, "not assets."],
    [field, PERMIT2, "not permit2"],
    [field, MULTICALL3, "not multicall3"],
  ]),
)("%s %s", (field = "", address, words) => {
  expect(parseChains([chain])).toMatchObject({ kind: "ok" });
  expect(parseChains([{ ...chain, [field]: address }])).toEqual({
    kind: "invalid",
    issues: [{ field: `0.${field}`, message: expect.stringContaining(`must be an account of yours, ${words}`) }],
  });
});
