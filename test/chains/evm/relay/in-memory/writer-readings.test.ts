// A writer's readings about its relayers.
import { expect, it } from "vitest";
import { ChainUnavailableError } from "../../../../../src/chains/evm/nodes/errors.ts";
import { isolatedCall } from "../../../../../src/chains/evm/relay/isolated-payment.ts";
import { createWriter } from "../../../../../src/chains/evm/relay/writer.ts";
import { payData } from "../../../../../src/chains/evm/router/router-call.ts";
import { SignerUnavailable } from "../../../../../src/operations/errors/signer-unavailable.ts";
import {
  BUYER,
  CONFIG,
  memoryChain,
  optionBy,
  RELAYER,
  RELAYER_KEY,
  ROUTER,
  someone,
} from "../../in-memory/memory-chain.ts";

const AUTHORIZATION = { option: optionBy("eip3009"), signature: `0x${"11".repeat(65)}` } as const;

const writerOf = (chain = memoryChain()) => createWriter(chain.connection, CONFIG, [RELAYER_KEY]);

it("names its relayers, and those whose keys can sign now", () => {
  const writer = writerOf();
  expect(writer.relayers).toEqual([RELAYER]);
  expect(writer.ableRelayers()).toEqual([RELAYER]);
});

it("does not name a relayer whose remote signer has just failed", async () => {
  const elsewhere = { address: someone("remote relayer"), signerUrl: "http://127.0.0.1:1/" };
  const writer = createWriter(memoryChain().connection, CONFIG, [RELAYER_KEY, elsewhere]);
  expect(writer.ableRelayers()).toEqual([RELAYER, elsewhere.address]);
  const fees = { maxFeePerGas: 2n, maxPriorityFeePerGas: 1n };
  await expect(writer.sign(elsewhere.address, 0n, writer.emptyCall(elsewhere.address), fees)).rejects.toThrow(
    SignerUnavailable,
  );
  expect(writer.ableRelayers()).toEqual([RELAYER]);
});

it("encodes an isolated payment with the gas limit that it is given", () => {
  expect(writerOf().encodeIsolated(AUTHORIZATION, 125_000n)).toEqual(isolatedCall(CONFIG, AUTHORIZATION, 125_000n));
});

it("estimates an isolated payment for its relayer, from the largest gas limit", async () => {
  const chain = memoryChain();
  chain.on("eth_estimateGas", () => "0x186a0");
  expect(await writerOf(chain).isolatedGas(AUTHORIZATION, RELAYER)).toBe(125_000n);
  const asked = { from: RELAYER, to: ROUTER, data: payData(AUTHORIZATION), gas: "0x7a120" };
  expect(chain.requested("eth_estimateGas")).toEqual([[asked]]);
});

it("reads which accounts have code; a wrong answer is a fault of the node", async () => {
  const chain = memoryChain();
  chain.on("eth_call", () => "0x");
  await expect(writerOf(chain).withCode([BUYER])).rejects.toThrow(ChainUnavailableError);
});
