// Sealed fields: only the right key opens them, and only where they belong.
import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import {
  AlteredBuyerDataError,
  type BuyerDataKeys,
  openField,
  parseBuyerDataKeys,
  resealField,
  SealedByUnknownKeyError,
  type SealedField,
  sealBuyerData,
} from "../../src/payment/buyer-data.ts";
import { buyerDataTokenKeys, openBuyerDataToken, sealBuyerDataToken } from "../../src/payment/buyer-data-token.ts";

const OLD = { id: "old", key: randomBytes(32) };
const NEW = { id: "new", key: randomBytes(32) };
const KEYS: BuyerDataKeys = [OLD];
const owner = { paymentId: "pay_1", account: "eip155:1:0xabc" };

function sealed(keys: BuyerDataKeys = KEYS): SealedField {
  const [field] = sealBuyerData(keys, owner, new Map([["fullName", "Ada Lovelace"]]));
  if (!field) throw new Error("nothing was sealed");
  return field;
}

test("is opened by the key that sealed it, and does not hold what was sealed", () => {
  expect(openField(KEYS, owner, sealed())).toBe("Ada Lovelace");
  expect(sealed().content.toString("latin1")).not.toContain("Ada");
});

test("the same value is sealed differently each time", () => {
  expect(sealed().content.equals(sealed().content)).toBe(false);
});

test.each([
  ["another payment", { ...owner, paymentId: "pay_2" }, {}],
  ["another account", { ...owner, account: "eip155:1:0xabd" }, {}],
  ["another field", owner, { field: "porAddress" as const }],
])("is not opened for %s", (_, place, changes) => {
  expect(() => openField(KEYS, place, { ...sealed(), ...changes })).toThrow(AlteredBuyerDataError);
});

test("is not opened once a bit of it is another, or with another key of the same id", () => {
  const field = sealed();
  for (let at = 0; at < field.content.length; at++) {
    const content = Buffer.from(field.content);
    content.writeUInt8(content.readUInt8(at) ^ 1, at);
    expect(() => openField(KEYS, owner, { ...field, content })).toThrow(AlteredBuyerDataError);
  }
  expect(() => openField([{ ...NEW, id: OLD.id }], owner, field)).toThrow(AlteredBuyerDataError);
});

test("a key that is missing is named", () => {
  expect(() => openField([NEW], owner, sealed())).toThrow(new SealedByUnknownKeyError("old"));
});

test("is sealed again under the first key, and then needs no other", () => {
  const again = resealField([NEW, OLD], owner, sealed());
  expect(again).toMatchObject({ field: "fullName", keyId: "new" });
  expect(openField([NEW], owner, again)).toBe("Ada Lovelace");
});

const hex = (byte: string) => byte.repeat(32);

test("BUYER_DATA_KEYS: the first key first", () => {
  expect(parseBuyerDataKeys(`b:${hex("0b")}, a:${hex("0A")}`)).toEqual([
    { id: "b", key: Buffer.alloc(32, 0x0b) },
    { id: "a", key: Buffer.alloc(32, 0x0a) },
  ]);
});

test.each([
  ["nothing", ""],
  ["no id", hex("0a")],
  ["an empty id", `:${hex("0a")}`],
  ["a key that is too short", `a:${hex("0a").slice(2)}`],
  ["a key that is no hex", `a:${hex("0g")}`],
  ["an id twice", `a:${hex("0a")},a:${hex("0b")}`],
  ["a key twice", `a:${hex("0a")},b:${hex("0A")}`],
  ["a comma at the end", `a:${hex("0a")},`],
])("BUYER_DATA_KEYS is refused with %s", (_, text) => {
  expect(parseBuyerDataKeys(text)).toBeUndefined();
});

test("a form's token opens for whom it was made, and only with the installation's secret", () => {
  const keys = buyerDataTokenKeys(randomBytes(32));
  const token = sealBuyerDataToken(keys, owner);
  expect(openBuyerDataToken(keys, token)).toEqual(owner);
  expect(sealBuyerDataToken(keys, owner)).toBe(token);
  expect(openBuyerDataToken(buyerDataTokenKeys(randomBytes(32)), token)).toBeNull();
  for (const other of ["", "x", token.slice(0, -2), `B${token.slice(1)}`])
    expect(openBuyerDataToken(keys, other)).toBeNull();
});
