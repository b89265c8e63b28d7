// Verifying receipts offline: what the service signed is accepted, and nothing else.
import { generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { exportJWK, SignJWT } from "jose";
import { afterEach, describe, expect, test, vi } from "vitest";
import { ReceiptError, verifyReceipt } from "../../src/client/index.ts";
import { RECEIPT_TYPE, type Receipt } from "../../src/payment/receipts/receipt.ts";
import { receiptKeys } from "../../src/payment/receipts/receipt-keys.ts";
import { signReceipt } from "../../src/payment/receipts/sign-receipt.ts";
import { encoded, HEADER, newReceiptKeys, RECEIPT } from "../payment/receipts/given.ts";

const keys = newReceiptKeys();
const jwks = { keys: [...keys.published] };
const KID = { kid: keys.published[0].kid };
const receipt = await signReceipt(keys, RECEIPT);
const [head = "", body = "", signature = ""] = receipt.split(".");

/** Why it is refused; "accepted" if it is not. */
const reasonFor = (text: string, options: Parameters<typeof verifyReceipt>[1] = { jwks }): Promise<string> =>
  verifyReceipt(text, options).then(
    () => "accepted",
    (error: unknown) => (error instanceof ReceiptError ? error.reason : String(error)),
  );

/** Signed by the right key, whatever it says. */
const signed = (header: object, claims: string): string => {
  const text = `${encoded(header)}.${Buffer.from(claims).toString("base64url")}`;
  return `${text}.${sign(null, Buffer.from(text), keys.signing).toString("base64url")}`;
};

afterEach(() => vi.restoreAllMocks());

test("a receipt that the service signed gives its claims", async () => {
  expect(await verifyReceipt(receipt, { jwks })).toEqual(RECEIPT);
  expect(await verifyReceipt(receipt, { jwks, issuer: RECEIPT.iss })).toEqual(RECEIPT);
});

test("one that jose signed with another key pair, too", async () => {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const by = await new SignJWT({ ...RECEIPT }).setProtectedHeader({ ...HEADER, kid: "theirs" }).sign(privateKey);
  const key = { ...(await exportJWK(publicKey)), kid: "theirs" };
  expect(await verifyReceipt(by, { jwks: { keys: [...jwks.keys, key] } })).toEqual(RECEIPT);
});

/** Every value in the claims, by its path. */
const pathsOf = (claims: object, path: readonly string[] = []): (readonly string[])[] =>
  Object.entries(claims).flatMap(([name, value]) =>
    typeof value === "object" ? pathsOf(value, [...path, name]) : [[...path, name]],
  );

/** The claims with one value changed. */
function changed(claims: object, [name = "", ...rest]: readonly string[]): object {
  const value = (claims as Record<string, unknown>)[name];
  if (rest.length > 0) return { ...claims, [name]: changed(value as object, rest) };
  return { ...claims, [name]: typeof value === "number" ? value + 1 : `${value}0` };
}

test.each(pathsOf(RECEIPT).map((path) => [path.join("."), path] as const))(
  "a changed %s is refused",
  async (_, path) => {
    const altered = `${head}.${encoded(changed(RECEIPT, path))}.${signature}`;
    expect(await reasonFor(altered)).toBe("wrong_signature");
  },
);

test("one changed bit anywhere is refused", async () => {
  const flipped = (part: string, at: number) => {
    const bytes = Buffer.from(part, "base64url");
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    return bytes.toString("base64url");
  };
  for (let at = 0; at < Buffer.from(body, "base64url").length; at += 1) {
    expect(await reasonFor(`${head}.${flipped(body, at)}.${signature}`)).toBe("wrong_signature");
  }
  for (let at = 0; at < Buffer.from(signature, "base64url").length; at += 1) {
    expect(await reasonFor(`${head}.${body}.${flipped(signature, at)}`)).toBe("wrong_signature");
  }
  for (let at = 0; at < Buffer.from(head, "base64url").length; at += 1) {
    expect(await reasonFor(`${flipped(head, at)}.${body}.${signature}`)).not.toBe("accepted");
  }
});

describe("another algorithm", () => {
  test.each(["none", "None", "", "HS256", "ES256", "Ed25519ph", undefined])("%s is refused", async (alg) => {
    expect(await reasonFor(`${encoded({ ...HEADER, ...KID, alg })}.${body}.${signature}`)).toBe("wrong_algorithm");
  });

  test("none without a signature", async () => {
    expect(await reasonFor(`${encoded({ ...HEADER, ...KID, alg: "none" })}.${body}.`)).toBe("malformed");
  });

  test("HS256 with the public key as the secret", async () => {
    const secret = Buffer.from(keys.published[0].x, "base64url");
    const forged = await new SignJWT({ ...RECEIPT })
      .setProtectedHeader({ ...HEADER, ...KID, alg: "HS256" })
      .sign(Buffer.concat([secret]));
    expect(await reasonFor(forged)).toBe("wrong_algorithm");
  });
});

describe("another key", () => {
  test("that the set lacks", async () => {
    expect(await reasonFor(await signReceipt(newReceiptKeys(), RECEIPT))).toBe("unknown_key");
    expect(await reasonFor(receipt, { jwks: { keys: [] } })).toBe("unknown_key");
  });

  test("that claims the id of a known one", async () => {
    const forger = newReceiptKeys();
    const forged = { ...forger, published: [{ ...forger.published[0], ...KID }] as const };
    expect(await reasonFor(await signReceipt(forged, RECEIPT))).toBe("wrong_signature");
  });

  test("without an id, or embedded in the header", async () => {
    const forger = newReceiptKeys();
    const text = `${encoded({ ...HEADER, jwk: forger.published[0] })}.${body}`;
    const by = sign(null, Buffer.from(text), forger.signing).toString("base64url");
    expect(await reasonFor(`${text}.${by}`)).toBe("unknown_key");
  });

  test("of the right id and another type is no key", async () => {
    const { publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const key = { ...publicKey.export({ format: "jwk" }), ...KID };
    expect(await reasonFor(receipt, { jwks: { keys: [key] } })).toBe("unknown_key");
    expect(await reasonFor(receipt, { jwks: { keys: [{ ...jwks.keys[0], x: "AA" }] } })).toBe("unknown_key");
    expect(await reasonFor(receipt, { jwks: { keys: [{ ...jwks.keys[0], x: undefined }] } })).toBe("unknown_key");
  });
});

test("after a rotation, earlier receipts verify as long as their key is published, and new ones by the new key", async () => {
  const [former, next] = [randomBytes(32), randomBytes(32)];
  const before = await signReceipt(receiptKeys([former]), RECEIPT);
  const rotated = receiptKeys([next, former]);
  const after = await signReceipt(rotated, RECEIPT);
  expect(after).not.toBe(before);
  for (const text of [before, after]) {
    expect(await verifyReceipt(text, { jwks: { keys: rotated.published } })).toEqual(RECEIPT);
  }
  const removed = { jwks: { keys: receiptKeys([next]).published } };
  expect([await reasonFor(before, removed), await reasonFor(after, removed)]).toEqual(["unknown_key", "accepted"]);
});

test("another kind of token of the same key is no receipt", async () => {
  const claims = JSON.stringify(RECEIPT);
  expect(await reasonFor(signed({ ...HEADER, ...KID, typ: "JWT" }, claims))).toBe("not_a_receipt");
  expect(await reasonFor(signed({ alg: "EdDSA", ...KID }, claims))).toBe("not_a_receipt");
  expect(await reasonFor(signed({ ...HEADER, ...KID, crit: ["exp"] }, claims))).toBe("not_a_receipt");
  expect(await reasonFor(signed({ ...HEADER, ...KID }, claims))).toBe("accepted");
});

test("another issuer is refused if one is expected", async () => {
  expect(await reasonFor(receipt, { jwks, issuer: "https://other.example" })).toBe("wrong_issuer");
});

test.each([
  ["nothing", ""],
  ["two parts", `${head}.${body}`],
  ["four parts", `${receipt}.${signature}`],
  ["line breaks", receipt.replace(".", ".\n")],
  ["base64 with padding", `${head}=.${body}.${signature}`],
  ["more than 16 KB", `${head}.${"A".repeat(16_384)}.${signature}`],
  ["no JSON in front", `AAAA.${body}.${signature}`],
])("%s is malformed", async (_, text) => {
  expect(await reasonFor(text)).toBe("malformed");
});

test.each(["[]", "null", '"text"', "{}", '{"iss":"https://pay.example"}', "not JSON"])(
  "%s is no receipt, even if it is signed",
  async (claims) => {
    expect(await reasonFor(signed({ ...HEADER, ...KID }, claims))).toBe("malformed");
  },
);

test("a runtime without Ed25519 says so", async () => {
  vi.spyOn(crypto.subtle, "importKey").mockRejectedValue(new DOMException("unrecognized", "NotSupportedError"));
  expect(await reasonFor(receipt)).toBe("unsupported");
});

test("the claims have their types", async () => {
  const claims: Receipt = await verifyReceipt(receipt, { jwks });
  expect(claims.transaction.block.number).toBe(RECEIPT.transaction.block.number);
  expect(HEADER.typ).toBe(RECEIPT_TYPE);
});
