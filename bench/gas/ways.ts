// The ways in which a payment or refund moves, each with the real tokens, and a transfer without a router.
import {
  type Address,
  concat,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  keccak256,
  type LocalAccount,
  numberToHex,
  parseAbi,
  parseSignature,
  zeroAddress,
  zeroHash,
} from "viem";
import { depositTerms } from "../../src/chains/evm/router/deposit-address.ts";
import type { Terms } from "../../src/payment/terms.ts";
import { packTransfer } from "../../src/payment/transfers/transfer-authorization.ts";
import {
  payWithAuthorization,
  payWithPermit2,
  payWithTransfer,
  sweep,
  sweepWithAuthorization,
} from "../../test/contracts/calls.ts";
import { signAuthorization, signPermit2, signTransfer, USDC_DOMAIN } from "../../test/contracts/signing.ts";
import {
  DEPOSIT,
  EIP3009,
  PERMIT2_METHOD,
  type Stage,
  TRANSFER,
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
  /** Most payments that fit a transaction; by default more than any batch has. */
  readonly sizeMax?: number;
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
  {
    name: "x402",
    method: DEPOSIT,
    sizeMax: 100,
    prepare: authorized,
    pay: ({ terms, signature }) => sweepWithAuthorization(terms, signature),
  },
  {
    name: "facilitator",
    method: TRANSFER,
    prepare: transferred,
    pay: ({ terms, signature }) => payWithTransfer(terms, signature),
  },
];

/** The buyer's transfer to the deposit address is not measured: the buyer pays for it. */
async function deposited(stage: Stage, buyer: LocalAccount, terms: Terms): Promise<Ready> {
  const own = depositTerms(terms.chain, terms);
  await transact(stage, transferOf(own.token, buyer.address, own.payer, own.amount));
  return { terms: own, signature: "0x" };
}

/** The buyer authorises the transfer to the deposit address, as x402 clients do; the relayer submits both. */
async function authorized(stage: Stage, buyer: LocalAccount, terms: Terms): Promise<Ready> {
  const own = depositTerms(terms.chain, terms);
  const message = {
    from: buyer.address,
    to: own.payer,
    value: own.amount,
    validAfter: 0n,
    validBefore: BigInt(own.deadlineS),
    nonce: keccak256(own.key),
  };
  const signature = await signTransfer(buyer, stage.usdc, message);
  return { terms: own, signature: packTransfer({ ...message, signature }) };
}

/** The buyer authorises the transfer to the merchant, as x402 clients of other servers do. */
async function transferred(stage: Stage, buyer: LocalAccount, quoted: Terms): Promise<Ready> {
  const terms = { ...quoted, fee: 0n, feeReceiver: zeroAddress };
  const validAfter = BigInt(terms.deadlineS) - 10_000_000n;
  const message = {
    from: buyer.address,
    to: terms.destination,
    value: terms.amount,
    validAfter,
    validBefore: BigInt(terms.deadlineS),
    nonce: terms.key,
  };
  const signature = await signTransfer(buyer, stage.usdc, message);
  return { terms, signature: concat([numberToHex(validAfter, { size: 32 }), signature]) };
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
  const signature = await signTransfer(buyer, stage.usdc, message);
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
