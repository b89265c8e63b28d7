// The console's check of a settlement address finds common mistakes before anything is sent.
import { expect, test } from "vitest";
import { checkAddress } from "../../src/browser/console/pages/merchants/destinations/address.ts";

const BASE = "eip155:8453";
const ADDRESS = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

test("a checksummed address is valid, alone or as a CAIP-10 account", () => {
  const right = { ok: true, account: `${BASE}:${ADDRESS}`, address: ADDRESS, warning: null };
  expect(checkAddress(BASE, ` ${ADDRESS}\n`)).toEqual(right);
  expect(checkAddress(BASE, `${BASE}:${ADDRESS}`)).toEqual(right);
});

test.each([ADDRESS.toLowerCase(), `0x${ADDRESS.slice(2).toUpperCase()}`])("%s is valid, with a warning", (text) => {
  expect(checkAddress(BASE, text)).toMatchObject({ ok: true, address: ADDRESS, warning: "noChecksum" });
});

test("an address that nobody can hold causes a warning", () => {
  const check = checkAddress(BASE, "0x0000000000000000000000000000000000000001");
  expect(check).toMatchObject({ ok: true, warning: "nobody" });
});

test.each([
  ["", { type: "missing" }],
  [ADDRESS.replace("5aA", "5AA"), { type: "checksum" }],
  [ADDRESS.slice(0, -1), { type: "length", count: 39 }],
  [`${ADDRESS}0`, { type: "length", count: 41 }],
  [ADDRESS.replace("F3E", "F3O"), { type: "character", character: "O" }],
  [ADDRESS.slice(2), { type: "noPrefix" }],
  ["shop.eth", { type: "name" }],
  ["0x0000000000000000000000000000000000000000", { type: "zeroAddress" }],
  [`eip155:1:${ADDRESS}`, { type: "otherChain", chain: BASE }],
])("%j is refused: %j", (text, fault) => {
  expect(checkAddress(BASE, text)).toEqual({ ok: false, fault });
});
