// The exact typed data given to wallets. verify.test.ts shows that the real USDC accepts signatures of it.
import { hashTypedData, recoverTypedDataAddress } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { expect, it } from "vitest";
import { receiveWithAuthorization } from "../../../../src/chains/evm/build/authorization.ts";
import type { AuthorizedToken } from "../../../../src/money/asset.ts";
import type { Option } from "../../../../src/payment/option.ts";
import { termsHash } from "../../../../src/payment/terms.ts";

const TOKEN = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
const ROUTER = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const buyer = privateKeyToAccount(`0x${"11".repeat(32)}`);

const asset: AuthorizedToken = {
  id: `eip155:8453/erc20:${TOKEN}`,
  chain: "eip155:8453",
  address: TOKEN,
  symbol: "USDC",
  name: "USD Coin",
  decimals: 6,
  method: "eip3009",
  domain: { name: "USD Coin", version: "2" },
};
const option: Option = {
  paymentId: "pay_1",
  asset: asset.id,
  method: "eip3009",
  merchantName: "Blue Shop",
  paysOut: "merchant",
  quoteExpiresAtS: null,
  quoteSources: [],
  feePpm: 4_000n,
  feeFixed: 0n,
  terms: {
    chain: "eip155:8453",
    router: ROUTER,
    key: `0x${"22".repeat(32)}`,
    token: TOKEN,
    payer: buyer.address,
    amount: 2n ** 64n,
    destination: ROUTER,
    fee: 1n,
    feeReceiver: ROUTER,
    deadlineS: 1_900_000_000,
  },
};

it("is the address and a JSON string with all fields, the message's integers as hex strings", () => {
  const action = receiveWithAuthorization(option, asset);
  expect({ ...action, params: [action.params[0], JSON.parse(String(action.params[1]))] }).toEqual({
    chain: "eip155:8453",
    method: "eth_signTypedData_v4",
    params: [
      buyer.address,
      {
        domain: { name: "USD Coin", version: "2", chainId: 8453, verifyingContract: TOKEN },
        types: {
          EIP712Domain: [
            { name: "name", type: "string" },
            { name: "version", type: "string" },
            { name: "chainId", type: "uint256" },
            { name: "verifyingContract", type: "address" },
          ],
          ReceiveWithAuthorization: [
            { name: "from", type: "address" },
            { name: "to", type: "address" },
            { name: "value", type: "uint256" },
            { name: "validAfter", type: "uint256" },
            { name: "validBefore", type: "uint256" },
            { name: "nonce", type: "bytes32" },
          ],
        },
        primaryType: "ReceiveWithAuthorization",
        message: {
          from: buyer.address,
          to: ROUTER,
          value: "0x10000000000000000",
          validAfter: "0x0",
          validBefore: "0x713fb300",
          nonce: termsHash(option.terms),
        },
      },
    ],
  });
});

it("hashes like the typed data of EIP-3009 with numbers", async () => {
  const typedData = JSON.parse(String(receiveWithAuthorization(option, asset).params[1]));
  const plain = {
    domain: { name: "USD Coin", version: "2", chainId: 8453, verifyingContract: TOKEN },
    types: { ReceiveWithAuthorization: typedData.types.ReceiveWithAuthorization },
    primaryType: "ReceiveWithAuthorization",
    message: {
      from: buyer.address,
      to: ROUTER,
      value: 2n ** 64n,
      validAfter: 0n,
      validBefore: 1_900_000_000n,
      nonce: termsHash(option.terms),
    },
  } as const;
  expect(hashTypedData(typedData)).toBe(hashTypedData(plain));
  const signature = await buyer.signTypedData(typedData);
  expect(await recoverTypedDataAddress({ ...plain, signature })).toBe(buyer.address);
});

it("has the same digest for libraries that derive the domain's type from its values", () => {
  const { params } = receiveWithAuthorization(option, asset);
  const data = JSON.parse(params[1] as string);
  const { EIP712Domain: _, ...types } = data.types;
  expect(hashTypedData({ ...data, types })).toBe(hashTypedData(data));
});
