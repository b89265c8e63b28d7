// Payments relayed alone: their call, its largest gas limit, and the limit that a node's estimate leads to.
import { type Hex, numberToHex, serializeErc6492Signature } from "viem";
import { describe, expect, it } from "vitest";
import { gasNeeded, isolatedCall, isolatedGasMax } from "../../../../../src/chains/evm/relay/isolated-payment.ts";
import { payData } from "../../../../../src/chains/evm/router/router-call.ts";
import type { Authorization } from "../../../../../src/operations/ports/chain/payment-chain.ts";
import {
  answered,
  CONFIG,
  FACTORY,
  MULTICALL3,
  memoryChain,
  optionBy,
  ROUTER,
  silent,
  someone,
} from "../../in-memory/memory-chain.ts";

const SIGNATURE: Hex = `0x${"11".repeat(65)}`;
const RELAYER = someone("relayer");
const WRAPPED = serializeErc6492Signature({ address: FACTORY, data: "0x1234", signature: SIGNATURE });
const by = (signature: Hex): Authorization => ({ option: optionBy("eip3009"), signature });

describe("the call", () => {
  it("pays by the router", () => {
    const call = { recipient: ROUTER, data: payData(by(SIGNATURE)), gasLimit: 77n };
    expect(isolatedCall(CONFIG, by(SIGNATURE), 77n)).toEqual(call);
  });

  it("deploys the wallet first if the signature is wrapped", () => {
    const call = isolatedCall({ ...CONFIG, walletFactories: [FACTORY] }, by(WRAPPED), 77n);
    expect(call).toMatchObject({ recipient: MULTICALL3, gasLimit: 77n });
    expect(call.data).toContain(payData(by(SIGNATURE)).slice(2));
  });

  it("does not exist for a malformed signature, or a factory that is not allowed", () => {
    expect(() => isolatedCall(CONFIG, by("0x123"), 77n)).toThrow(new TypeError("the signature is malformed"));
    expect(() => isolatedCall({ ...CONFIG, walletFactories: [] }, by(WRAPPED), 77n)).toThrow("walletFactories");
  });
});

it("its largest gas limit has room for a signature check, and for a deployment if there is one", () => {
  expect(isolatedGasMax(by(SIGNATURE))).toBe(500_000n);
  expect(isolatedGasMax(by(WRAPPED))).toBe(1_500_000n);
  expect(isolatedGasMax(by("0x"))).toBe(500_000n);
});

describe("the gas limit", () => {
  const call = { recipient: ROUTER, data: "0x1234", gasLimit: 500_000n } as const;

  function estimating(answer: () => unknown) {
    const chain = memoryChain();
    chain.on("eth_estimateGas", answer);
    return { chain, needed: gasNeeded(chain.connection, call, RELAYER) };
  }

  it("is the node's estimate for this relayer, and a margin", async () => {
    const { chain, needed } = estimating(() => numberToHex(100_000));
    expect(await needed).toBe(125_000n);
    const asked = { from: RELAYER, to: ROUTER, data: "0x1234", gas: numberToHex(500_000) };
    expect(chain.requested("eth_estimateGas")).toEqual([[asked]]);
  });

  it("is at most the largest", async () => {
    expect(await estimating(() => numberToHex(475_000)).needed).toBe(500_000n);
    expect(await estimating(() => numberToHex(475_001)).needed).toBeNull();
  });

  it("does not exist for a call that fails", async () => {
    const fails = () => {
      throw answered("execution reverted", 3);
    };
    expect(await estimating(fails).needed).toBeNull();
  });

  it("is unknown if the node does not respond", async () => {
    const { needed } = estimating(() => {
      throw silent();
    });
    await expect(needed).rejects.toThrow("does not respond");
  });
});
