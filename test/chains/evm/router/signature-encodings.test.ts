// One signature in the encodings that wallets use.
import {
  concat,
  type Hex,
  parseSignature,
  serializeCompactSignature,
  serializeErc6492Signature,
  signatureToCompactSignature,
  slice,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { describe, expect, it } from "vitest";
import {
  parseSignature as parse,
  standardEncoding,
  WRAPPED_SUFFIX,
} from "../../../../src/chains/evm/router/signature-encodings.ts";
import { someone } from "../in-memory/memory-chain.ts";

const signer = privateKeyToAccount(`0x${"11".repeat(32)}`);
/** Signs until both parities occur. */
const signatures = await Promise.all(["a", "b", "c", "d", "e"].map((message) => signer.signMessage({ message })));

describe("an ECDSA signature", () => {
  it("occurs with both parities", () => {
    expect(new Set(signatures.map((signature) => slice(signature, 64)))).toEqual(new Set(["0x1b", "0x1c"]));
  });

  it.each(signatures)("is converted if its v is the parity (%#)", (signature) => {
    const { r, s, yParity } = parseSignature(signature);
    expect(standardEncoding(concat([r, s, yParity ? "0x01" : "0x00"]))).toBe(signature);
  });

  it.each(signatures)("is converted if it is compact (EIP-2098) (%#)", (signature) => {
    const compact = serializeCompactSignature(signatureToCompactSignature(parseSignature(signature)));
    expect(standardEncoding(compact)).toBe(signature);
  });

  it("is not converted if it is standard, or not an ECDSA signature", () => {
    for (const other of [...signatures, `0x${"11".repeat(66)}`, `0x${"11".repeat(65)}`, "0x11"] as Hex[]) {
      expect(standardEncoding(other)).toBeNull();
    }
  });
});

describe("any signature", () => {
  it.each([
    ["not hex", "0xzz"],
    ["hex without its prefix", "11".repeat(65)],
    ["half a byte", "0x123"],
    ["longer than 8 192 bytes", `0x${"ab".repeat(8_193)}`],
  ])("is malformed if it is %s", (_, signature) => {
    expect(parse(signature)).toBeNull();
  });

  it("may be empty, alone or of a wallet to deploy", () => {
    expect(parse("0x")).toEqual({ type: "plain", signature: "0x" });
    const wrapped = serializeErc6492Signature({ address: someone("factory"), data: "0x1234", signature: "0x" });
    expect(parse(wrapped)).toMatchObject({ type: "wrapped", signature: "0x" });
  });

  it("may have 8 192 bytes", () => {
    const signature: Hex = `0x${"ab".repeat(8_192)}`;
    expect(parse(signature)).toEqual({ type: "plain", signature });
  });
});

describe("a wrapped signature (EIP-6492)", () => {
  const factory = someone("factory");
  const wrapped = (signature: Hex): Hex => serializeErc6492Signature({ address: factory, data: "0x1234", signature });

  it("is decoded", () => {
    const [signature = "0x"] = signatures;
    expect(parse(wrapped(signature))).toEqual({ type: "wrapped", factory, factoryData: "0x1234", signature });
  });

  it("is malformed if the data before the suffix is invalid", () => {
    expect(parse(concat(["0x1234", WRAPPED_SUFFIX]))).toBeNull();
    expect(parse(WRAPPED_SUFFIX)).toBeNull();
  });

  it("is malformed if the signature inside is wrapped, decodable or not", () => {
    const [signature = "0x"] = signatures;
    for (const inner of [wrapped(signature), concat(["0xdeadbeef", WRAPPED_SUFFIX]), WRAPPED_SUFFIX]) {
      expect(parse(wrapped(inner))).toBeNull();
    }
  });

  it("is not wrapped without the suffix", () => {
    for (const other of [...signatures, slice(wrapped("0x12"), 0, 100)]) {
      expect(parse(other)).toEqual({ type: "plain", signature: other });
    }
  });
});
