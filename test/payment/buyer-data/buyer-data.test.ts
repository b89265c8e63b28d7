// Sealed buyer data opens only with the right key and only at its own place.
import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import {
  AlteredBuyerDataError,
  type BuyerDataKeys,
  openField,
  ownerOf,
  parseBuyerDataKeys,
  resealField,
  type SealedField,
  sealBuyerData,
} from "../../../src/payment/buyer-data/buyer-data.ts";
import {
  buyerDataTokenKeys,
  openBuyerDataToken,
  sealBuyerDataToken,
} from "../../../src/payment/buyer-data/buyer-data-token.ts";
import type { Option } from "../../../src/payment/option.ts";

const OLD = { id: "old", key: randomBytes(32) };
const NEW = { id: "new", key: randomBytes(32) };
const KEYS: BuyerDataKeys = [OLD];
const owner = { paymentId: "pay_1", account: "eip155:1:0xabc" };

function sealed(keys: BuyerDataKeys = KEYS): SealedField {
  const [field] = sealBuyerData(keys, owner, new Map([["fullName", "Ada Lovelace"]]));
  if (!field) throw new Error("nothing was sealed");
  return field;
}

test("a sealed field opens with its key and does not contain its value in clear", () => {
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
])("a sealed field does not open for %s", (_, place, changes) => {
  expect(() => openField(KEYS, place, { ...sealed(), ...changes })).toThrow(AlteredBuyerDataError);
});

test("a sealed field does not open after a bit flip, or with another key under the same id", () => {
  const field = sealed();
  for (let at = 0; at < field.content.length; at++) {
    const content = Buffer.from(field.content);
    content.writeUInt8(content.readUInt8(at) ^ 1, at);
    expect(() => openField(KEYS, owner, { ...field, content })).toThrow(AlteredBuyerDataError);
  }
  expect(() => openField([{ ...NEW, id: OLD.id }], owner, field)).toThrow(AlteredBuyerDataError);
});

test("a missing key is named, and a key that sealed something else", () => {
  expect(() => openField([NEW], owner, sealed())).toThrow(
    "the data is sealed with the key old, which BUYER_DATA_KEYS does not contain",
  );
  expect(() => openField(KEYS, { ...owner, paymentId: "pay_2" }, sealed())).toThrow(
    "the fullName stored for pay_2 is not what the key old of BUYER_DATA_KEYS sealed there",
  );
});

test("a field that an earlier version stored opens", () => {
  const content = Buffer.from("LrQiBsFncVG6ugemTtPCVdwypnpX4NcFZROJpCkPuHsnwFw8lxrRlg==", "base64");
  const stored: SealedField = { field: "fullName", keyId: "old", content };
  expect(openField([{ id: "old", key: Buffer.alloc(32, 1) }], owner, stored)).toBe("Ada Lovelace");
});

test("the owner of the data is the payment's payer", () => {
  const option = { paymentId: "pay_1", terms: { chain: "eip155:1", payer: "0xabc" } } as unknown as Option;
  expect(ownerOf(option)).toEqual(owner);
});

test("resealing under the first key makes the other keys unnecessary", () => {
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
  ["a key that is not hex", `a:${hex("0g")}`],
  ["a repeated id", `a:${hex("0a")},a:${hex("0b")}`],
  ["a repeated key", `a:${hex("0a")},b:${hex("0A")}`],
  ["a trailing comma", `a:${hex("0a")},`],
])("BUYER_DATA_KEYS is refused with %s", (_, text) => {
  expect(parseBuyerDataKeys(text)).toBeUndefined();
});

test("a form's token opens only for its payment and account, and only with the installation's secret", () => {
  const keys = buyerDataTokenKeys(randomBytes(32));
  const token = sealBuyerDataToken(keys, owner);
  expect(openBuyerDataToken(keys, token)).toEqual(owner);
  expect(sealBuyerDataToken(keys, owner)).toBe(token);
  expect(openBuyerDataToken(buyerDataTokenKeys(randomBytes(32)), token)).toBeNull();
  for (const other of ["", "x", token.slice(0, -2), `B${token.slice(1)}`])
    expect(openBuyerDataToken(keys, other)).toBeNull();
});
