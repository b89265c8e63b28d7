// Verdicts on an authorisation, from the result of a simulation.
import {
  type Address,
  concat,
  encodeAbiParameters,
  erc20Abi,
  type Hex,
  parseAbiParameters,
  toFunctionSelector,
} from "viem";
import { describe, expect, it } from "vitest";
import { paymentRouterAbi } from "../../../../../src/chains/evm/abi/payment-router.ts";
import { groupsOf, payData, settleData } from "../../../../../src/chains/evm/router/router-call.ts";
import {
  isFailedTransfer,
  verdictOnFailedTransfer,
  verdictOnRevert,
} from "../../../../../src/chains/evm/router/verdict.ts";
import { isSettled, simulation } from "../../../../../src/chains/evm/verify/simulation.ts";
import type { Authorization } from "../../../../../src/operations/ports/chain/payment-chain.ts";
import {
  answered,
  BUYER,
  CONFIG,
  EURC,
  type MemoryChain,
  memoryChain,
  optionBy,
  PERMIT2,
  Revert,
  ROUTER,
  silent,
  someone,
  USDC,
} from "../../in-memory/memory-chain.ts";
import { callsIn, errorData, required } from "../../in-memory/reverts.ts";

const INVALID = { type: "invalid_signature" };
const USED = { type: "already_used" };
const refused = (message: string) => ({ type: "refused", message });
const EXPIRED = refused("The signed authorization has expired: get the payment's options again");
const INSUFFICIENT = refused("The account's balance is insufficient for this payment");
const NOT_POSSIBLE = refused("The chain refuses this payment: choose another option");

describe("a payment that reverts", () => {
  it.each<[string, Hex, unknown]>([
    ["FiatToken: invalid signature", required("FiatTokenV2: invalid signature"), INVALID],
    ["ECRecover", required("ECRecover: Invalid signature 's' value"), INVALID],
    ["FiatToken: used", required("FiatTokenV2: authorization is used or canceled"), USED],
    ["FiatToken: expired", required("FiatTokenV2: authorization is expired"), EXPIRED],
    ["FiatToken: balance", required("ERC20: transfer amount exceeds balance"), INSUFFICIENT],
    ["an older token: balance", required("Insufficient funds"), INSUFFICIENT],
    [
      "Pausable",
      required("Pausable: paused"),
      refused("The token's issuer has paused all transfers: choose another option"),
    ],
    [
      "Blacklistable",
      required("Blacklistable: account is blacklisted"),
      refused("The token's issuer refuses this transfer: choose another option"),
    ],
    [
      "a denylist",
      required("on the DenyList"),
      refused("The token's issuer refuses this transfer: choose another option"),
    ],
    ["another message", required("something else"), NOT_POSSIBLE],
    ["an empty message", required(""), NOT_POSSIBLE],
    ["the router: expired", errorData("Expired", [1n, 2n], paymentRouterAbi), EXPIRED],
    ["Permit2: expired", errorData("SignatureExpired", [1n]), EXPIRED],
    ["Permit2: nonce", errorData("InvalidNonce"), USED],
    ["Permit2: signer", errorData("InvalidSigner"), INVALID],
    ["Permit2: signature", errorData("InvalidSignature"), INVALID],
    ["Permit2: length", errorData("InvalidSignatureLength"), INVALID],
    ["Permit2: contract", errorData("InvalidContractSignature"), INVALID],
    ["ERC-6093", errorData("ERC20InsufficientBalance", [BUYER, 0n, 1n]), INSUFFICIENT],
    ["the router: another error", errorData("PullFailed", [], paymentRouterAbi), NOT_POSSIBLE],
    ["an unknown error", errorData("Surprise"), NOT_POSSIBLE],
    ["no data", "0x", NOT_POSSIBLE],
  ])("%s", (_reason, data, verdict) => {
    expect(verdictOnRevert(data)).toEqual(verdict);
  });

  it("by Permit2's transfer is explained by the payer's balance and allowance", () => {
    expect(isFailedTransfer(required("TRANSFER_FROM_FAILED"))).toBe(true);
    for (const data of [required("TRANSFER_FAILED"), errorData("InvalidNonce"), errorData("Surprise"), "0x"] as const) {
      expect(isFailedTransfer(data)).toBe(false);
    }
  });

  it.each([
    [9n, 10n, INSUFFICIENT],
    [9n, 0n, INSUFFICIENT],
    [10n, 9n, { type: "allowance_missing" }],
    [10n, 10n, NOT_POSSIBLE],
  ])("with the balance %i and the allowance %i of 10", (balance, allowance, verdict) => {
    expect(verdictOnFailedTransfer(10n, { balance, allowance })).toEqual(verdict);
  });
});

const word = (value: bigint): Hex => encodeAbiParameters([{ type: "uint256" }], [value]);
const ONE = word(1n);
const ZERO = word(0n);

const authorization = (signature: Hex, method: "eip3009" | "permit2" = "eip3009", payer = BUYER): Authorization => ({
  option: optionBy(method, { payer }),
  signature,
});

const signaturesIn = (groups: readonly SettledGroup[]): readonly Hex[] =>
  groups.flatMap(({ payouts }) => payouts.flatMap(({ pulls }) => pulls.map(({ signature }) => signature)));

/** The router of a chain on which the signatures listed in `good` pay, one after the other. */
function routerOf(chain: MemoryChain, good: readonly Hex[]): void {
  chain.contract(ROUTER, paymentRouterAbi, "settle", (_token: Address, groups: readonly SettledGroup[]) => {
    return BigInt(signaturesIn(groups).filter((signature) => good.includes(signature)).length);
  });
}

interface SettledGroup {
  readonly payouts: readonly { readonly pulls: readonly { readonly signature: Hex }[] }[];
}

it("a payment is settled if the router counts it", () => {
  expect(isSettled({ success: true, returnData: ONE })).toBe(true);
  expect(isSettled({ success: true, returnData: ZERO })).toBe(false);
  expect(isSettled({ success: true, returnData: word(2n) })).toBe(false);
  expect(isSettled({ success: false, returnData: ONE })).toBe(false);
});

describe("a simulation of several payments", () => {
  const [FIRST, SECOND] = [someone("first payer"), someone("second payer")];

  /** Sets balances by token and payer. Each settlement, even a failing one, reduces every later read by one unit. */
  function withBalances(chain: MemoryChain, balances: Readonly<Record<string, bigint>>): void {
    let settled = 0n;
    chain.contract(ROUTER, paymentRouterAbi, "settle", (_token: Address, groups: readonly SettledGroup[]) => {
      settled += 1n;
      return signaturesIn(groups).includes("0x02") ? 0n : 1n;
    });
    for (const token of [USDC, EURC]) {
      chain.contract(token, erc20Abi, "balanceOf", (payer: Address) => (balances[token + payer] ?? 0n) - settled);
    }
  }

  it("has, of each that succeeds, the payer's balance before all of them, in order, with one request", async () => {
    const chain = memoryChain();
    withBalances(chain, { [USDC + FIRST]: 10n, [USDC + SECOND]: 20n, [EURC + FIRST]: 30n });
    const all = [
      authorization("0x01", "eip3009", FIRST),
      authorization("0x02", "eip3009", FIRST),
      authorization("0x03", "eip3009", SECOND),
      authorization("0x04", "permit2", FIRST),
      authorization("0x05", "eip3009", FIRST),
    ];
    expect(await simulation(chain.connection, CONFIG).run(all)).toEqual([10n, null, 20n, 30n, 10n]);
    expect(chain.requests).toHaveLength(1);
  });

  it("has the balance 0 of a token that returns none", async () => {
    const chain = memoryChain();
    routerOf(chain, ["0x01"]);
    const { run } = simulation(chain.connection, CONFIG);
    const all = [authorization("0x01"), authorization("0x02")];
    for (const data of ["0x", "0x01", `0x${"01".repeat(64)}`] as const) {
      chain.returns(USDC, erc20Abi, "balanceOf", data);
      expect(await run(all)).toEqual([0n, null]);
    }
    chain.contract(USDC, erc20Abi, "balanceOf", () => {
      throw new Revert(ONE);
    });
    expect(await run(all)).toEqual([0n, null]);
  });

  const shortOf = (payer: Hex): bigint => BigInt(`0x${payer.slice(-4)}`);

  const GOOD: Hex = `0x${"beef".repeat(8)}`;
  /** The node's gas is enough for the chain id and `most` calls. A balance is the end of the payer's address. */
  function limited(most: number): MemoryChain {
    const chain = memoryChain();
    chain.on("eth_call", ({ data }: { data: Hex }) => {
      const calls = callsIn(data);
      if (calls.length - 1 > most) throw answered("out of gas");
      const results = calls.slice(0, -1).map(({ target, callData }) => {
        if (target !== ROUTER) return { success: true, returnData: word(shortOf(callData)) };
        return { success: true, returnData: callData.includes(GOOD.slice(2)) ? ONE : ZERO };
      });
      return encodeAbiParameters(parseAbiParameters("(bool success, bytes returnData)[]"), [
        [...results, { success: true, returnData: word(31_337n) }],
      ]);
    });
    return chain;
  }

  it("is halved until the node's gas is enough", async () => {
    const chain = limited(4);
    const signatures: Hex[] = [GOOD, "0x02", GOOD, "0x04", GOOD];
    const payers = signatures.map((_, index) => someone(`payer ${index}`));
    const all = signatures.map((signature, index) => authorization(signature, "eip3009", payers[index]));
    const [first, , third, , fifth] = payers.map(shortOf);
    expect(await simulation(chain.connection, CONFIG).run(all)).toEqual([first, null, third, null, fifth]);
    expect(chain.requests).toHaveLength(5);
  });

  it("fails if the gas is not enough for one, or the node does not respond", async () => {
    const chain = limited(1);
    const { run } = simulation(chain.connection, CONFIG);
    await expect(run([authorization("0x01")])).rejects.toThrow("a multicall of 3 calls failed as a whole: out of gas");
    expect(chain.requests).toHaveLength(1);
    chain.on("eth_call", () => {
      throw silent();
    });
    await expect(run([authorization("0x01"), authorization("0x02")])).rejects.toThrow("does not respond");
    expect(chain.requests).toHaveLength(2);
  });
});

describe("an explanation", () => {
  /** @param settled data that `settle` returns or reverts with; @param paid the same for the single payment */
  function explained(
    settled: Hex | Revert,
    paid: Hex | Revert,
    method: "eip3009" | "permit2" = "eip3009",
    means: { balance: bigint; allowance: bigint } | null = null,
  ) {
    const chain = memoryChain();
    const returned = (result: Hex | Revert): Hex => {
      if (result instanceof Revert) throw result;
      return result;
    };
    chain.contract(ROUTER, paymentRouterAbi, "settle", () => BigInt(returned(settled)));
    for (const functionName of ["payWithAuthorization", "payWithPermit2"]) {
      chain.contract(ROUTER, paymentRouterAbi, functionName, () => void returned(paid));
    }
    if (means) {
      chain.contract(EURC, erc20Abi, "balanceOf", () => means.balance);
      chain.contract(EURC, erc20Abi, "allowance", (owner: Address, spender: Address) =>
        owner === BUYER && spender === PERMIT2 ? means.allowance : 0n,
      );
    }
    return simulation(chain.connection, CONFIG).explain(authorization("0x01", method), []);
  }

  const failed = (data: Hex) => new Revert(data);

  it("is that it is payable if the state has changed since", async () => {
    expect(await explained(ONE, failed(required("paused")))).toEqual({ type: "payable" });
  });

  it("is too much gas if it would succeed alone", async () => {
    const message = "The wallet's contract needs too much gas to check the signature: choose another account";
    expect(await explained(ZERO, "0x")).toEqual(refused(message));
  });

  it("is the reason why it reverts alone", async () => {
    expect(await explained(ZERO, failed(required("invalid signature")))).toEqual(INVALID);
  });

  it("does not exist if the node's gas is not enough", async () => {
    const message = "the node's gas limit for eth_call is too low for one payment";
    const gas = concat([toFunctionSelector("NotEnoughGas(uint256)"), ONE]);
    for (const data of ["0x", gas] as const) {
      await expect(explained(failed(data), failed("0x"))).rejects.toThrow(message);
    }
    const surprise = await explained(failed(errorData("Surprise")), failed(required("paused")));
    expect(surprise).toMatchObject({ type: "refused" });
  });

  it.each([
    [{ balance: 1_000_000n, allowance: 999_999n }, { type: "allowance_missing" }],
    [{ balance: 999_999n, allowance: 999_999n }, INSUFFICIENT],
    [{ balance: 1_000_000n, allowance: 1_000_000n }, NOT_POSSIBLE],
  ])("of a failed transfer by Permit2 with %o", async (means, verdict) => {
    expect(await explained(ZERO, failed(required("TRANSFER_FROM_FAILED")), "permit2", means)).toEqual(verdict);
  });

  it("of another failure by Permit2 does not depend on balance and allowance", async () => {
    const means = { balance: 0n, allowance: 0n };
    expect(await explained(ZERO, failed(errorData("InvalidSigner")), "permit2", means)).toEqual(INVALID);
  });

  it("of a failed transfer by another method is the general one", async () => {
    expect(await explained(ZERO, failed(required("TRANSFER_FROM_FAILED")))).toEqual(NOT_POSSIBLE);
  });

  it("runs the payments before it first", async () => {
    const chain = memoryChain();
    routerOf(chain, ["0x02"]);
    const earlier = authorization("0x01");
    const { explain } = simulation(chain.connection, CONFIG);
    expect(await explain(authorization("0x02"), [earlier])).toEqual({ type: "payable" });
    const [{ data }] = chain.requested("eth_call")[0] as [{ data: Hex }];
    expect(callsIn(data).slice(0, -1)).toMatchObject([
      { target: ROUTER, callData: settleData(earlier.option.terms.token, groupsOf([earlier])) },
      { target: ROUTER, callData: settleData(earlier.option.terms.token, groupsOf([authorization("0x02")])) },
      { target: ROUTER, callData: payData(authorization("0x02")) },
    ]);
  });
});
