// The results that a wallet may return for each method: how many, in which order and format.
import { expect, it } from "vitest";
import type { Method } from "../../../src/money/asset.ts";
import { parseResults } from "../../../src/payment/options/results.ts";

const HASH = `0x${"a1".repeat(32)}`;
const OTHER = `0x${"B2".repeat(32)}`;
const SIGNATURE = `0x${"c3".repeat(65)}`;
/** 16 384 characters. */
const LONGEST = `0x${"c3".repeat(8_191)}`;

it.each<[method: Method, results: string[], approvals: string[], last: string]>([
  ["eip3009", [SIGNATURE], [], SIGNATURE],
  ["eip3009", [LONGEST], [], LONGEST],
  ["permit2", [SIGNATURE], [], SIGNATURE],
  ["eip3009", ["0x"], [], "0x"],
  ["permit2", [HASH, "0x"], [HASH], "0x"],
  ["permit2", [HASH, SIGNATURE], [HASH], SIGNATURE],
  ["permit2", [HASH, OTHER, SIGNATURE], [HASH, OTHER], SIGNATURE],
  ["erc20", [HASH], [], HASH],
  ["erc20", [HASH, OTHER], [HASH], OTHER.toLowerCase()],
  ["erc20", [OTHER, OTHER, HASH], [OTHER, OTHER], HASH],
  ["native", [OTHER], [], OTHER.toLowerCase()],
])("%s accepts %s", (method, results, approvals, last) => {
  expect(parseResults(method, results)).toEqual({ outcome: "parsed", approvals, last });
});

it.each<[method: Method, results: string[], place: number | null, message: RegExp]>([
  ["eip3009", [], null, /exactly 1 result/],
  ["eip3009", [HASH, SIGNATURE], null, /exactly 1 result/],
  ["eip3009", ["signature"], 0, /a signature as 0x-prefixed hex/],
  ["eip3009", ["0x123"], 0, /a signature/],
  ["eip3009", [`${LONGEST}c3`], 0, /a signature/],
  ["eip3009", [`x${SIGNATURE}`], 0, /a signature/],
  ["eip3009", [`${SIGNATURE}x`], 0, /a signature/],
  ["permit2", [], null, /1 to 3 results/],
  ["permit2", [HASH, HASH, HASH, SIGNATURE], null, /1 to 3 results/],
  ["permit2", [SIGNATURE, SIGNATURE], 0, /the approval's transaction hash/],
  ["permit2", [HASH, "0x12", SIGNATURE], 1, /the approval's transaction hash/],
  ["permit2", [HASH, "no"], 1, /a signature/],
  ["erc20", [SIGNATURE], 0, /the transaction's hash/],
  ["erc20", [HASH, `${HASH}00`], 1, /the transaction's hash/],
  ["native", [HASH, HASH], null, /exactly 1 result/],
  ["erc20", [`x${HASH}`], 0, /the transaction's hash/],
  ["native", [HASH.slice(2)], 0, /the transaction's hash/],
])("%s refuses %s", (method, results, place, message) => {
  expect(parseResults(method, results)).toEqual({
    outcome: "malformed",
    place,
    message: expect.stringMatching(message),
  });
});
