// CAIP identifiers, of which each has one canonical text.
import { describe, expect, test } from "vitest";
import { evmChainNumber, isChainId, parseAccountId, parseAssetId } from "../../src/money/caip.ts";

const ADDRESS = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const LOWER = ADDRESS.toLowerCase();
const UPPER = `0x${ADDRESS.slice(2).toUpperCase()}`;
const WRONG_CHECKSUM = ADDRESS.replace("C5", "c5");

describe("a chain (CAIP-2)", () => {
  test.each([
    "eip155:1",
    "eip155:8453",
    "eip155:999999999999999",
    "cosmos:cosmoshub-4",
    "bip122:000000000019d6689c085ae165831e93",
    "abc:X_y",
    "eip155x:0",
  ])("%s is valid", (chain) => {
    expect(isChainId(chain)).toBe(true);
  });

  test.each([
    "",
    "eip155",
    "eip155:",
    "eip155:0",
    "eip155:01",
    "eip155:x",
    "eip155:1000000000000000",
    "eip155:1:2",
    "ab:1",
    "ninechars:1",
    "Abc:1",
    " eip155:1",
    "eip155:1 ",
    `abc:${"x".repeat(33)}`,
  ])("%j is not", (chain) => {
    expect(isChainId(chain)).toBe(false);
  });

  test("has a number if it is an EVM chain", () => {
    expect(evmChainNumber("eip155:999999999999999")).toBe(999_999_999_999_999);
    for (const chain of ["eip155:0", "eip155:1000000000000000", "eip155:1x", "cosmos:1", "x-eip155:1"]) {
      expect(() => evmChainNumber(chain)).toThrow(`not an eip155 chain id: ${chain}`);
    }
  });
});

describe("an account (CAIP-10)", () => {
  test.each([ADDRESS, LOWER, UPPER])("%s on an EVM chain is checksummed", (address) => {
    const expected = { chain: "eip155:1", address: ADDRESS, text: `eip155:1:${ADDRESS}` };
    expect(parseAccountId(`eip155:1:${address}`)).toEqual(expected);
  });

  test("on another chain keeps its letter case", () => {
    const text = "cosmos:cosmoshub-4:Cosmos1%2Ev.x-y";
    expect(parseAccountId(text)).toEqual({ chain: "cosmos:cosmoshub-4", address: "Cosmos1%2Ev.x-y", text });
  });

  test.each([
    "",
    "eip155",
    "eip155:1",
    "eip155:1:",
    ADDRESS,
    `:${ADDRESS}`,
    `eip155:0:${ADDRESS}`,
    `eip155:1:${WRONG_CHECKSUM}`,
    `eip155:1:${ADDRESS.slice(0, -1)}`,
    `eip155:1:${ADDRESS}0`,
    `eip155:1:${LOWER}0`,
    `eip155:1:${UPPER}0`,
    `eip155:1:${LOWER.slice(2)}`,
    `eip155:1:0X${UPPER.slice(2)}`,
    `eip155:1:x${UPPER}`,
    `eip155:1:${UPPER.slice(2)}`,
    "eip155:1:cosmos1abc",
    "cosmos:hub:",
    "cosmos:hub:a/b",
    `cosmos:hub:${"a".repeat(129)}`,
  ])("%j is rejected", (text) => {
    expect(parseAccountId(text)).toBeNull();
  });
});

describe("an asset (CAIP-19)", () => {
  test.each([ADDRESS, LOWER, UPPER])("token %s has a checksummed address", (address) => {
    expect(parseAssetId(`eip155:8453/erc20:${address}`)).toEqual({
      chain: "eip155:8453",
      namespace: "erc20",
      reference: ADDRESS,
      text: `eip155:8453/erc20:${ADDRESS}`,
    });
  });

  test.each([
    ["eip155:1/slip44:60", "eip155:1", "slip44", "60"],
    ["cosmos:cosmoshub-4/slip44:118", "cosmos:cosmoshub-4", "slip44", "118"],
    ["polkadot:b0a8d493285c2df7/erc20:Not.An-EVM%20token", "polkadot:b0a8d493285c2df7", "erc20", "Not.An-EVM%20token"],
  ])("%s keeps its text", (text, chain, namespace, reference) => {
    expect(parseAssetId(text)).toEqual({ chain, namespace, reference, text });
  });

  test.each([
    "",
    "eip155:1",
    "eip155:1/",
    "eip155:1/slip44",
    "eip155:1/slip44:",
    "eip155:1/slip44:060",
    "eip155:1/slip44:0x3c",
    "cosmos:cosmoshub-4/slip44:0118",
    `eip155:1/erc20:0x${"0".repeat(40)}`,
    "eip155:1/erc20:0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE",
    `eip155:1/erc20:0x${"E".repeat(40)}`,
    "eip155:1/native:0",
    `eip155:1/erc721:${LOWER}`,
    "eip155:1/ab:60",
    "eip155:1/ninechars:60",
    "eip155:1/SLIP44:60",
    "eip155:0/slip44:60",
    "eip155:1/slip44:60/1",
    " eip155:1/slip44:60",
    `eip155:1/erc20:${WRONG_CHECKSUM}`,
    "eip155:1/erc20:60",
    `eip155:1/slip44:${"6".repeat(129)}`,
  ])("%j is rejected", (text) => {
    expect(parseAssetId(text)).toBeNull();
  });
});
