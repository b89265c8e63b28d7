// The console's check of a settlement address explains common mistakes before anything is sent.
import { expect, test } from "vitest";
import { checkAddress } from "../../src/browser/console/pages/merchant/address.ts";

const BASE = "eip155:8453";
const ADDRESS = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

test("a checksummed address is valid, alone or as a CAIP-10 account", () => {
  const right = { ok: true, account: `${BASE}:${ADDRESS}`, address: ADDRESS, warning: null };
  expect(checkAddress(BASE, ` ${ADDRESS}\n`)).toEqual(right);
  expect(checkAddress(BASE, `${BASE}:${ADDRESS}`)).toEqual(right);
});

test.each([ADDRESS.toLowerCase(), `0x${ADDRESS.slice(2).toUpperCase()}`])("%s is valid, with a warning", (text) => {
  const check = checkAddress(BASE, text);
  expect(check).toMatchObject({ ok: true, address: ADDRESS });
  expect(check).toHaveProperty("warning", expect.stringContaining("no checksum"));
});

test("an address that nobody can hold causes a warning", () => {
  expect(checkAddress(BASE, "0x0000000000000000000000000000000000000001")).toHaveProperty(
    "warning",
    expect.stringContaining("Nobody is known"),
  );
});

test.each([
  ["", "Enter the address"],
  [ADDRESS.replace("5aA", "5AA"), "checksum"],
  [ADDRESS.slice(0, -1), "This has 39."],
  [`${ADDRESS}0`, "This has 41."],
  [ADDRESS.replace("F3E", "F3O"), "“O” isn't one of them"],
  [ADDRESS.slice(2), "doesn't start with 0x"],
  ["shop.eth", "Names aren't resolved"],
  ["0x0000000000000000000000000000000000000000", "zero address"],
  [`eip155:1:${ADDRESS}`, "another chain"],
])("%j is refused: %s", (text, message) => {
  expect(checkAddress(BASE, text)).toEqual({ ok: false, message: expect.stringContaining(message) });
});
