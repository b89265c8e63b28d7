// The batches and transactions that the relayer encodes, signs and sends.
import {
  decodeFunctionData,
  type Hex,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  stringToHex,
  zeroHash,
} from "viem";
import { describe, expect, it } from "vitest";
import { paymentRouterAbi } from "../../../../../src/chains/evm/abi/payment-router.ts";
import { ChainUnavailableError } from "../../../../../src/chains/evm/nodes/errors.ts";
import { createWriter } from "../../../../../src/chains/evm/relay/writer.ts";
import { gasLimitOf } from "../../../../../src/chains/evm/router/gas.ts";
import {
  groupsOf,
  payByTransactionData,
  payData,
  settleData,
} from "../../../../../src/chains/evm/router/router-call.ts";
import type { Authorization } from "../../../../../src/operations/ports/chain/payment-chain.ts";
import type { Terms } from "../../../../../src/payment/terms.ts";
import {
  answered,
  BUYER,
  CHAIN,
  CONFIG,
  EURC,
  hashOf,
  memoryChain,
  optionBy,
  RELAYER,
  RELAYER_KEY,
  ROUTER,
  silent,
  someone,
  USDC,
} from "../../in-memory/memory-chain.ts";

const SIGNATURE: Hex = `0x${"11".repeat(65)}`;

const authorization = (changes: Partial<Terms> = {}, signature = SIGNATURE): Authorization => ({
  option: optionBy("eip3009", changes),
  signature,
});
const permit = (merchantName: string, changes: Partial<Terms> = {}): Authorization => ({
  option: { ...optionBy("permit2", changes), merchantName },
  signature: SIGNATURE,
});

const writerOf = (chain = memoryChain(), config = CONFIG) => createWriter(chain.connection, config, [RELAYER_KEY]);

const pull = ({ option: { terms }, signature }: Authorization) => ({
  key: terms.key,
  payer: terms.payer,
  amount: terms.amount,
  fee: terms.fee,
  deadline: BigInt(terms.deadlineS),
  signature,
});

describe("a batch", () => {
  it("groups its payments by fee receiver and method, and by destination, in order of appearance", () => {
    const [a, b] = [someone("shop a"), someone("shop b")];
    const other = someone("other fee receiver");
    const all = [
      authorization({ destination: a }),
      authorization({ destination: b }),
      authorization({ destination: a, feeReceiver: other }),
      authorization({ destination: a, key: hashOf("second") }),
    ] as const;
    const { data, recipient } = writerOf().encodeBatch(all, false);
    expect(recipient).toBe(ROUTER);
    const { feeReceiver } = all[0].option.terms;
    expect(decodeFunctionData({ abi: paymentRouterAbi, data })).toEqual({
      functionName: "settle",
      args: [
        USDC,
        [
          {
            feeReceiver,
            method: 0,
            payouts: [
              { destination: a, merchant: zeroHash, pulls: [pull(all[0]), pull(all[3])] },
              { destination: b, merchant: zeroHash, pulls: [pull(all[1])] },
            ],
          },
          { feeReceiver: other, method: 0, payouts: [{ destination: a, merchant: zeroHash, pulls: [pull(all[2])] }] },
        ],
      ],
    });
  });

  it("of Permit2 names the merchants by the hash of their names", () => {
    const all = [permit("Blue Shop"), permit("Green Shop"), permit("Blue Shop")];
    const { args } = decodeFunctionData({ abi: paymentRouterAbi, data: settleData(EURC, groupsOf(all)) });
    const hash = (name: string) => keccak256(stringToHex(name));
    const { destination } = optionBy("permit2").terms;
    expect(args).toMatchObject([
      EURC,
      [
        {
          method: 1,
          payouts: [
            { destination, merchant: hash("Blue Shop"), pulls: [{}, {}] },
            { destination, merchant: hash("Green Shop"), pulls: [{}] },
          ],
        },
      ],
    ]);
  });

  it("never takes a payment that the buyer sends", () => {
    for (const method of ["erc20", "native"] as const) {
      const option = optionBy(method);
      expect(() => groupsOf([{ option, signature: SIGNATURE }])).toThrow(`a payment by ${method} is sent by the buyer`);
    }
  });

  it.each<[string, Authorization[], string]>([
    ["without payments", [], "a batch needs at least one payment"],
    [
      "of two tokens",
      [authorization(), authorization({ token: EURC })],
      "a batch takes payments of one token, to this chain's router",
    ],
    [
      "to another router",
      [authorization({ router: EURC })],
      "a batch takes payments of one token, to this chain's router",
    ],
    ["with a malformed signature", [authorization({}, "0x123")], "the signature is malformed"],
  ])("%s is refused", (_case, all, reason) => {
    expect(() => writerOf().encodeBatch(all, false)).toThrow(new TypeError(reason));
  });
});

describe("a single payment", () => {
  const { terms } = optionBy("eip3009");
  const { chain: _chain, router: _router, deadlineS, ...paid } = terms;
  const payment = { ...paid, deadline: BigInt(deadlineS) };

  it("is encoded with all terms", () => {
    expect(decodeFunctionData({ abi: paymentRouterAbi, data: payByTransactionData(terms) })).toEqual({
      functionName: "pay",
      args: [payment],
    });
    expect(decodeFunctionData({ abi: paymentRouterAbi, data: payData(authorization()) })).toEqual({
      functionName: "payWithAuthorization",
      args: [payment, SIGNATURE],
    });
    expect(decodeFunctionData({ abi: paymentRouterAbi, data: payData(permit("Blue Shop", terms)) })).toEqual({
      functionName: "payWithPermit2",
      args: [payment, keccak256(stringToHex("Blue Shop")), SIGNATURE],
    });
  });
});

describe("the gas limit", () => {
  // The numbers of gas.ts: 21 000 for the transaction, 16 and 4 per byte of calldata, and for the execution 64/63 of
  // settle 35 000, a group 40 000 and 1 per byte, a payout 31 000, the pulls, and a reserve of 350 000. At worst, a
  // pull burns the 175 000 that the router gives it, in addition to the router's own 12 000.
  const limit = (data: Hex, all: readonly Authorization[], isAtWorst = false) =>
    gasLimitOf(data, groupsOf(all), isAtWorst);
  const execution = (gas: number): bigint => BigInt(Math.ceil((gas * 64) / 63));
  const ONE = 35_000 + 40_000 + 31_000 + 350_000;
  const WORST = 175_000 + 12_000;

  it("has a part for each group, payout and pull, by its method", () => {
    expect(limit("0x", [authorization()])).toBe(21_000n + execution(ONE + 57_000));
    expect(limit("0x", [permit("Blue Shop")])).toBe(21_000n + execution(ONE + 80_000));
    const two = [authorization(), authorization({ destination: someone("other") })];
    expect(limit("0x", two)).toBe(21_000n + execution(ONE + 31_000 + 2 * 57_000));
    const groups = [authorization(), authorization({ feeReceiver: someone("other") })];
    expect(limit("0x", groups)).toBe(21_000n + execution(ONE + 40_000 + 31_000 + 2 * 57_000));
  });

  it("has a part for each byte, zero or not, which each group copies", () => {
    expect(limit("0x00ff01", [authorization()])).toBe(21_000n + 36n + execution(ONE + 3 + 57_000));
  });

  it("has the most that a wallet may burn for each payment at worst, and for a signature of another length", () => {
    expect(limit("0x", [authorization()], true)).toBe(21_000n + execution(ONE + WORST));
    expect(limit("0x", [authorization({}, "0x1234")])).toBe(21_000n + execution(ONE + WORST));
    const all = [authorization(), authorization({}, "0x1234")];
    expect(limit("0x", all)).toBe(21_000n + execution(ONE + 57_000 + WORST));
    expect(limit("0x", all, true)).toBe(21_000n + execution(ONE + 2 * WORST));
    const ofContract = { ...authorization(), payerHasCode: true };
    expect(limit("0x", [ofContract, authorization()])).toBe(21_000n + execution(ONE + WORST + 57_000));
  });
});

describe("the writer", () => {
  it("has its chain, relayers and limits", () => {
    const config = { ...CONFIG, batchMax: 7, relayerGasPerDay: 30_000_000n };
    expect(writerOf(memoryChain(), config)).toMatchObject({
      id: CHAIN,
      relayers: [RELAYER],
      batchMax: 7,
      leftOutMax: 7,
      gasPerDay: 30_000_000n,
    });
    const large = writerOf(memoryChain(), { ...CONFIG, batchMax: 1_000 });
    expect([large.batchMax, large.leftOutMax]).toEqual([138, 10]);
  });

  it("measures a call by its size or its gas, whichever is nearer to the limit", () => {
    const { shareOfLimits } = writerOf();
    const call = (bytes: number, gasLimit: bigint) => ({
      recipient: ROUTER,
      data: `0x${"00".repeat(bytes)}` as Hex,
      gasLimit,
    });
    expect(shareOfLimits(call(44_500, 1n))).toBe(0.5);
    expect(shareOfLimits(call(44_500, 16_700_000n))).toBe(1);
    expect(shareOfLimits(call(178_000, 16_700_000n))).toBe(2);
  });

  it("signs an EIP-1559 transaction with the relayer's key, and no other", async () => {
    const writer = writerOf();
    const fees = { maxFeePerGas: 20n, maxPriorityFeePerGas: 3n };
    const call = { recipient: ROUTER, data: "0x1234", gasLimit: 100n } as const;
    const { raw, hash } = await writer.sign(RELAYER, 5n, call, fees);
    expect(hash).toBe(keccak256(raw));
    expect(parseTransaction(raw)).toMatchObject({
      type: "eip1559",
      chainId: 31_337,
      nonce: 5,
      to: ROUTER.toLowerCase(),
      data: "0x1234",
      gas: 100n,
      ...fees,
    });
    expect(await recoverTransactionAddress({ serializedTransaction: raw as `0x02${string}` })).toBe(RELAYER);
    await expect(writer.sign(BUYER, 5n, call, fees)).rejects.toThrow(`no key for the relayer ${BUYER}`);
  });

  it("uses up a nonce with an empty transfer to the relayer itself", () => {
    expect(writerOf().emptyCall(RELAYER)).toEqual({ recipient: RELAYER, data: "0x", gasLimit: 100_000n });
  });

  it("reads the next nonce", async () => {
    const chain = memoryChain();
    chain.on("eth_getTransactionCount", () => "0x9");
    expect(await writerOf(chain).nextNonce(RELAYER)).toBe(9n);
    expect(chain.requested("eth_getTransactionCount")[0]?.[0]).toBe(RELAYER);
  });
});

describe("a sent transaction", () => {
  const HASH = hashOf("transaction");
  function sent(answer: () => unknown) {
    const chain = memoryChain();
    chain.on("eth_sendRawTransaction", answer);
    return { chain, outcome: writerOf(chain).send({ raw: "0x02", hash: HASH }) };
  }
  const refusal = (message: string, code?: number) =>
    sent(() => {
      throw answered(message, code);
    }).outcome;

  it("is in the pool if the node returns its hash, in any letter case", async () => {
    const { chain, outcome } = sent(() => `0x${HASH.slice(2).toUpperCase()}`);
    expect(await outcome).toBe("sent");
    expect(chain.requested("eth_sendRawTransaction")).toEqual([["0x02"]]);
  });

  it("is refused for a reason that is known, or with the node's words", async () => {
    expect(await refusal("nonce too low")).toBe("nonce_used");
    expect(await refusal("already known")).toBe("known");
    expect(await refusal("exceeds block gas limit")).toEqual({ refusal: "exceeds block gas limit" });
  });

  it("has an unknown outcome if the node is busy, silent, or names another transaction", async () => {
    await expect(refusal("txpool is full")).rejects.toThrow(ChainUnavailableError);
    await expect(refusal("slow down", -32_005)).rejects.toThrow(ChainUnavailableError);
    const away = sent(() => {
      throw silent();
    });
    await expect(away.outcome).rejects.toThrow("rpc 1 of 1 does not respond");
    const other = sent(() => hashOf("other"));
    await expect(other.outcome).rejects.toThrow("the node returned a different transaction hash");
  });
});
