// The actions that a buyer's wallet gets for each method, approvals first.
import { decodeFunctionData, erc20Abi, type Hex, hashTypedData, maxUint256, numberToHex } from "viem";
import { describe, expect, it } from "vitest";
import { actionsOf } from "../../../../../src/chains/evm/build/actions.ts";
import { receiveWithAuthorization } from "../../../../../src/chains/evm/build/authorization.ts";
import { permitWitnessTransferFrom } from "../../../../../src/chains/evm/build/permit.ts";
import { approvals, payment } from "../../../../../src/chains/evm/build/transaction.ts";
import { payByTransactionData } from "../../../../../src/chains/evm/router/router-call.ts";
import type { Holding, HoldingQuestion, WalletRpc } from "../../../../../src/operations/ports/chain/payment-chain.ts";
import { termsHash } from "../../../../../src/payment/terms.ts";
import {
  assetOf,
  BUYER,
  CHAIN,
  CONFIG,
  EURC,
  FEE_RECEIVER,
  MERCHANT,
  optionBy,
  PERMIT2,
  ROUTER,
  USDT,
} from "../../in-memory/memory-chain.ts";

const AMOUNT = 1_000_000n;
const sent = (transaction: object): WalletRpc => ({
  chain: CHAIN,
  method: "eth_sendTransaction",
  params: [transaction],
});

/** Each approved amount, with its spender. */
const approved = (actions: readonly WalletRpc[]) =>
  actions.map(({ chain, method, params: [transaction] }) => {
    const { from, to, value, data, ...rest } = transaction as Record<string, Hex>;
    expect({ chain, method, from, value, rest }).toEqual({
      chain: CHAIN,
      method: "eth_sendTransaction",
      from: BUYER,
      value: "0x0",
      rest: {},
    });
    const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data: data ?? "0x" });
    expect(functionName).toBe("approve");
    return [to, ...args];
  });

describe("approvals", () => {
  const permit2 = assetOf("permit2");
  const erc20 = assetOf("erc20");

  it.each([AMOUNT, AMOUNT + 1n])("are not needed with an allowance of %i", (allowance) => {
    expect(approvals(optionBy("permit2"), permit2, PERMIT2, allowance)).toEqual([]);
  });

  it("for Permit2 are of the maximum, or of this payment", () => {
    const option = optionBy("permit2");
    expect(approved(approvals(option, permit2, PERMIT2, AMOUNT - 1n))).toEqual([[EURC, PERMIT2, maxUint256]]);
    const exact = { ...permit2, approval: "exact" } as const;
    expect(approved(approvals(option, exact, PERMIT2, 0n))).toEqual([[EURC, PERMIT2, AMOUNT]]);
  });

  it("for the router are of this payment, after a reset of a nonzero allowance if the token needs it", () => {
    const option = optionBy("erc20");
    expect(approved(approvals(option, erc20, ROUTER, 0n))).toEqual([[USDT, ROUTER, AMOUNT]]);
    expect(approved(approvals(option, erc20, ROUTER, 1n))).toEqual([
      [USDT, ROUTER, 0n],
      [USDT, ROUTER, AMOUNT],
    ]);
    const plain = { ...erc20, resetsApproval: false };
    expect(approved(approvals(option, plain, ROUTER, 1n))).toEqual([[USDT, ROUTER, AMOUNT]]);
  });
});

describe("the buyer's own transaction", () => {
  it("sends coin with the call, and no coin for a token", () => {
    const coin = optionBy("native");
    expect(payment(coin, false)).toEqual(
      sent({ from: BUYER, to: ROUTER, value: numberToHex(AMOUNT), data: payByTransactionData(coin.terms) }),
    );
    const token = optionBy("erc20");
    expect(payment(token, false)).toEqual(
      sent({ from: BUYER, to: ROUTER, value: "0x0", data: payByTransactionData(token.terms) }),
    );
  });

  it("has its gas set after an approval", () => {
    expect(payment(optionBy("erc20"), true).params[0]).toMatchObject({ gas: numberToHex(300_000) });
  });
});

describe("Permit2's message", () => {
  const option = optionBy("permit2");

  it("names every term, and the merchant", () => {
    const action = permitWitnessTransferFrom(option, PERMIT2);
    const typedData = JSON.parse(String(action.params[1]));
    expect(action).toMatchObject({ chain: CHAIN, method: "eth_signTypedData_v4", params: [BUYER, expect.any(String)] });
    expect(typedData).toMatchObject({
      domain: { name: "Permit2", chainId: 31_337, verifyingContract: PERMIT2 },
      primaryType: "PermitWitnessTransferFrom",
      message: {
        permitted: { token: EURC, amount: numberToHex(AMOUNT) },
        spender: ROUTER,
        nonce: termsHash(option.terms),
        deadline: numberToHex(2_000_000_000),
        witness: {
          merchant: "Blue Shop",
          destination: MERCHANT,
          fee: numberToHex(4_000),
          feeReceiver: FEE_RECEIVER,
          paymentKey: option.terms.key,
        },
      },
    });
  });

  it("is hashed as Permit2 hashes it", () => {
    const typedData = JSON.parse(String(permitWitnessTransferFrom(option, PERMIT2).params[1]));
    const { EIP712Domain: domain, ...types } = typedData.types;
    expect(domain.map(({ name, type }: { name: string; type: string }) => `${type} ${name}`)).toEqual([
      "string name",
      "uint256 chainId",
      "address verifyingContract",
    ]);
    const plain = {
      domain: { name: "Permit2", chainId: 31_337, verifyingContract: PERMIT2 },
      types: {
        PermitWitnessTransferFrom: [
          { name: "permitted", type: "TokenPermissions" },
          { name: "spender", type: "address" },
          { name: "nonce", type: "uint256" },
          { name: "deadline", type: "uint256" },
          { name: "witness", type: "Payment" },
        ],
        Payment: types.Payment,
        TokenPermissions: types.TokenPermissions,
      },
      primaryType: "PermitWitnessTransferFrom",
      message: typedData.message,
    } as const;
    expect(hashTypedData(typedData)).toBe(hashTypedData(plain as never));
  });
});

describe("the actions of an option", () => {
  function actions(method: Parameters<typeof optionBy>[0], allowance: bigint | null, option = optionBy(method)) {
    const asked: HoldingQuestion[] = [];
    const read = async (questions: readonly HoldingQuestion[]): Promise<readonly Holding[]> => {
      asked.push(...questions);
      return allowance === null ? [] : [{ balance: 0n, allowance, gas: null }];
    };
    return { asked, found: actionsOf(CONFIG, read, option) };
  }

  it("by eip3009 are one signature", async () => {
    const { asked, found } = actions("eip3009", 0n);
    expect(await found).toEqual([receiveWithAuthorization(optionBy("eip3009"), assetOf("eip3009"))]);
    expect(asked).toEqual([]);
  });

  it("by permit2 are the missing approval and one signature", async () => {
    const option = optionBy("permit2");
    const signature = permitWitnessTransferFrom(option, PERMIT2);
    const { asked, found } = actions("permit2", 0n);
    expect(await found).toEqual([...approvals(option, assetOf("permit2"), PERMIT2, 0n), signature]);
    expect(asked).toEqual([{ account: BUYER, asset: assetOf("permit2"), amount: AMOUNT }]);
    expect(await actions("permit2", AMOUNT).found).toEqual([signature]);
  });

  it("by erc20 are the missing approvals and the payment", async () => {
    const option = optionBy("erc20");
    const asset = assetOf("erc20");
    expect(await actions("erc20", 1n).found).toEqual([...approvals(option, asset, ROUTER, 1n), payment(option, true)]);
    expect(await actions("erc20", AMOUNT).found).toEqual([payment(option, false)]);
    expect(await actions("erc20", null).found).toEqual([
      ...approvals(option, asset, ROUTER, 0n),
      payment(option, true),
    ]);
  });

  it("by native are the payment", async () => {
    const { asked, found } = actions("native", null);
    expect(await found).toEqual([payment(optionBy("native"), false)]);
    expect(asked).toEqual([]);
  });

  it("do not exist once the asset is paid by another method, or gone", async () => {
    const changed = { ...optionBy("eip3009"), method: "permit2" } as const;
    await expect(actions("eip3009", 0n, changed).found).rejects.toThrow("can no longer be paid by permit2");
    const gone = { ...optionBy("eip3009"), asset: `${CHAIN}/slip44:61` };
    await expect(actions("eip3009", 0n, gone).found).rejects.toThrow(
      `${CHAIN}/slip44:61 can no longer be paid by eip3009`,
    );
  });
});
