// x402 version 2, scheme `exact` with EIP-3009, over HTTP: messages in headers, as base64 of JSON.
// https://github.com/x402-foundation/x402, specs/x402-specification-v2.md and specs/transports-v2/http.md
import Type, { type Static } from "typebox";
import { Compile } from "typebox/compile";
import { type Address, getAddress, type Hex, maxUint256 } from "viem";

export const X402_VERSION = 2;
export const SCHEME = "exact";

export const PAYMENT_REQUIRED = "payment-required";
export const PAYMENT_SIGNATURE = "payment-signature";
export const PAYMENT_RESPONSE = "payment-response";

/** One way to pay: a transfer of `amount` to `payTo`, by EIP-3009's transferWithAuthorization. */
export interface PaymentRequirements {
  readonly scheme: typeof SCHEME;
  /** CAIP-2. */
  readonly network: string;
  /** Smallest units. */
  readonly amount: string;
  readonly asset: Address;
  readonly payTo: Address;
  readonly maxTimeoutSeconds: number;
  readonly extra: {
    /** The token's EIP-712 domain. */
    readonly name: string;
    readonly version: string;
    readonly assetTransferMethod: "eip3009";
    /** Clients repeat it with their signature, which finds the payment of a link again. */
    readonly paymentId: string;
  };
}

export interface PaymentRequired {
  readonly x402Version: typeof X402_VERSION;
  readonly error?: string;
  readonly resource: { readonly url: string; readonly description?: string };
  readonly accepts: readonly PaymentRequirements[];
}

export interface SettleResponse {
  readonly success: boolean;
  readonly errorReason?: string;
  /** The payer's address, if it is known. */
  readonly payer?: string;
  /** Empty if there is none yet. */
  readonly transaction: string;
  readonly network: string;
}

export const requirements = (way: Omit<PaymentRequirements, "scheme">): PaymentRequirements => ({
  scheme: SCHEME,
  ...way,
});

/** As many digits as the largest integer of Solidity's type uint256 has. */
export const INTEGER_PATTERN = "^[0-9]{1,78}$";
const integer = Type.String({ pattern: INTEGER_PATTERN });
const address = Type.String({ pattern: "^0x[0-9a-fA-F]{40}$" });
/** As long as any signature of a contract wallet. */
const SIGNATURE_DIGITS = 2 * 8_192;

const SignedMessage = Type.Object({
  signature: Type.String({ pattern: `^0x([0-9a-fA-F]{2}){1,${SIGNATURE_DIGITS / 2}}$` }),
  authorization: Type.Object({
    from: address,
    to: address,
    value: integer,
    validAfter: integer,
    validBefore: integer,
    nonce: Type.String({ pattern: "^0x[0-9a-fA-F]{64}$" }),
  }),
});
const validMessage = Compile(SignedMessage);

/** What decides; everything else in the payload is ignored. */
const Payload = Type.Object({
  x402Version: Type.Literal(X402_VERSION),
  accepted: Type.Object({
    scheme: Type.Literal(SCHEME),
    network: Type.String({ maxLength: 64 }),
    asset: address,
    payTo: address,
    extra: Type.Optional(Type.Object({ paymentId: Type.Optional(Type.String()) })),
  }),
  payload: SignedMessage,
});
const validPayload = Compile(Payload);

/** A payment that a client has signed. */
export interface SignedTransfer {
  readonly network: string;
  readonly asset: Address;
  readonly payTo: Address;
  /** The payment that the offer was for; null if the client did not repeat it. */
  readonly paymentId: string | null;
  readonly transfer: {
    readonly from: Address;
    readonly to: Address;
    readonly value: bigint;
    readonly validAfter: bigint;
    readonly validBefore: bigint;
    readonly nonce: Hex;
    readonly signature: Hex;
  };
}

/** @returns null unless the header is base64 of a payload of this scheme */
export function parsePayment(header: string): SignedTransfer | null {
  const value = jsonIn(header);
  if (!validPayload.Check(value)) return null;
  const { accepted, payload }: Static<typeof Payload> = value;
  const transfer = transferIn(payload);
  if (!transfer) return null;
  return {
    network: accepted.network,
    asset: getAddress(accepted.asset),
    payTo: getAddress(accepted.payTo),
    paymentId: accepted.extra?.paymentId ?? null,
    transfer,
  };
}

/** @returns null unless the value is a signed message of this scheme */
export const parseTransfer = (value: unknown): SignedTransfer["transfer"] | null =>
  validMessage.Check(value) ? transferIn(value) : null;

/** @returns null if an integer is none of Solidity's type uint256 */
function transferIn({ authorization, signature }: Static<typeof SignedMessage>): SignedTransfer["transfer"] | null {
  const { from, to, nonce } = authorization;
  const [value, validAfter, validBefore] = [
    BigInt(authorization.value),
    BigInt(authorization.validAfter),
    BigInt(authorization.validBefore),
  ];
  if ([value, validAfter, validBefore].some((each) => each > maxUint256)) return null;
  return {
    from: getAddress(from),
    to: getAddress(to),
    value,
    validAfter,
    validBefore,
    nonce: nonce.toLowerCase() as Hex,
    signature: signature as Hex,
  };
}

function jsonIn(base64: string): unknown {
  try {
    return JSON.parse(Buffer.from(base64, "base64").toString("utf8"));
  } catch {
    return null;
  }
}

/** The value of a header. */
export const inHeader = (message: PaymentRequired | SettleResponse): string =>
  Buffer.from(JSON.stringify(message)).toString("base64");
