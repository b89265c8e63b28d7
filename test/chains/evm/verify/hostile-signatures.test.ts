// A batch can encode every signature that a confirm accepts: the relayer never meets a signature that it cannot send.
import fc from "fast-check";
import {
  concat,
  decodeFunctionData,
  type Hex,
  isAddressEqual,
  multicall3Abi,
  serializeErc6492Signature,
  size,
  slice,
} from "viem";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createEvmChain, type EvmChain } from "../../../../src/chains/evm/chain.ts";
import { WRAPPED_SUFFIX } from "../../../../src/chains/evm/router/signature-encodings.ts";
import { administer } from "../../../../src/local/tokens/administrator.ts";
import { mintCall } from "../../../../src/local/tokens/circle-token.ts";
import type { Authorization } from "../../../../src/operations/ports/chain/payment-chain.ts";
import { packBatch } from "../../../../src/operations/relaying/pack-batch.ts";
import {
  authorize,
  type Fixture,
  fundedBuyer,
  openFixture,
  optionFor,
  RELAYER,
  RELAYER_KEY,
  someone,
} from "../fixture.ts";

/** Returns EIP-1271's magic value. */
const YES = "631626ba7e60e01b60005260206000f3";
/** Code that returns the magic value if the stack's top is zero, and otherwise burns all its gas. */
const yesIfZero = (push: string): Hex => {
  const trap = push.length / 2 + 3 + YES.length / 2;
  return `0x${push}60${trap.toString(16).padStart(2, "0")}57${YES}5bfe`;
};
const WALLETS: Readonly<Record<string, Hex>> = {
  "says yes to anything": `0x${YES}`,
  "says yes only to a caller without an account (ORIGIN)": yesIfZero("32"),
  "says yes only without a gas price (GASPRICE)": yesIfZero("3a"),
  "says yes in every other block (NUMBER)": yesIfZero("60014316"),
  "says yes until its storage changes (SLOAD)": yesIfZero("600054"),
  "says no": "0x60006000f3",
  "burns all its gas": "0xfe",
};
const MOODS = Object.keys(WALLETS);
const SIGNATURE_BYTES_MAX = 8_192;
const NODE_BYTES_MAX = 95_000;

const ALLOWED = someone("allowed factory");
const FEES = { maxFeePerGas: 2_000_000_000n, maxPriorityFeePerGas: 1n };

let fixture: Fixture;
let chain: EvmChain;
let neighbour: Authorization;
beforeAll(async () => {
  fixture = await openFixture();
  chain = createEvmChain({ ...fixture.config, walletFactories: [ALLOWED] }, [RELAYER_KEY]);
  await fixture.node.setCode({ address: ALLOWED, bytecode: "0x00" });
  for (const [mood, bytecode] of Object.entries(WALLETS)) {
    await fixture.node.setCode({ address: someone(mood), bytecode });
  }
  const { usdc } = fixture.deployment;
  await administer(
    fixture.node,
    [...MOODS, "no code"].map((mood) => mintCall(usdc, someone(mood), 1_000_000_000n)),
  );
  neighbour = await authorize(fixture, await fundedBuyer(fixture));
});
afterAll(() => fixture.close());

const bytesOf = (min: number, max: number): fc.Arbitrary<Hex> =>
  fc.uint8Array({ minLength: min, maxLength: max }).map((bytes): Hex => `0x${Buffer.from(bytes).toString("hex")}`);

const plain = fc.oneof(
  ...[1, 31, 32, 33, 63, 64, 65, 66, 96].map((bytes) => bytesOf(bytes, bytes)),
  bytesOf(1, 200),
  fc.constantFrom<Hex>(`0x${"11".repeat(SIGNATURE_BYTES_MAX - 1)}`, `0x${"11".repeat(SIGNATURE_BYTES_MAX)}`),
);

const wrap = (address: Hex, data: Hex, signature: Hex): Hex => serializeErc6492Signature({ address, data, signature });

/** Signatures that are wrapped up to three times, cut, or have the suffix after any bytes. */
const signatures: fc.Arbitrary<Hex> = fc.letrec<{ signature: Hex }>((tie) => ({
  signature: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    plain,
    plain.map((bytes) => concat([bytes, WRAPPED_SUFFIX])),
    fc.constant(WRAPPED_SUFFIX),
    fc
      .tuple(fc.constantFrom(ALLOWED, someone("other factory")), bytesOf(0, 40), tie("signature"))
      .map((parts) => wrap(...parts)),
    fc
      .tuple(tie("signature"), fc.nat({ max: 40 }))
      .map(([signature, cut]) => (size(signature) > cut + 1 ? slice(signature, cut) : signature)),
  ),
})).signature;

const payers = fc.constantFrom(...MOODS, "no code");

/** The authorisation that the server stores after a confirm; null if the confirm is refused. */
async function confirmed(payer: Hex, signature: Hex): Promise<Authorization | null> {
  const authorization = { option: optionFor(fixture, payer), signature };
  const verdict = await chain.payment.verify(authorization);
  expect(verdict.type).not.toBe("unknown");
  const isAccepted = "signature" in verdict || verdict.type === "payable";
  return isAccepted
    ? { ...authorization, signature: ("signature" in verdict && verdict.signature) || signature }
    : null;
}

it("is encoded as it was accepted, alone or with others, calls no factory but the allowed, and nodes take its size", async () => {
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(payers, signatures, async (mood, signature) => {
      const authorization = await confirmed(someone(mood), signature);
      if (!authorization) return;
      accepted += 1;
      for (const wereLeftOut of [false, true]) {
        const { call, packed, refused } = packBatch(chain.writer, [authorization], wereLeftOut);
        expect({ packed, refused }).toEqual({ packed: [0], refused: [] });
        if (!call) throw new Error("a call was expected");
        expect(chain.writer.shareOfLimits(call)).toBeLessThanOrEqual(1);
        const { raw } = await chain.writer.sign(RELAYER, 0n, call, FEES);
        expect(size(raw)).toBeLessThanOrEqual(NODE_BYTES_MAX);
        if (isAddressEqual(call.recipient, fixture.config.router)) continue;
        const decoded = decodeFunctionData({ abi: multicall3Abi, data: call.data });
        expect(decoded.args).toMatchObject([[{ target: ALLOWED }, { target: fixture.config.router }]]);
      }
      expect(packBatch(chain.writer, [neighbour, authorization], false).packed).toContain(0);
    }),
    { numRuns: 300 },
  );
  expect(accepted).toBeGreaterThan(30);
});

it.each([
  ["undecodable", concat(["0xdeadbeef", WRAPPED_SUFFIX])],
  ["decodable", wrap(ALLOWED, "0x12345678", "0x1234")],
])("is refused if it is wrapped twice, the inner one %s", async (_, inner) => {
  expect(await confirmed(someone("says yes to anything"), wrap(someone("any factory"), "0x", inner))).toBeNull();
});

it("deploys through no factory that is not allowed, even if a stored signature names one", async () => {
  const signature = wrap(someone("other factory"), "0x12345678", "0x1234");
  const stored = { option: optionFor(fixture, someone("says yes to anything")), signature };
  const { call, packed, refused } = packBatch(chain.writer, [stored], false);
  expect({ call, packed }).toEqual({ call: null, packed: [] });
  expect(refused).toEqual([{ index: 0, reason: "the wallet's factory is not in walletFactories" }]);
});

it("50 of the longest signatures become several transactions, each of a size and gas that nodes take", async () => {
  const signature: Hex = `0x${"11".repeat(SIGNATURE_BYTES_MAX - 1)}`;
  let left: Authorization[] = Array.from({ length: 50 }, (_, i) => ({
    option: optionFor(fixture, someone(`wallet ${i}`)),
    signature,
  }));
  let transactions = 0;
  for (; left.length > 0; transactions++) {
    const { call, packed } = packBatch(chain.writer, left, false);
    if (!call) throw new Error("a call was expected");
    const { raw } = await chain.writer.sign(RELAYER, 0n, call, FEES);
    expect(size(raw)).toBeLessThanOrEqual(90_000);
    expect(call.gasLimit).toBeLessThanOrEqual(16_700_000n);
    left = left.slice(packed.length);
  }
  expect(transactions).toBeLessThan(10);
});
