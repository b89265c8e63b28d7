// Payments from wallets that are not deployed yet, and payments in coin: the transaction is tried before it is sent.
import { type Hex, serializeErc6492Signature } from "viem";
import { describe, expect, it } from "vitest";
import { paymentRouterAbi } from "../../../../../src/chains/evm/abi/payment-router.ts";
import { coinPaymentTester } from "../../../../../src/chains/evm/build/coin-payment.ts";
import { createWriter } from "../../../../../src/chains/evm/relay/writer.ts";
import { gasLimitOf } from "../../../../../src/chains/evm/router/gas.ts";
import {
  groupsOf,
  payByTransactionData,
  payData,
  settleData,
} from "../../../../../src/chains/evm/router/router-call.ts";
import type { WrappedSignature } from "../../../../../src/chains/evm/router/signature-encodings.ts";
import { deployingBatch, deployingVerifier, isAllowed } from "../../../../../src/chains/evm/verify/deployment.ts";
import type { Authorization } from "../../../../../src/operations/ports/chain/payment-chain.ts";
import {
  answered,
  BUYER,
  CONFIG,
  FACTORY,
  MULTICALL3,
  memoryChain,
  optionBy,
  RELAYER_KEY,
  Revert,
  ROUTER,
  silent,
  someone,
} from "../../in-memory/memory-chain.ts";
import { callsIn, required } from "../../in-memory/reverts.ts";

const authorization = (signature: Hex): Authorization => ({ option: optionBy("eip3009"), signature });
const INVALID = { type: "invalid_signature" };
const refused = (message: string) => ({ type: "refused", message });
const EXPIRED = refused("The signed authorization has expired: get the payment's options again");

describe("a wallet that is not deployed yet", () => {
  const wrapped: WrappedSignature = { type: "wrapped", factory: FACTORY, factoryData: "0xfafa", signature: "0x5161" };
  const given = authorization("0x00");
  const inner = authorization("0x5161");

  it("is deployed and paid from in one transaction, in which the deployment may fail and the payment may not", () => {
    const { recipient, data, gasLimit } = deployingBatch(CONFIG, given, wrapped);
    expect(recipient).toBe(MULTICALL3);
    expect(callsIn(data)).toEqual([
      { target: FACTORY, allowFailure: true, callData: "0xfafa" },
      { target: ROUTER, allowFailure: false, callData: settleData(given.option.terms.token, groupsOf([inner])) },
    ]);
    expect(gasLimit).toBe(1_000_000n + gasLimitOf(data, groupsOf([inner]), true));
    expect(gasLimit).toBeGreaterThan(1_650_000n);
    expect(gasLimit).toBeLessThan(1_700_000n);
  });

  it("has a batch to itself", () => {
    const { factory: address, factoryData: data, signature } = wrapped;
    const deploying = authorization(serializeErc6492Signature({ address, data, signature }));
    const { encodeBatch } = createWriter(memoryChain().connection, CONFIG, [RELAYER_KEY]);
    expect(encodeBatch([deploying], false)).toEqual(deployingBatch(CONFIG, deploying, wrapped));
    const plain = authorization(`0x${"11".repeat(65)}`);
    for (const several of [
      [deploying, plain],
      [plain, deploying],
    ]) {
      expect(() => encodeBatch(several, false)).toThrow(new TypeError("a wallet's deployment needs a batch to itself"));
    }
  });

  it("is deployed only by an allowed factory, in any letter case", () => {
    expect(isAllowed([someone("other"), FACTORY.toLowerCase() as Hex], wrapped)).toBe(true);
    expect(isAllowed([someone("other")], wrapped)).toBe(false);
    expect(() => deployingBatch({ ...CONFIG, walletFactories: [] }, given, wrapped)).toThrow(
      new TypeError("the wallet's factory is not in walletFactories"),
    );
  });

  /** A chain on which the router settles, or the single payment reverts, as given. */
  function verified(settled: bigint, paid: Hex | null) {
    const chain = memoryChain();
    chain.contract(ROUTER, paymentRouterAbi, "settle", () => settled);
    chain.contract(ROUTER, paymentRouterAbi, "payWithAuthorization", () => {
      if (paid !== null) throw new Revert(paid);
    });
    return { chain, verify: deployingVerifier(chain.connection, CONFIG) };
  }

  it("can pay if that transaction does, with its gas limit", async () => {
    const { chain, verify } = verified(1n, "0x");
    expect(await verify(given, wrapped)).toEqual({ type: "payable" });
    const { recipient, data, gasLimit } = deployingBatch(CONFIG, given, wrapped);
    const call = { to: recipient, data, gas: `0x${gasLimit.toString(16)}` };
    expect(chain.requested("eth_call")).toEqual([[call, "latest"]]);
  });

  it("cannot pay for the reason that the single payment reverts with after the deployment", async () => {
    const { chain, verify } = verified(0n, required("invalid signature"));
    expect(await verify(given, wrapped)).toEqual(INVALID);
    const [{ data }] = chain.requested("eth_call")[1] as [{ data: Hex }];
    expect(callsIn(data).slice(0, 2)).toMatchObject([
      { target: FACTORY, callData: "0xfafa" },
      { target: ROUTER, callData: payData(inner) },
    ]);
  });

  it("needs too much gas if the single payment succeeds", async () => {
    const message =
      "The wallet's contract needs too much gas to deploy and to check the signature: choose another account";
    expect(await verified(0n, null).verify(given, wrapped)).toEqual(refused(message));
  });

  it("cannot pay if the transaction reverts", async () => {
    const { chain, verify } = verified(0n, required("authorization is expired"));
    const whole = deployingBatch(CONFIG, given, wrapped).data;
    const answer = (call: { data: Hex }) =>
      chain.connection.client.request({ method: "eth_call", params: [call, "latest"] });
    const strict = memoryChain();
    strict.on("eth_call", (call: { data: Hex }) => {
      if (call.data === whole) throw answered("execution reverted", 3);
      return answer(call);
    });
    expect(await deployingVerifier(strict.connection, CONFIG)(given, wrapped)).toEqual(EXPIRED);
    expect(await verify(given, wrapped)).toEqual(EXPIRED);
  });

  it.each([
    ["does not respond", silent()],
    ["is busy", answered("rate limit")],
  ])("is unknown if the node %s", async (_fault, error) => {
    const chain = memoryChain();
    chain.on("eth_call", () => {
      throw error;
    });
    await expect(deployingVerifier(chain.connection, CONFIG)(given, wrapped)).rejects.toThrow();
    expect(chain.requests).toHaveLength(1);
  });

  it("is unknown if the node returns no bytes", async () => {
    const chain = memoryChain();
    chain.on("eth_call", () => null);
    await expect(deployingVerifier(chain.connection, CONFIG)(given, wrapped)).rejects.toThrow(
      "the result of eth_call is not hex",
    );
  });
});

describe("a payment in coin", () => {
  const option = optionBy("native");
  function tested(answer: () => unknown) {
    const chain = memoryChain();
    chain.on("eth_call", answer);
    return { chain, takes: coinPaymentTester(chain.connection)(option) };
  }

  it("is tried as the buyer would send it", async () => {
    const { chain, takes } = tested(() => "0x");
    expect(await takes).toBe(true);
    expect(chain.requested("eth_call")[0]?.[0]).toMatchObject({
      from: BUYER,
      to: ROUTER,
      value: "0xf4240",
      data: payByTransactionData(option.terms),
    });
  });

  it.each([
    ["it reverts", answered("execution reverted", 3), false],
    ["the chain does not respond", silent(), true],
    ["the node is busy", answered("rate limit exceeded", -32_005), true],
  ])("is refused only if it fails on the chain: %s", async (_case, error, takes) => {
    const fail = () => {
      throw error;
    };
    expect(await tested(fail).takes).toBe(takes);
  });
});
