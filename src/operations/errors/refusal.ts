// Why an operation was refused, with facts the caller can act on. Anything else thrown is our fault (5xx).

export interface Issue {
  /** Dotted path of a body field, or the name of a query parameter or header. */
  readonly field: string;
  readonly message: string;
  /** Names the field in the error's message; by default, its path. */
  readonly subject?: string;
}

export type RefusalCode =
  | "params_validation"
  | "rate_limited"
  | "forbidden"
  | "not_found"
  | "payment_not_found"
  | "merchant_not_found"
  | "invalid_state"
  | "payment_expired"
  | "quote_expired"
  | "sanctioned_user"
  | "idempotency_conflict"
  | "settlement_asset_conflict"
  | "limit_exceeded"
  | "second_person_required"
  | "request_closed"
  | "payment_not_succeeded"
  | "already_refunded"
  | "bad_gateway"
  | "internal_error";

export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly issues: readonly Issue[];
  /** The input is well-formed but not valid, such as an account or a signature (422 rather than 400). */
  readonly isUnprocessable: boolean;
  /** Seconds after which to retry. */
  readonly retryAfterS: number | null;

  constructor(
    code: RefusalCode,
    message: string,
    facts: { issues?: readonly Issue[]; isUnprocessable?: boolean; retryAfterS?: number } = {},
  ) {
    super(message);
    this.name = "Refusal";
    this.code = code;
    this.issues = facts.issues ?? [];
    this.isUnprocessable = facts.isUnprocessable ?? false;
    this.retryAfterS = facts.retryAfterS ?? null;
  }
}

export const invalid = (issues: readonly Issue[]): Refusal =>
  new Refusal("params_validation", issues.map(sentenceOf).join("; "), { issues });

export const unprocessable = (issues: readonly Issue[]): Refusal =>
  new Refusal("params_validation", issues.map(sentenceOf).join("; "), { issues, isUnprocessable: true });

const sentenceOf = ({ field, subject = field, message }: Issue): string => `${subject} ${message}`;

export const paymentNotFound = (): Refusal => new Refusal("payment_not_found", "Payment not found");

export const merchantNotFound = (): Refusal => new Refusal("merchant_not_found", "Merchant not found");

/** Refuses a merchant named in the path; `merchantNotFound` refuses one named in a header. */
export const merchantMissing = (): Refusal => new Refusal("not_found", "Merchant not found");

export const settlementMissing = (): Refusal => new Refusal("not_found", "Settlement not found");

export const requestMissing = (): Refusal => new Refusal("not_found", "Request not found");

export const eventMissing = (): Refusal => new Refusal("not_found", "Event not found");

export const endpointMissing = (): Refusal => new Refusal("not_found", "Webhook endpoint not found");

export const linkMissing = (): Refusal => new Refusal("not_found", "Payment link not found");

export const endpointDisabled = (): Refusal =>
  new Refusal("invalid_state", "The webhook endpoint is disabled: enable it first");

export const deliveryMissing = (): Refusal => new Refusal("not_found", "Delivery not found");

export const paymentExpired = (expiresAtS: number): Refusal =>
  new Refusal("payment_expired", `Payment expired at ${new Date(expiresAtS * 1000).toISOString()}`);

export const keyConflict = (): Refusal =>
  new Refusal("idempotency_conflict", "This Idempotency-Key was used for another request");

export const keyInUse = (): Refusal =>
  new Refusal("idempotency_conflict", "A request with this Idempotency-Key is still running", { retryAfterS: 1 });

export const optionNotFound = (): Refusal =>
  new Refusal("params_validation", "Option not found", {
    issues: [{ field: "optionId", message: "Option not found: get the payment's options again" }],
  });

export const chainSilent = (): Refusal =>
  new Refusal("internal_error", "The chain is not responding; nothing was done, try again", { retryAfterS: 1 });

export const quoteExpired = (): Refusal =>
  new Refusal("quote_expired", "The option's quote has expired: get the payment's options again");
