// Checks what a client has signed for a partner's own server: whether it pays a merchant of the partner what the server
// asked for, as this installation can relay it.
import { hash } from "node:crypto";
import type { Address } from "viem";
import { changeDecimals, FIAT_DIGITS_MAX, type FiatAmount } from "../../money/amount.ts";
import { type AuthorizedToken, isEnough } from "../../money/asset.ts";
import { findCurrency } from "../../money/fiat.ts";
import { asksForData, type BuyerDataRules } from "../../payment/buyer-data-rules.ts";
import { isCreditable } from "../../payment/transfers/proof.ts";
import type { TransferAuthorization } from "../../payment/transfers/transfer-authorization.ts";
import { payableChains } from "../gateway/payable-chains.ts";
import type { PaymentChain, PaymentChains } from "../ports/chain/payment-chain.ts";
import type { IdempotentRequest } from "../ports/idempotency.ts";
import { faultOfTime, type RefusedReason } from "./refused-reasons.ts";

/** What a client has signed, and what the partner's server asked for. */
export interface AskedTransfer {
  /** CAIP-2. */
  readonly network: string;
  readonly asset: Address;
  readonly payTo: Address;
  /** Smallest units. */
  readonly amount: bigint;
  /** The token's EIP-712 domain, as the server names it. */
  readonly domain: { readonly name?: string; readonly version?: string };
  readonly resource: string | null;
  readonly transfer: TransferAuthorization & { readonly to: Address };
}

export interface TransferCaller {
  readonly partnerId: string;
  readonly keyId: string;
  /** The merchants that may be paid; null: all of the partner's. */
  readonly merchantIds: readonly string[] | null;
}

/** Who gets the money. */
export interface Payee {
  readonly merchantId: string;
  readonly merchantName: string;
  readonly buyerDataRules: BuyerDataRules | null;
}

export interface CheckTransferPorts {
  readonly chains: PaymentChains;
  readonly destinations: {
    /**
     * The merchant with this destination (CAIP-10) for an asset (CAIP-19); of several, the oldest. Null if there is
     * none, or none that is active.
     */
    payee(
      owner: Pick<TransferCaller, "partnerId" | "merchantIds">,
      place: { readonly asset: string; readonly destination: string },
    ): Promise<Payee | null>;
  };
  nowS(): number;
}

/** A transfer that can be verified on its chain. */
export interface CheckedTransfer extends Payee {
  readonly chain: PaymentChain;
  readonly asset: AuthorizedToken;
  /** Its face value in the currency of the stablecoin. */
  readonly amount: FiatAmount;
}

/**
 * The longest that an authorisation may last, in seconds: its payment is under way for so long if the payer spends the
 * money elsewhere. Far below the 30 days for which the key below is kept.
 */
const LASTS_S_MAX = 86_400;

/** @returns why it is refused, or what was found */
export async function checkTransfer(
  ports: CheckTransferPorts,
  caller: TransferCaller,
  asked: AskedTransfer,
): Promise<CheckedTransfer | RefusedReason> {
  const { network, payTo, transfer } = asked;
  const chain = payableChains(ports.chains, caller.partnerId).get(network);
  if (!chain) return "invalid_network";
  const asset = takenTokens(chain).find(({ address }) => address === asked.asset);
  if (!asset) return "invalid_exact_evm_eip3009_not_supported";
  const amount = faceValue(asset, asked.amount);
  const fault = faultOf(asset, asked, ports.nowS());
  if (fault) return fault;
  if (!amount || !isEnough(asset, transfer.value)) return "invalid_exact_evm_authorization_value";
  const payee = await ports.destinations.payee(caller, { asset: asset.id, destination: `${network}:${payTo}` });
  if (!payee || !isCreditable(chain, asset, transfer.value, amount)) return "invalid_payment_requirements";
  // The buyer's data cannot be asked for.
  if (asksForData(payee.buyerDataRules, amount, { asset: asset.id, chain: network }))
    return "invalid_payment_requirements";
  return { ...payee, chain, asset, amount };
}

/** Why it is not what the server asked for: now, and once it is paid. */
export function mismatchOf({ payTo, amount, transfer: { from, to, value } }: AskedTransfer): RefusedReason | null {
  if (to !== payTo) return "invalid_exact_evm_recipient_mismatch";
  if (from === to) return "invalid_payload";
  return value === amount ? null : "invalid_exact_evm_payload_authorization_value_mismatch";
}

function faultOf({ domain }: AuthorizedToken, asked: AskedTransfer, nowS: number): RefusedReason | null {
  const { name = domain.name, version = domain.version } = asked.domain;
  if (name !== domain.name) return "invalid_exact_evm_token_name_mismatch";
  if (version !== domain.version) return "invalid_exact_evm_token_version_mismatch";
  const mismatch = mismatchOf(asked);
  if (mismatch) return mismatch;
  const { transfer } = asked;
  if (transfer.validBefore > BigInt(nowS + LASTS_S_MAX)) return "invalid_exact_evm_payload_authorization_valid_before";
  return faultOfTime(transfer, nowS);
}

/** A stablecoin's value in its currency, rounded up to the smallest unit; null if it is too large or zero. */
function faceValue({ decimals, peggedTo }: AuthorizedToken, value: bigint): FiatAmount | null {
  const currency = findCurrency(peggedTo ?? "");
  if (!currency || value === 0n) return null;
  const inCurrency = changeDecimals(value, decimals, currency.decimals);
  return inCurrency < 10n ** BigInt(FIAT_DIGITS_MAX) ? { currency: currency.code, value: inCurrency } : null;
}

/** The tokens that the facilitator takes: with EIP-3009, and worth a currency's unit. */
export const takenTokens = ({ assets }: Pick<PaymentChain, "assets">): readonly AuthorizedToken[] =>
  assets.filter((asset) => asset.method === "eip3009" && asset.peggedTo !== undefined) as AuthorizedToken[];

/** The key under which an authorisation is taken once, by whichever partner. */
export const keyOfTransfer = (
  { partnerId }: Pick<TransferCaller, "partnerId">,
  { network, asset, payTo, transfer: { from, value, validAfter, validBefore, nonce } }: AskedTransfer,
): IdempotentRequest => ({
  isShared: true,
  scope: `x402 ${network}`,
  key: `${asset} ${from} ${nonce}`,
  fingerprint: hash("sha256", [partnerId, payTo, value, validAfter, validBefore].join(" "), "buffer"),
});
