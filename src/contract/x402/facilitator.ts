// The facilitator of x402 version 2, which merchants' own servers call to verify and settle what their clients signed.
// https://github.com/coinbase/x402, specs/x402-specification-v2.md, section 7
import Type, { type Static } from "typebox";
import { getAddress, type Hex, isAddress } from "viem";
import type { Payment, PaymentStatus } from "../../payment/payment.ts";
import { INTEGER_PATTERN, parseTransfer, SCHEME, type SignedTransfer, X402_VERSION } from "./x402.ts";

/** Longer than any identifier in the messages. */
const NAME_LENGTH_MAX = 256;
const name = Type.String({ maxLength: NAME_LENGTH_MAX });

/** What the scheme adds is accepted. */
const OPEN = { additionalProperties: true };

/** The client's part is checked by its scheme, so that a client cannot make the server's request malformed. */
export const FacilitatorBody = Type.Object({
  x402Version: Type.Optional(Type.Integer()),
  paymentPayload: Type.Object({
    x402Version: Type.Integer(),
    accepted: Type.Object({ scheme: name, network: name }, OPEN),
    payload: Type.Object({}, { ...OPEN, description: "what the client signed, in the form of the scheme" }),
    resource: Type.Optional(Type.Unknown({ description: "its `url` becomes the payment's reference" })),
  }),
  paymentRequirements: Type.Object(
    {
      scheme: name,
      network: Type.String({ maxLength: NAME_LENGTH_MAX, description: "a CAIP-2 chain" }),
      asset: Type.String({ maxLength: NAME_LENGTH_MAX, description: "the address of a token with EIP-3009" }),
      amount: Type.String({ pattern: INTEGER_PATTERN, description: "an integer in the token's smallest unit" }),
      payTo: Type.String({
        maxLength: NAME_LENGTH_MAX,
        description: "a destination of one of the partner's merchants",
      }),
      extra: Type.Optional(
        Type.Object(
          { name: Type.Optional(name), version: Type.Optional(name) },
          { ...OPEN, description: "the EIP-712 domain" },
        ),
      ),
    },
    OPEN,
  ),
});

export const VerifyResult = Type.Object({
  isValid: Type.Boolean(),
  invalidReason: Type.Optional(Type.String({ description: "in x402's words" })),
  payer: Type.Optional(Type.String()),
});

export const SettleResult = Type.Object({
  success: Type.Boolean(),
  errorReason: Type.Optional(Type.String({ description: "in x402's words; `settlement_pending`: repeat the request" })),
  payer: Type.Optional(Type.String()),
  transaction: Type.String({ description: "a transaction hash; empty if there is none yet" }),
  network: Type.String(),
  amount: Type.Optional(Type.String({ description: "what was paid, in the token's smallest unit" })),
  extra: Type.Optional(Type.Object({ paymentId: Type.String() })),
});

export const Supported = Type.Object({
  kinds: Type.Array(Type.Object({ x402Version: Type.Integer(), scheme: Type.String(), network: Type.String() })),
  extensions: Type.Array(Type.String()),
  signers: Type.Record(Type.String(), Type.Array(Type.String()), { description: "relayers by CAIP-2 chain" }),
});

/** What a client signed, and what the merchant's server asked for. */
export interface FacilitatedTransfer extends Omit<SignedTransfer, "paymentId"> {
  /** The amount that the server asked for, in smallest units. */
  readonly amount: bigint;
  /** The token's EIP-712 domain, as the server names it. */
  readonly domain: { readonly name?: string; readonly version?: string };
  /** The URL that the client pays for, as the client names it. */
  readonly resource: string | null;
}

/** Why a message cannot be read as a transfer of this scheme. */
type UnreadReason =
  | "invalid_x402_version"
  | "unsupported_scheme"
  | "invalid_exact_evm_network_mismatch"
  | "invalid_payment_requirements"
  | "invalid_payload";

export function readFacilitated({
  paymentPayload: { x402Version, accepted, payload, resource },
  paymentRequirements: { scheme, network, asset, amount, payTo, extra = {} },
}: Static<typeof FacilitatorBody>): FacilitatedTransfer | UnreadReason {
  if (x402Version !== X402_VERSION) return "invalid_x402_version";
  if (scheme !== SCHEME || accepted.scheme !== SCHEME) return "unsupported_scheme";
  if (accepted.network !== network) return "invalid_exact_evm_network_mismatch";
  if (!isAddress(asset, ANY_CASE) || !isAddress(payTo, ANY_CASE)) return "invalid_payment_requirements";
  const transfer = parseTransfer(payload);
  if (!transfer) return "invalid_payload";
  return {
    network,
    asset: getAddress(asset),
    payTo: getAddress(payTo),
    transfer,
    amount: BigInt(amount),
    domain: extra,
    resource: urlOf(resource),
  };
}

const ANY_CASE = { strict: false };

const urlOf = (resource: unknown): string | null =>
  typeof resource === "object" && resource !== null && "url" in resource && typeof resource.url === "string"
    ? resource.url
    : null;

/** What the facilitator takes on a chain. */
export const supportedKind = (network: string): Static<typeof Supported>["kinds"][number] => ({
  x402Version: X402_VERSION,
  scheme: SCHEME,
  network,
});

/** @param sent the transaction that carries it while it is under way */
export function settleResult(
  { id, status, credit }: Payment,
  { network, transfer }: FacilitatedTransfer,
  sent: Hex | null,
): Static<typeof SettleResult> {
  const known = { payer: transfer.from, network, extra: { paymentId: id } };
  if (status === "succeeded") {
    return { success: true, ...known, transaction: credit?.txHash ?? "", amount: transfer.value.toString() };
  }
  return { success: false, ...known, errorReason: REASONS[status], transaction: sent ?? "" };
}

const REASONS = {
  requires_action: "settlement_pending",
  processing: "settlement_pending",
  expired: "invalid_exact_evm_payload_authorization_valid_before",
  failed: "invalid_transaction_state",
  cancelled: "invalid_transaction_state",
} as const satisfies Record<Exclude<PaymentStatus, "succeeded">, string>;
