// A wrong signature of an ordinary account never reaches the simulation. Every signature that may be valid does.
import { recover } from "tiny-secp256k1";
import {
  concat,
  type Hex,
  numberToHex,
  parseSignature,
  serializeCompactSignature,
  signatureToCompactSignature,
} from "viem";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { describe, expect, it, vi } from "vitest";
import { authorizationData } from "../../../../../src/chains/evm/build/authorization.ts";
import { permitData } from "../../../../../src/chains/evm/build/permit.ts";
import { WRAPPED_SUFFIX } from "../../../../../src/chains/evm/router/signature-encodings.ts";
import { payerSignatureChecker } from "../../../../../src/chains/evm/verify/payer-signature.ts";
import { signerVerifier } from "../../../../../src/chains/evm/verify/signer.ts";
import type { Authorization, Verdict } from "../../../../../src/operations/ports/chain/payment-chain.ts";
import type { Option } from "../../../../../src/payment/option.ts";
import { assetOf, CHAIN, CONFIG, optionBy, PERMIT2, someone } from "../../in-memory/memory-chain.ts";

vi.mock("tiny-secp256k1", { spy: true });

const PAYABLE: Verdict = { type: "payable", balance: 5n };
const INVALID: Verdict = { type: "invalid_signature" };
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const key = () => privateKeyToAccount(generatePrivateKey());
const isPayers = payerSignatureChecker(CONFIG);

async function signed(option: Option, account: PrivateKeyAccount): Promise<Hex> {
  const data =
    option.method === "eip3009" ? authorizationData(option, assetOf("eip3009")) : permitData(option, PERMIT2);
  return account.signTypedData(JSON.parse(JSON.stringify(data)));
}

describe.each(["eip3009", "permit2"] as const)("a signature of %s", (method) => {
  it("is the payer's in every encoding that wallets use, and for these terms only", async () => {
    const payer = key();
    for (let i = 0; i < 10; i++) {
      const option = optionBy(method, { payer: payer.address, amount: BigInt(1_000 + i) });
      const signature = await signed(option, payer);
      const { r, s, yParity, v } = { v: 0n, ...parseSignature(signature) };
      const compact = serializeCompactSignature(signatureToCompactSignature({ r, s, yParity }));
      const parity = concat([r, s, numberToHex(yParity, { size: 1 })]);
      expect(v).toBe(BigInt(27 + yParity));
      for (const encoded of [signature, parity, compact]) {
        expect(await isPayers({ option, signature: encoded }), encoded).toBe(true);
      }
      const other = { ...option, terms: { ...option.terms, amount: 999n } };
      expect(await isPayers({ option: other, signature })).toBe(false);
      const stranger = { ...option, terms: { ...option.terms, payer: key().address } };
      expect(await isPayers({ option: stranger, signature })).toBe(false);
    }
  });

  it("costs one recovery, however often it is verified; a wrong one is recovered each time", async () => {
    const payer = key();
    const option = optionBy(method, { payer: payer.address });
    for (const [signature, times] of [
      [await signed(option, payer), 1],
      [await signed(option, key()), 2],
    ] as const) {
      vi.mocked(recover).mockClear();
      const first = await isPayers({ option, signature });
      expect(await isPayers({ option, signature })).toBe(first);
      expect(recover).toHaveBeenCalledTimes(times);
    }
  });

  it("is not the payer's if another key made it or if it is no signature at all", async () => {
    const payer = key();
    const option = optionBy(method, { payer: payer.address });
    const signature = await signed(option, payer);
    const { r } = parseSignature(signature);
    const outOfRange = numberToHex(ORDER, { size: 32 });
    const zero = numberToHex(0, { size: 32 });
    for (const wrong of [
      await signed(option, key()),
      concat([signature.slice(0, -2) as Hex, "0x1d"]),
      concat([signature, "0x00"]),
      signature.slice(0, -4) as Hex,
      concat([r, outOfRange, "0x1b"]),
      concat([outOfRange, outOfRange, "0x1c"]),
      concat([zero, zero, "0x1b"]),
      "0x00" as Hex,
    ]) {
      expect(await isPayers({ option, signature: wrong }), wrong).toBe(false);
    }
  });
});

describe("an authorisation", () => {
  const contract = someone("contract wallet");

  /** A chain on which everything is payable. */
  function accounts(hasCode: (account: string) => Promise<boolean> = async (account) => account === contract) {
    const simulated: Authorization[] = [];
    const asked: string[] = [];
    const verify = signerVerifier(
      async (authorization) => {
        simulated.push(authorization);
        return PAYABLE;
      },
      {
        chain: CHAIN,
        isPayersSignature: isPayers,
        hasCode: (account) => {
          asked.push(account);
          return hasCode(account);
        },
      },
    );
    return { verify, simulated, asked };
  }

  it("that the payer's key signed is left to the chain, without asking for code", async () => {
    const payer = key();
    const { verify, simulated, asked } = accounts();
    const option = optionBy("eip3009", { payer: payer.address });
    expect(await verify({ option, signature: await signed(option, payer) })).toEqual(PAYABLE);
    expect(simulated).toHaveLength(1);
    expect(asked).toEqual([]);
  });

  it("that another key signed is refused without a simulation if the payer has no code", async () => {
    const { verify, simulated } = accounts();
    const option = optionBy("eip3009", { payer: key().address });
    expect(await verify({ option, signature: await signed(option, key()) })).toEqual(INVALID);
    expect(await verify({ option, signature: "0x1234" })).toEqual(INVALID);
    expect(simulated).toEqual([]);
  });

  it("of an account with code is left to the chain, with any signature", async () => {
    const { verify, simulated } = accounts();
    const option = optionBy("permit2", { payer: contract });
    expect(await verify({ option, signature: await signed(option, key()) })).toEqual(PAYABLE);
    expect(await verify({ option, signature: `0x${"ab".repeat(200)}` })).toEqual(PAYABLE);
    expect(simulated).toHaveLength(2);
  });

  it("with a wallet's deployment is left to the chain", async () => {
    const { verify, asked } = accounts();
    const option = optionBy("eip3009", { payer: key().address });
    // A wrapped signature with an inner signature of one byte: three words of offsets and lengths.
    const words = [someone("wallet factory"), 96, 128, 0, 1].map((word) => numberToHex(BigInt(word), { size: 32 }));
    const signature = concat([...words, `0x01${"00".repeat(31)}`, WRAPPED_SUFFIX]);
    expect(await verify({ option, signature })).toEqual(PAYABLE);
    expect(asked).toEqual([]);
  });

  it("is unknown, not refused, if the chain does not say who has code", async () => {
    const { verify } = accounts(() => Promise.reject(new Error("the node is away")));
    const option = optionBy("eip3009", { payer: key().address });
    expect(await verify({ option, signature: await signed(option, key()) })).toMatchObject({ type: "unknown" });
  });
});
