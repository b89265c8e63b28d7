// The Permit2 message that a buyer signs: PermitWitnessTransferFrom with the router as spender and the terms hash as
// nonce. Its witness repeats the terms that Permit2 does not show, and names the merchant.
import { type Address, numberToHex } from "viem";
import { evmChainNumber } from "../../../money/caip.ts";
import type { WalletRpc } from "../../../operations/ports/chain/payment-chain.ts";
import type { Option } from "../../../payment/option.ts";
import { termsHash } from "../../../payment/terms.ts";

/** Permit2's SignatureTransfer types; its domain has no version. Wallets need the EIP712Domain type spelled out. */
const TYPES = {
  EIP712Domain: [
    { name: "name", type: "string" },
    { name: "chainId", type: "uint256" },
    { name: "verifyingContract", type: "address" },
  ],
  PermitWitnessTransferFrom: [
    { name: "permitted", type: "TokenPermissions" },
    { name: "spender", type: "address" },
    { name: "nonce", type: "uint256" },
    { name: "deadline", type: "uint256" },
    { name: "witness", type: "Payment" },
  ],
  Payment: [
    { name: "merchant", type: "string" },
    { name: "destination", type: "address" },
    { name: "fee", type: "uint256" },
    { name: "feeReceiver", type: "address" },
    { name: "paymentKey", type: "bytes32" },
  ],
  TokenPermissions: [
    { name: "token", type: "address" },
    { name: "amount", type: "uint256" },
  ],
} as const;

/** The typed data of a Permit2 option, with numbers as in authorization.ts. */
export const permitData = ({ terms, merchantName }: Option, permit2: Address) => ({
  domain: { name: "Permit2", chainId: evmChainNumber(terms.chain), verifyingContract: permit2 },
  types: TYPES,
  primaryType: "PermitWitnessTransferFrom",
  message: {
    permitted: { token: terms.token, amount: numberToHex(terms.amount) },
    spender: terms.router,
    nonce: termsHash(terms),
    deadline: numberToHex(terms.deadlineS),
    witness: {
      merchant: merchantName,
      destination: terms.destination,
      fee: numberToHex(terms.fee),
      feeReceiver: terms.feeReceiver,
      paymentKey: terms.key,
    },
  },
});

/** The action that signs a Permit2 option. */
export const permitWitnessTransferFrom = (option: Option, permit2: Address): WalletRpc => ({
  chain: option.terms.chain,
  method: "eth_signTypedData_v4",
  params: [option.terms.payer, JSON.stringify(permitData(option, permit2))],
});
