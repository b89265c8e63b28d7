// The EIP-3009 message that a buyer signs: ReceiveWithAuthorization to the router, with the terms hash as nonce.
import { type Address, numberToHex } from "viem";
import type { AuthorizedToken } from "../../../money/asset.ts";
import { evmChainNumber } from "../../../money/caip.ts";
import type { WalletRpc } from "../../../operations/ports/chain/payment-chain.ts";
import type { Option } from "../../../payment/option.ts";
import { type Terms, termsHash } from "../../../payment/terms.ts";
import type { TransferAuthorization } from "../../../payment/transfers/transfer-authorization.ts";

const AUTHORIZATION = [
  { name: "from", type: "address" },
  { name: "to", type: "address" },
  { name: "value", type: "uint256" },
  { name: "validAfter", type: "uint256" },
  { name: "validBefore", type: "uint256" },
  { name: "nonce", type: "bytes32" },
] as const;

/** EIP-3009 types. Wallets need the EIP712Domain type spelled out. */
const TYPES = {
  EIP712Domain: [
    { name: "name", type: "string" },
    { name: "version", type: "string" },
    { name: "chainId", type: "uint256" },
    { name: "verifyingContract", type: "address" },
  ],
  ReceiveWithAuthorization: AUTHORIZATION,
} as const;

/**
 * The typed data of an EIP-3009 option. Integers of the message are hex strings, which no JSON parser rounds. The
 * chain's number is a number: libraries that derive the domain's type from its values leave text out.
 */
export const authorizationData = ({ terms }: Option, { domain }: AuthorizedToken) => ({
  domain: domainOf(terms, domain),
  types: TYPES,
  primaryType: "ReceiveWithAuthorization",
  message: {
    from: terms.payer,
    to: terms.router,
    value: numberToHex(terms.amount),
    validAfter: "0x0",
    validBefore: numberToHex(terms.deadlineS),
    nonce: termsHash(terms),
  },
});

const domainOf = ({ chain, token }: Pick<Terms, "chain" | "token">, { name, version }: AuthorizedToken["domain"]) => ({
  name,
  version,
  chainId: evmChainNumber(chain),
  verifyingContract: token,
});

/** The typed data of a transfer to the option's deposit address or destination, as x402 clients sign it. */
export const transferData = (
  { method, terms }: Option,
  { domain }: AuthorizedToken,
  { from, value, validAfter, validBefore, nonce }: TransferAuthorization,
) => {
  const to = method === "deposit" ? terms.payer : terms.destination;
  return transferMessage(domainOf(terms, domain), { from, to, value, validAfter, validBefore, nonce });
};

/** The typed data of a transfer that belongs to no payment. */
export const moveData = (chain: string, { address, domain }: AuthorizedToken, message: TransferMessage) =>
  transferMessage(domainOf({ chain, token: address }, domain), message);

type TransferMessage = Omit<TransferAuthorization, "signature"> & { readonly to: Address };

const transferMessage = (domain: ReturnType<typeof domainOf>, message: TransferMessage) => ({
  domain,
  types: { TransferWithAuthorization: AUTHORIZATION },
  primaryType: "TransferWithAuthorization" as const,
  message,
});

/** The action of an EIP-3009 option. */
export const receiveWithAuthorization = (option: Option, token: AuthorizedToken): WalletRpc => ({
  chain: option.terms.chain,
  method: "eth_signTypedData_v4",
  params: [option.terms.payer, JSON.stringify(authorizationData(option, token))],
});
