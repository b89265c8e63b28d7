// The facts of a charge that a payment does not have. A charge is a payment in the terms of Coinbase Commerce.
export interface ChargeDetails {
  readonly name: string;
  readonly description: string;
  /** A JSON object, as it was sent. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** The URL that was sent; the payment's `checkout` has the URLs that the buyer is sent to. */
  readonly redirectUrl: string | null;
  readonly cancelUrl: string | null;
}

/** Bytes of JSON: an event, which contains it, has at most 20 KB. */
export const METADATA_BYTES_MAX = 4_096;

/** An hour, as at Coinbase Commerce. */
export const CHARGE_LIFETIME_S = 3_600;
