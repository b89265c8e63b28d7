// One signature in the forms in which wallets hand it out.
import {
  concat,
  encodeAbiParameters,
  type Hex,
  parseAbiParameters,
  parseSignature,
  serializeCompactSignature,
  signatureToCompactSignature,
  slice,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { describe, expect, it } from "vitest";
import { unwrap, standardEncoding, WRAPPED_SUFFIX } from "../../../src/chains/evm/signature-encodings.ts";
import { RELAYER_KEY, someone } from "./fixture.ts";

const signer = privateKeyToAccount(RELAYER_KEY);
/** Until one of each parity is among them. */
const signatures = await Promise.all(["a", "b", "c", "d", "e"].map((message) => signer.signMessage({ message })));

describe("an ECDSA signature", () => {
  it("has both parities here", () => {
    expect(new Set(signatures.map((signature) => slice(signature, 64)))).toEqual(new Set(["0x1b", "0x1c"]));
  });

  it.each(signatures)("is the usual one if its v is the parity (%#)", (signature) => {
    const { r, s, yParity } = parseSignature(signature);
    expect(standardEncoding(concat([r, s, yParity ? "0x01" : "0x00"]))).toBe(signature);
  });

  it.each(signatures)("is the usual one if it is compact (EIP-2098) (%#)", (signature) => {
    const compact = serializeCompactSignature(signatureToCompactSignature(parseSignature(signature)));
    expect(standardEncoding(compact)).toBe(signature);
  });

  it("is left alone in its usual form, and so is what is none", () => {
    for (const other of [...signatures, `0x${"11".repeat(66)}`, `0x${"11".repeat(65)}`, "0x11"] as Hex[]) {
      expect(standardEncoding(other)).toBeNull();
    }
  });
});

describe("a wrapped signature (EIP-6492)", () => {
  const PARAMETERS = parseAbiParameters("address, bytes, bytes");
  const factory = someone("factory");
  const wrapped = (inner: Hex): Hex =>
    concat([encodeAbiParameters(PARAMETERS, [factory, "0x1234", inner]), WRAPPED_SUFFIX]);

  it("is taken apart", () => {
    const [signature = "0x"] = signatures;
    expect(unwrap(wrapped(signature))).toEqual({ factory, factoryData: "0x1234", signature });
  });

  it("is malformed if what stands before the suffix is none, or holds no signature", () => {
    expect(unwrap(concat(["0x1234", WRAPPED_SUFFIX]))).toBe("malformed");
    expect(unwrap(wrapped("0x"))).toBe("malformed");
  });

  it("is none without the suffix, or where nothing stands before it", () => {
    for (const other of [...signatures, WRAPPED_SUFFIX, slice(wrapped("0x12"), 0, 100)]) {
      expect(unwrap(other)).toBeNull();
    }
  });
});
