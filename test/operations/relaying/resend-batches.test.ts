// Resending batches: a lasting condition is logged once, and one relayer's failures hold up no other.

import type { Address, Hex } from "viem";
import { describe, expect, test } from "vitest";
import type { Block, ChainReader } from "../../../src/operations/ports/chain/chain-reader.ts";
import type { FeesPerGas, SendOutcome } from "../../../src/operations/ports/chain/chain-writer.ts";
import type { RelayPorts, StoredTransaction } from "../../../src/operations/ports/relaying/relay.ts";
import { UNTRACED } from "../../../src/operations/ports/tracing.ts";
import { resendSilent, restartStalled } from "../../../src/operations/relaying/resend-batches.ts";
import type { UnpaidStore } from "../../../src/operations/relaying/resolve-unpaid.ts";
import { createLogThrottle } from "../../../src/operations/timing/log-throttle.ts";

const ADDRESS = "0x0000000000000000000000000000000000000001";
const OTHER = "0x0000000000000000000000000000000000000002";
const TRANSACTION: StoredTransaction = {
  hash: "0x01",
  raw: "0x02",
  batchId: 1n,
  relayer: ADDRESS,
  nonce: 7n,
  call: { recipient: ADDRESS, data: "0x", gasLimit: 1n },
  fees: { maxFeePerGas: 1n, maxPriorityFeePerGas: 1n },
  blocksWaited: 0,
  isAbandoned: false,
  isEmpty: false,
};

/** One batch that is resent repeatedly, to a node that responds as configured. */
function relaying(bumped: FeesPerGas | null = null) {
  const said: string[] = [];
  const node: { answer: SendOutcome } = { answer: "sent" };
  const say = (level: string) => (_: object, message: string) => void said.push(`${level}: ${message}`);
  const ports: RelayPorts = {
    chain: {
      id: "eip155:31337",
      relayers: [ADDRESS],
      sendToAll: async () => node.answer,
      bumped: async () => bumped,
      nextNonce: async () => 8n,
    } as Partial<RelayPorts["chain"]> as RelayPorts["chain"],
    store: {
      silentTransactions: async () => [TRANSACTION],
      markSent: async () => {},
      releaseBatch: async () => {},
    } as Partial<RelayPorts["store"]> as RelayPorts["store"],
    throttle: createLogThrottle(() => 0),
    log: { info: say("info"), warn: say("warn"), error: say("error") },
    router: ADDRESS,
    resendAfterMs: 0,
    fillMaxMs: 0,
    tracing: UNTRACED,
    crashPoint: () => {},
  };
  return {
    said,
    ports,
    async attempts(count: number, answer: SendOutcome) {
      node.answer = answer;
      for (let attempt = 0; attempt < count; attempt++) await resendSilent(ports);
    },
  };
}

test("an account that runs dry is one error and one line when it is funded; then it can be logged again", async () => {
  const { said, attempts } = relaying();
  await attempts(100, "unfunded");
  expect(said).toEqual(["error: the relayer's account cannot pay for gas: send it native coin"]);
  await attempts(1, "sent");
  expect(said.slice(1)).toEqual(["info: the relayer's account can pay for gas again", "info: batch sent"]);
  await attempts(100, "unfunded");
  expect(said.slice(3)).toEqual(["error: the relayer's account cannot pay for gas: send it native coin"]);
});

test("fees at their cap are one warning", async () => {
  const { said, attempts } = relaying(null);
  await attempts(100, "underpriced");
  expect(said.filter((line) => line.includes("fee cap"))).toEqual(["warn: the batch is waiting at the fee cap"]);
});

test.each(["known", "sent"] as const)(
  "a batch that waited three blocks is sent with higher fees, whether the node says %s",
  async (answer) => {
    const fees = { maxFeePerGas: 3n, maxPriorityFeePerGas: 2n };
    const { ports } = relaying(fees);
    const replacements: StoredTransaction[] = [];
    const resendAfter = (blocksWaited: number) =>
      resendSilent({
        ...ports,
        chain: { ...answering(ports, answer), bumped: async () => fees },
        store: {
          ...ports.store,
          silentTransactions: async () => [{ ...TRANSACTION, blocksWaited }],
          storeReplacement: async (replacement) => void replacements.push(replacement),
        },
      });
    await resendAfter(2);
    expect(replacements).toEqual([]);
    await resendAfter(3);
    expect(replacements).toEqual([{ ...TRANSACTION, raw: "0x03", hash: "0x04", fees }]);
  },
);

describe("a relayer whose nonce seems to have run ahead", () => {
  const NEWEST = { number: 9n, hash: "0x09", parentHash: "0x08", timeS: 9 } as const;

  /** @returns the nonces it continues at, if the chain counts this many transactions */
  async function restarts(latest: bigint, atNewest: () => Promise<bigint>, newest: Block | null = NEWEST) {
    const { ports, said } = relaying();
    const nonces: bigint[] = [];
    const chain = { ...ports.chain, nextNonce: async () => latest };
    const store = {
      ...ports.store,
      stalledRelayers: async () => [{ relayer: ADDRESS, lowestNonce: 7n } as const],
      restartAt: async (_: string, __: Address, nonce: bigint) => void nonces.push(nonce),
    };
    const reader = { transactionCount: atNewest } as Partial<ChainReader> as ChainReader;
    const followed = { newestBlock: async () => newest } as Partial<UnpaidStore> as UnpaidStore;
    await restartStalled({ ...ports, chain, store }, { reader, store: followed });
    expect(said).toHaveLength(nonces.length);
    return nonces;
  }

  test("continues at the chain's nonce", async () => {
    expect(await restarts(5n, async () => 5n)).toEqual([5n]);
  });

  test("continues at the head's nonce if the watcher has not reached the head", async () => {
    expect(await restarts(6n, async () => 5n)).toEqual([6n]);
  });

  test("stays if the head counts its batches, which the watcher has not reached", async () => {
    expect(await restarts(7n, async () => 5n)).toEqual([]);
  });

  test("stays if a node that lags counts less than the newest ingested block", async () => {
    expect(await restarts(5n, async () => 6n)).toEqual([]);
    const lacksBlock = () => Promise.reject(new Error("header not found"));
    await expect(restarts(5n, lacksBlock)).rejects.toThrow("header not found");
  });

  test("stays until the chain is followed", async () => {
    expect(await restarts(5n, async () => 5n, null)).toEqual([]);
  });
});

test("three failures in a row of one relayer do not keep the others from being resent", async () => {
  const resent: bigint[] = [];
  const batchesOf = (relayer: Address, nonces: readonly bigint[]) =>
    nonces.map((nonce) => ({ ...TRANSACTION, relayer, nonce, hash: `0x${relayer.slice(-1)}${nonce}` as Hex }));
  const silent = [...batchesOf(ADDRESS, [1n, 2n, 3n, 4n, 5n]), ...batchesOf(OTHER, [11n, 12n])];
  const { ports } = relaying();
  const sendToAll = async ({ hash }: { readonly hash: Hex }): Promise<SendOutcome> => {
    const { relayer, nonce } = silent.find((each) => each.hash === hash) ?? TRANSACTION;
    resent.push(nonce);
    if (relayer === ADDRESS) throw new Error("no response");
    return "sent";
  };
  const store = { ...ports.store, silentTransactions: async () => silent };
  await expect(resendSilent({ ...ports, store, chain: { ...ports.chain, sendToAll } })).rejects.toThrow("no response");
  expect(resent.toSorted((a, b) => Number(a - b))).toEqual([1n, 2n, 3n, 11n, 12n]);
});

/** Signs empty transactions; its nodes respond with these outcomes in turn. */
function answering({ chain }: RelayPorts, ...outcomes: SendOutcome[]): RelayPorts["chain"] {
  return {
    ...chain,
    sign: async () => ({ raw: "0x03", hash: "0x04" }),
    emptyCall: () => TRANSACTION.call,
    send: async () => outcomes.shift() ?? "sent",
    sendToAll: async () => outcomes.shift() ?? "sent",
  };
}

test.each([
  ["a batch", false, [2, 3, 4]],
  ["a payment whose batch was abandoned", true, [1, 2]],
])("%s is given up after its last refusal", async (_, isSuspect, counts) => {
  const abandoned: number[] = [];
  const { ports } = relaying();
  for (const refusals of counts) {
    const store = {
      ...ports.store,
      noteRefusal: async () => ({ refusals, isSuspect }),
      storeReplacement: async () => {},
      abandonRefused: async () => {
        abandoned.push(refusals);
        return [];
      },
    };
    await resendSilent({ ...ports, chain: answering(ports, { refusal: "no" }, "sent"), store });
  }
  expect(abandoned).toEqual(counts.slice(-1));
});

test("a node that refuses everything abandons no batch: its payments go to another relayer", async () => {
  const done: string[] = [];
  const { ports } = relaying();
  const store = {
    ...ports.store,
    noteRefusal: async () => ({ refusals: 4, isSuspect: false }),
    storeReplacement: async () => void done.push("stored an empty transaction"),
    releaseBatch: async () => void done.push("released to another relayer"),
    abandonRefused: async () => {
      done.push("abandoned");
      return [];
    },
  };
  const chain = answering(ports, { refusal: "no" }, { refusal: "no" }, { refusal: "no" }, "sent");
  await resendSilent({ ...ports, chain, store });
  expect(done).toEqual(["stored an empty transaction", "released to another relayer"]);
  await resendSilent({ ...ports, chain, store });
  expect(done.slice(2)).toEqual(["stored an empty transaction", "abandoned"]);
});
