// The ways in which a payment or refund moves, each with the real tokens, and a transfer without a router.
import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  type LocalAccount,
  parseAbi,
  parseSignature,
  zeroAddress,
  zeroHash,
} from "viem";
import { depositTerms } from "../../src/chains/evm/router/deposit-address.ts";
import type { Terms } from "../../src/payment/terms.ts";
import { payWithAuthorization, payWithPermit2, sweep } from "../../test/contracts/calls.ts";
import { CHAIN_ID, signAuthorization, signPermit2, USDC_DOMAIN } from "../../test/contracts/signing.ts";
import {
  DEPOSIT,
  EIP3009,
  PERMIT2_METHOD,
  type Stage,
  type Transaction,
  termsOf,
  transact,
} from "../../test/contracts/stage.ts";

/** A payment that only has to be submitted. */
export interface Ready {
  readonly terms: Terms;
  readonly signature: Hex;
}
export interface Way {
  readonly name: string;
  readonly method: number;
  prepare(stage: Stage, buyer: LocalAccount, terms: Terms): Promise<Ready>;
  pay(ready: Ready): Transaction;
}
export const WAYS: readonly Way[] = [
  {
    name: "EIP-3009",
    method: EIP3009,
    prepare: async (_, buyer, terms) => ({ terms, signature: await signAuthorization(buyer, terms, USDC_DOMAIN) }),
    pay: ({ terms, signature }) => payWithAuthorization(terms, signature),
  },
  {
    name: "Permit2",
    method: PERMIT2_METHOD,
    prepare: async (_, buyer, terms) => ({ terms, signature: await signPermit2(buyer, terms) }),
    pay: ({ terms, signature }) => payWithPermit2(terms, signature),
  },
  {
    name: "refund",
    method: EIP3009,
    async prepare(_, signer, quoted) {
      const terms = { ...quoted, fee: 0n, feeReceiver: zeroAddress };
      return { terms, signature: await signAuthorization(signer, terms, USDC_DOMAIN) };
    },
    pay: ({ terms, signature }) => payWithAuthorization(terms, signature),
  },
  { name: "deposit", method: DEPOSIT, prepare: deposited, pay: ({ terms }) => sweep(terms) },
];

/** The buyer's transfer to the deposit address is not measured: the buyer pays for it. */
async function deposited(stage: Stage, buyer: LocalAccount, terms: Terms): Promise<Ready> {
  const own = depositTerms(terms.chain, terms);
  await transact(stage, transferOf(own.token, buyer.address, own.payer, own.amount));
  return { terms: own, signature: "0x" };
}

export function transferOf(token: Address, from: Address, to: Address, amount: bigint): Transaction {
  return { from, to: token, data: encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to, amount] }) };
}

/** The floor: the same transfer without a split and without ordering. */
export async function plainTransfer(stage: Stage, buyer: LocalAccount, destination: Address): Promise<number> {
  const message = {
    from: buyer.address,
    to: destination,
    value: 1_000_000n,
    validAfter: 0n,
    validBefore: BigInt(termsOf(stage, buyer.address).deadlineS),
    nonce: zeroHash,
  };
  const signature = await buyer.signTypedData({
    domain: { ...USDC_DOMAIN, chainId: CHAIN_ID, verifyingContract: stage.usdc },
    types: {
      TransferWithAuthorization: [
        { name: "from", type: "address" },
        { name: "to", type: "address" },
        { name: "value", type: "uint256" },
        { name: "validAfter", type: "uint256" },
        { name: "validBefore", type: "uint256" },
        { name: "nonce", type: "bytes32" },
      ],
    },
    primaryType: "TransferWithAuthorization",
    message,
  });
  const { r, s, yParity } = parseSignature(signature);
  const { from, to, value, validAfter, validBefore, nonce } = message;
  const data = encodeFunctionData({
    abi: parseAbi([
      "function transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)",
    ]),
    args: [from, to, value, validAfter, validBefore, nonce, yParity + 27, r, s],
  });
  const { receipt } = await transact(stage, { to: stage.usdc, data });
  return Number(receipt.gasUsed);
}
