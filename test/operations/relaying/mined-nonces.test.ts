// A node that counts the transactions of a block before it has mined it.
import { expect, test } from "vitest";
import { MinedNonceReadings } from "../../../src/operations/relaying/mined-nonces.ts";

const RELAYER = "0x52908400098527886E0F7030069857D2E4169EE7";
const block = (number: bigint, fork = "") => ({ number, hash: `0x${number.toString(16)}${fork}` }) as const;

interface Read {
  readonly atMs: number;
  readonly newest: ReturnType<typeof block>;
  readonly counted: bigint;
}
const read = (atMs: number, newest: bigint, counted: bigint, fork = ""): Read => ({
  atMs,
  newest: block(newest, fork),
  counted,
});

test.each<[string, Read[], bigint]>([
  ["nothing from the first reading", [read(0, 9n, 7n)], 0n],
  ["what was counted while an older block was the newest", [read(0, 9n, 7n), read(900, 10n, 8n)], 7n],
  [
    "not what a later reading at the same block adds: it may be of the next block",
    [read(0, 9n, 7n), read(500, 9n, 8n), read(900, 9n, 8n)],
    0n,
  ],
  ["what counted too early, once its block is ingested", [read(0, 9n, 8n), read(900, 10n, 8n)], 8n],
  ["what stays counted for 5 s without a new block", [read(0, 9n, 7n), read(4_999, 9n, 7n), read(5_000, 9n, 7n)], 7n],
  ["no more than is counted now", [read(0, 9n, 7n), read(900, 9n, 7n), read(1_800, 10n, 6n)], 6n],
  ["nothing after a reorg to a lower block", [read(0, 9n, 7n), read(900, 8n, 7n)], 0n],
  ["nothing after a reorg to another block", [read(0, 9n, 7n), read(900, 9n, 7n, "b")], 0n],
])("certain is %s", (_, reads, expected) => {
  let nowMs = 0;
  const readings = new MinedNonceReadings(() => nowMs);
  const results = reads.map(({ atMs, newest, counted }) => {
    nowMs = atMs;
    return readings.add(RELAYER, counted, newest);
  });
  expect(results.map(({ counted }) => counted)).toEqual(reads.map(({ counted }) => counted));
  expect(results.at(-1)?.certain).toBe(expected);
});

test("each relayer has its own readings", () => {
  const readings = new MinedNonceReadings(() => 0);
  readings.add(RELAYER, 7n, block(9n));
  expect(readings.add("0x8617E340B3D01FA5F11F306F4090FD50E238070D", 3n, block(10n)).certain).toBe(0n);
});
