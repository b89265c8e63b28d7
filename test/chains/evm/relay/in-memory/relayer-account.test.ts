// Relayers with a remote signer: the requests to it, and the checks of all its responses.
import { type Hex, parseTransaction, type TransactionSerializableEIP1559 } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { relayerAccount, relayerAddress, signerProblem } from "../../../../../src/chains/evm/relay/relayer-account.ts";
import { type JsonServer, startJsonServer } from "../../../../harness/server/json-server.ts";
import { RELAYER_KEY } from "../../in-memory/memory-chain.ts";

const account = privateKeyToAccount(RELAYER_KEY);
const stranger = privateKeyToAccount(`0x${"33".repeat(32)}`);

const ASKED = {
  type: "eip1559",
  chainId: 8453,
  nonce: 0,
  to: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  data: "0xabcdef",
  gas: 100_000n,
  maxFeePerGas: 2_000_000_000n,
  maxPriorityFeePerGas: 1_000_000n,
} as const satisfies TransactionSerializableEIP1559;

let signer: JsonServer;
let bodies: { method: string; params: unknown[] }[] = [];
beforeAll(async () => {
  signer = await startJsonServer();
});
afterAll(() => signer.close());

/** Answers each request with this result. */
function answer(result: unknown): void {
  bodies = [];
  signer.answer((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
    request.on("end", () => {
      const { id, ...body } = JSON.parse(text) as { id: number; method: string; params: unknown[] };
      bodies.push(body);
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ jsonrpc: "2.0", id, result }));
    });
  });
}

const remote = () => ({ address: account.address, signerUrl: signer.url });
const sign = () => relayerAccount(remote()).sign(ASKED);
const signed = (changes: object = {}, by = account): Promise<Hex> =>
  by.signTransaction({ ...ASKED, ...changes } as TransactionSerializableEIP1559);

test("is asked for exactly the transaction, and its bytes are taken from either form of response", async () => {
  const raw = await signed();
  for (const form of [raw, { raw, tx: {} }]) {
    answer(form);
    expect(await sign()).toBe(raw);
    expect(bodies).toMatchObject([
      {
        method: "eth_signTransaction",
        params: [
          {
            type: "0x2",
            from: account.address,
            to: ASKED.to,
            data: "0xabcdef",
            value: "0x0",
            nonce: "0x0",
            gas: "0x186a0",
            maxFeePerGas: "0x77359400",
            maxPriorityFeePerGas: "0xf4240",
            chainId: "0x2105",
          },
        ],
      },
    ]);
  }
  expect(parseTransaction(raw).to?.toLowerCase()).toBe(ASKED.to.toLowerCase());
});

describe("is refused if it signs", () => {
  test.each<readonly [what: string, changes: object, words: RegExp]>([
    ["another recipient", { to: stranger.address }, /returned another transaction: to differ/],
    ["coin for someone", { value: 1n }, /: value differ/],
    ["another call", { data: "0x" }, /: data differ/],
    ["another nonce", { nonce: 1 }, /: nonce differ/],
    ["for another chain", { chainId: 1 }, /: chainId differ/],
    ["with other fees", { maxFeePerGas: 3_000_000_000n }, /: maxFeePerGas differ/],
    ["with another gas limit", { gas: 100_001n }, /: gas differ/],
    ["a contract's creation", { to: undefined }, /: to differ/],
    ["an access list", { accessList: [{ address: stranger.address, storageKeys: [] }] }, /: accessList differ/],
    [
      "a legacy transaction",
      { type: "legacy", maxFeePerGas: undefined, maxPriorityFeePerGas: undefined, gasPrice: 1n },
      /: type, /,
    ],
  ])("%s", async (_, changes, words) => {
    answer(await signed(changes));
    await expect(sign()).rejects.toThrow(words);
  });

  test("with another key", async () => {
    answer(await signed({}, stranger));
    await expect(sign()).rejects.toThrow(`signed as ${stranger.address}`);
  });
});

test.each(["0x", "0x02", "hush", null, {}, 7])(
  "the response %j is no transaction, and its text is not shown",
  async (response) => {
    answer(response);
    const error = await sign().catch((reason: Error) => reason);
    expect(error).toMatchObject({ name: "SignerUnavailable", relayer: account.address });
    expect(String(error)).toContain("returned something that is no transaction");
    expect(String(error)).not.toContain("hush");
  },
);

test("rests for some seconds after a failure, without its address in the message", async () => {
  signer.answer((_, response) => void response.writeHead(503).end("down"));
  let nowMs = 0;
  const relayer = relayerAccount(remote(), undefined, () => nowMs);
  expect(relayer.canSign()).toBe(true);
  const error = await relayer.sign(ASKED).catch((reason: Error) => reason);
  expect(String(error)).toMatch(/the signer of the relayer 0x\w{40} does not sign/);
  expect(String(error)).not.toContain("127.0.0.1");
  expect(relayer.canSign()).toBe(false);
  nowMs = 30_000;
  expect(relayer.canSign()).toBe(true);
});

test("is known by its address, and each request to it is reported", async () => {
  expect(relayerAddress(remote())).toBe(account.address);
  expect(relayerAddress(RELAYER_KEY)).toBe(account.address);
  const calls: unknown[] = [];
  const relayer = relayerAccount(remote(), (...call) => calls.push(call));
  answer(await signed());
  await relayer.sign(ASKED);
  answer("0x");
  await relayer.sign(ASKED).catch(() => {});
  const [label, durationS, method] = [`signer ${account.address}`, expect.any(Number), "eth_signTransaction"];
  expect(calls).toEqual([
    [label, "ok", durationS, method],
    [label, "failed", durationS, method],
  ]);
});

test("is listed as working if it has the account's key", async () => {
  answer([stranger.address, account.address.toLowerCase()]);
  expect(await signerProblem(remote())).toBeNull();
  expect(bodies).toEqual([{ jsonrpc: "2.0", method: "eth_accounts", params: [] }]);
  answer([stranger.address]);
  expect(await signerProblem(remote())).toBe("its signer has no key of this account");
  signer.answer((_, response) => void response.writeHead(500).end());
  expect(await signerProblem(remote())).toMatch(/^its signer does not sign: signer 0x\w{40} /);
});
