// Receipts by jose, as any other program verifies them.
import { calculateJwkThumbprint, createLocalJWKSet, jwtVerify } from "jose";
import { expect, test } from "vitest";
import { RECEIPT_TYPE } from "../../../src/payment/receipts/receipt.ts";
import { receiptKeys } from "../../../src/payment/receipts/receipt-keys.ts";
import { signReceipt } from "../../../src/payment/receipts/sign-receipt.ts";
import { newReceiptKeys, RECEIPT } from "./given.ts";

test("the same receipt and key give the same text, with the claims and the key's id", async () => {
  const keys = newReceiptKeys();
  const receipt = await signReceipt(keys, RECEIPT);
  expect(await signReceipt(keys, RECEIPT)).toBe(receipt);
  const { payload, protectedHeader } = await jwtVerify(receipt, createLocalJWKSet({ keys: [...keys.published] }), {
    algorithms: ["EdDSA"],
    typ: RECEIPT_TYPE,
    issuer: RECEIPT.iss,
    subject: RECEIPT.sub,
  });
  expect(payload).toEqual(RECEIPT);
  expect(protectedHeader).toEqual({ alg: "EdDSA", typ: RECEIPT_TYPE, kid: keys.published[0].kid });
});

test("RFC 8032's first test key has the public part that the RFC gives", () => {
  const seed = Buffer.from("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60", "hex");
  const [{ x }] = receiptKeys([seed]).published;
  const expected = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
  expect(Buffer.from(x, "base64url").toString("hex")).toBe(expected);
});

test("each key's id is its thumbprint, and nothing private is published", async () => {
  const { published } = newReceiptKeys(2);
  expect(new Set(published.map(({ kid }) => kid)).size).toBe(3);
  for (const key of published) {
    expect(key).toEqual({
      kty: "OKP",
      crv: "Ed25519",
      x: expect.stringMatching(/^[\w-]{43}$/),
      kid: await calculateJwkThumbprint(key),
      alg: "EdDSA",
      use: "sig",
    });
  }
});
