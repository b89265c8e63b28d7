import fc from "fast-check";
import { getAddress, type Hex } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { paymentRouterAbi } from "../../src/chains/evm/abi/payment-router.ts";
import { type Terms, termsHash } from "../../src/payment/terms.ts";
import { openStage, paymentOf, type Stage, someone, termsOf } from "./stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const onChain = (terms: Terms) =>
  stage.chain.readContract({
    address: stage.router,
    abi: paymentRouterAbi,
    functionName: "termsHash",
    args: [paymentOf(terms)],
  });

const hex = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((value): Hex => `0x${Buffer.from(value).toString("hex")}`);
const address = hex(20).map((value) => getAddress(value));
const amount = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });

test("the contract's hash of any terms is the server's", async () => {
  const anyTerms = fc.record({
    key: hex(32),
    token: address,
    payer: address,
    amount,
    destination: address,
    fee: amount,
    feeReceiver: address,
    deadlineS: fc.nat(),
  });
  await fc.assert(
    fc.asyncProperty(anyTerms, async (changes) => {
      const terms = termsOf(stage, changes.payer, changes);
      expect(await onChain(terms)).toBe(termsHash(terms));
    }),
    { numRuns: 50 },
  );
});

test("each part of the terms changes the hash", async () => {
  const terms = termsOf(stage, someone("payer"));
  const changes: Partial<Terms>[] = [
    { key: termsHash(terms) },
    { token: someone("other") },
    { payer: someone("other") },
    { amount: terms.amount + 1n },
    { destination: someone("other") },
    { fee: terms.fee + 1n },
    { feeReceiver: someone("other") },
    { deadlineS: terms.deadlineS + 1 },
  ];
  const hashes = await Promise.all([{}, ...changes].map((change) => onChain({ ...terms, ...change })));
  expect(new Set(hashes).size).toBe(hashes.length);
});
