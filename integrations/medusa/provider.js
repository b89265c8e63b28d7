// A payment session is a payment in Turnpike; the session's id is the payment's reference. The chain settles at once,
// so a session is never merely authorised: it is captured, or it is not paid.
import framework from "@medusajs/framework/utils";
import { ApiError, createTurnpike, webhooks } from "@turnpike/server";
import { fromTurnpike, toTurnpike } from "./amounts.js";

const { AbstractPaymentProvider, MedusaError, PaymentActions, PaymentSessionStatus } = framework;

const LIFETIME_S = 3_600;

/** Why a payment in `processing` is pending, not deferred: its end is seconds away, and it may still fail. */
const STATUSES = {
  requires_action: PaymentSessionStatus.PENDING,
  processing: PaymentSessionStatus.PENDING,
  succeeded: PaymentSessionStatus.CAPTURED,
  failed: PaymentSessionStatus.ERROR,
  expired: PaymentSessionStatus.CANCELED,
  cancelled: PaymentSessionStatus.CANCELED,
};

const ACTIONS = {
  "payment.processing": PaymentActions.PENDING,
  "payment.succeeded": PaymentActions.SUCCESSFUL,
  "payment.failed": PaymentActions.FAILED,
  "payment.expired": PaymentActions.CANCELED,
  "payment.cancelled": PaymentActions.CANCELED,
};

const REQUIRED = ["baseUrl", "apiKey", "merchantId", "webhookSecret"];

const notAllowed = (message) => new MedusaError(MedusaError.Types.NOT_ALLOWED, message);

/**
 * Options: `baseUrl`, `apiKey`, `merchantId`, `webhookSecret`, and optionally `successUrl` with `errorUrl` (where buyers
 * return), `lifetimeS` (how long a session can be paid) and `deposit: false` (no transfers to a deposit address).
 */
export class TurnpikeProvider extends AbstractPaymentProvider {
  static identifier = "turnpike";

  static validateOptions(options) {
    const missing = REQUIRED.filter((name) => !options?.[name]);
    if (missing.length > 0) throw new Error(`@turnpike/medusa: set the options ${missing.join(", ")}`);
  }

  constructor(container, options) {
    super(container, options);
    this.options = options;
    this.turnpike = createTurnpike({
      baseUrl: options.baseUrl,
      apiKey: options.apiKey,
      merchantId: options.merchantId,
    });
  }

  async initiatePayment({ amount, currency_code, data }) {
    const session = await this.#create(amount, currency_code, data?.session_id);
    return { id: session.id, status: PaymentSessionStatus.PENDING, data: session };
  }

  /** Another amount is another payment: a payment's amount never changes. */
  async updatePayment({ amount, currency_code, data }) {
    const { unit, value } = toTurnpike(amount, currency_code);
    const isSame = data.unit === unit && data.value === value;
    if (isSame && (await this.#status(data)) === "requires_action") {
      return { status: PaymentSessionStatus.PENDING, data };
    }
    await this.#end(data);
    return {
      status: PaymentSessionStatus.PENDING,
      data: await this.#create(amount, currency_code, data.session_id),
    };
  }

  async authorizePayment({ data }) {
    return { status: STATUSES[await this.#status(data)], data };
  }

  async getPaymentStatus({ data }) {
    return { status: STATUSES[await this.#status(data)], data };
  }

  async retrievePayment({ data }) {
    return { data: { ...data, ...(await this.#own(data)) } };
  }

  /** The chain has captured it. */
  async capturePayment({ data }) {
    const status = await this.#status(data);
    if (status !== "succeeded") throw notAllowed(`The payment ${data.id} is ${status}: there is nothing to capture`);
    return { data };
  }

  async cancelPayment({ data }) {
    await this.#end(data);
    return { data };
  }

  async deletePayment({ data }) {
    await this.#end(data);
    return { data };
  }

  /**
   * Requests a refund in Turnpike, of the whole amount or of a part. The money moves once an account of the merchant has
   * signed it there.
   */
  async refundPayment({ amount, data, context }) {
    await this.#own(data);
    const price = toTurnpike(amount, data.unit.slice("iso4217/".length));
    try {
      await this.turnpike.refunds.create(
        { paymentId: data.id, amount: price, reason: "Refund in Medusa" },
        // The id of Medusa's refund, so that a repeated call requests no second one.
        context?.idempotency_key ? { idempotencyKey: `medusa ${context.idempotency_key}` } : {},
      );
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // The merchant has refunded or marked it in Turnpike.
      if (error.code !== "already_refunded") throw notAllowed(`Turnpike refuses the refund: ${error.message}`);
    }
    return { data };
  }

  /** Only says which session to look at: Medusa then asks for the payment's status. */
  async getWebhookActionAndData({ rawData, headers }) {
    const event = await webhooks.verify(rawData, headers, this.options.webhookSecret);
    const action = ACTIONS[event.type];
    const { payment } = event.data;
    const isOurs = payment?.merchant.id === this.options.merchantId && payment.referenceId.startsWith("payses_");
    if (!action || !isOurs) return { action: PaymentActions.NOT_SUPPORTED };
    return { action, data: { session_id: payment.referenceId, amount: fromTurnpike(payment.fiatAmount) } };
  }

  async #create(amount, currencyCode, sessionId) {
    const { lifetimeS = LIFETIME_S, successUrl, errorUrl } = this.options;
    const price = toTurnpike(amount, currencyCode);
    const payment = await this.turnpike.payments.create({
      amount: price,
      referenceId: sessionId,
      expiresAt: Math.floor(Date.now() / 1_000) + lifetimeS,
      ...(successUrl && errorUrl && { checkout: { successUrl, errorUrl } }),
      ...(this.options.deposit === false && { deposit: false }),
    });
    const { paymentId: id, gatewayUrl, expiresAt } = payment;
    return { id, session_id: sessionId, gatewayUrl, expiresAt, ...price };
  }

  /** The payment's details. A storefront can send any `data`, so the payment must be the session's. */
  async #own(data) {
    const details = await this.turnpike.payments.get(String(data?.id));
    if (details.referenceId !== data.session_id) throw notAllowed("The payment belongs to another session");
    return details;
  }

  async #status(data) {
    return (await this.#own(data)).status;
  }

  /** Ends an open payment. A session that was never created has none. */
  async #end(data) {
    if (!data?.id) return;
    await this.#own(data);
    try {
      await this.turnpike.payments.cancel(data.id);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "invalid_state")) throw error;
      const status = await this.#status(data);
      if (status === "processing" || status === "succeeded") {
        throw notAllowed(`The payment ${data.id} is ${status} and can no longer be cancelled: refund it`);
      }
    }
  }
}
