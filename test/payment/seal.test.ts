// Sealed texts, and the links that contain them.
import { expect, test } from "vitest";
import {
  buyerDataTokenKeys,
  openBuyerDataToken,
  sealBuyerDataToken,
} from "../../src/payment/buyer-data/buyer-data-token.ts";
import { buyerDataFormPath, paymentLink, walletUri } from "../../src/payment/link.ts";
import { openPageToken, pageKeys, sealPageToken } from "../../src/payment/lists/page-token.ts";
import { seal, sealKeys, unseal } from "../../src/payment/seal.ts";

const secret = (byte: number): Buffer => Buffer.alloc(32, byte);

test("a seal stays the same across versions: wallets and pages hold it", () => {
  const keys = sealKeys(secret(1), null, "option");
  expect(seal(keys, 5, "text")).toBe("BReYKv9NXuOwzmMVDGBW14Gl7oYj7UYnBjcFtwjcpMw9");
  expect(unseal(keys, 5, "BReYKv9NXuOwzmMVDGBW14Gl7oYj7UYnBjcFtwjcpMw9")).toBe("text");
});

test("a seal opens with the former secret too, and only in its layout and for its purpose", () => {
  const sealed = seal(sealKeys(secret(1), null, "option"), 5, "text");
  expect(unseal(sealKeys(secret(2), secret(1), "option"), 5, sealed)).toBe("text");
  expect(unseal(sealKeys(secret(1), secret(2), "option"), 5, sealed)).toBe("text");
  expect(unseal(sealKeys(secret(2), null, "option"), 5, sealed)).toBeNull();
  expect(unseal(sealKeys(secret(2), secret(3), "option"), 5, sealed)).toBeNull();
  expect(unseal(sealKeys(secret(1), null, "page token"), 5, sealed)).toBeNull();
  expect(unseal(sealKeys(secret(1), null, "option"), 6, sealed)).toBeNull();
});

test("texts of the same secret have the same seal exactly if they are equal", () => {
  const keys = sealKeys(secret(1), null, "option");
  expect(seal(keys, 5, "text")).toBe(seal(sealKeys(secret(1), secret(2), "option"), 5, "text"));
  expect(seal(keys, 5, "text").slice(0, 18)).not.toBe(seal(keys, 5, "tex").slice(0, 18));
});

test("a page's token and a form's token are not interchangeable", () => {
  const page = sealPageToken(pageKeys(secret(1)), { id: "pay_1", expiresAtS: 1 }, 1).slice("page_".length);
  const form = sealBuyerDataToken(buyerDataTokenKeys(secret(1)), { paymentId: "pay_1", account: "eip155:1:0xabc" });
  expect(openBuyerDataToken(buyerDataTokenKeys(secret(1)), page)).toBeNull();
  expect(openPageToken(pageKeys(secret(1)), `page_${form}`, 1)).toBeNull();
});

test("links", () => {
  expect(paymentLink("https://pay.example", "pay_1")).toBe("https://pay.example/pay_1");
  expect(walletUri("https://pay.example/pay_1")).toBe("wc:?pay=https%3A%2F%2Fpay.example%2Fpay_1");
  expect(buyerDataFormPath("token")).toBe("/collect/token");
});
