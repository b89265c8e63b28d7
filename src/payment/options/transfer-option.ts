// The option of a payment that is its payer's own EIP-3009 TransferWithAuthorization to the merchant's destination, as
// x402 clients sign it for another server. Every term follows from the authorisation, and no fee can be taken.
import { type Address, zeroAddress } from "viem";
import type { AuthorizedToken } from "../../money/asset.ts";
import type { Option } from "../option.ts";
import type { Terms } from "../terms.ts";
import type { TransferAuthorization } from "../transfers/transfer-authorization.ts";

/** What the authorisation leaves open. */
export interface TransferBasis {
  readonly paymentId: string;
  readonly merchantName: string;
  readonly asset: Pick<AuthorizedToken, "id" | "address">;
  readonly chain: { readonly id: string; readonly router: Address };
  /** Who gets the money: `to` of the signed message. */
  readonly destination: Address;
}

/** The part of the authorisation that its terms name. */
type TransferTerms = Pick<TransferAuthorization, "from" | "value" | "validBefore" | "nonce">;

/** @param authorization its `validBefore` is at most Number.MAX_SAFE_INTEGER */
export const transferOption = (
  { paymentId, merchantName, asset, chain, destination }: TransferBasis,
  authorization: TransferTerms,
): Option => ({
  paymentId,
  asset: asset.id,
  method: "transfer",
  merchantName,
  paysOut: "merchant",
  quoteExpiresAtS: null,
  quoteSources: [],
  feePpm: 0n,
  feeFixed: 0n,
  terms: termsOf(chain, asset.address, destination, authorization),
});

/** The nonce is the payment key, so an event on chain names the one authorisation that it used. */
const termsOf = (
  { id, router }: TransferBasis["chain"],
  token: Address,
  destination: Address,
  { from, value, validBefore, nonce }: TransferTerms,
): Terms => ({
  chain: id,
  router,
  destination,
  key: nonce,
  payer: from,
  amount: value,
  fee: 0n,
  deadlineS: Number(validBefore),
  token,
  feeReceiver: zeroAddress,
});
