// Delivers one endpoint's events: at most four requests at a time, and the first attempts of a payment's events in
// order. A slow receiver delays only its own endpoint.
import { setTimeout as sleep } from "node:timers/promises";
import type { PartnerEvent } from "../../events/event.ts";
import { nextDelayS, parseRetryAfter } from "../../events/schedule.ts";
import { openSecret, signedHeaders } from "../../events/signature.ts";
import type { SealedText, StorageKeys } from "../../payment/sealed-text.ts";
import { asShownLines } from "../../payment/shown-text.ts";
import { paymentKey } from "../../payment/terms.ts";
import type { DeliveryQueue, DueDelivery, Outcome, ServedEndpoint, WebhookChannel } from "../ports/delivery.ts";
import type { Log } from "../ports/log.ts";
import type { SpanAttributes, Tracing } from "../ports/tracing.ts";
import { createLogThrottle } from "../timing/log-throttle.ts";

export interface DeliverWebhooksPorts {
  readonly queue: Pick<DeliveryQueue, "advance" | "due" | "record">;
  /** Null: none are configured, so no secret can be opened. */
  readonly keys: StorageKeys | null;
  openChannel(url: string): WebhookChannel;
  /** The body of a delivery. */
  render(event: PartnerEvent, of: RenderedDelivery): Promise<string>;
  readonly log: Log;
  readonly tracing: Pick<Tracing, "span" | "headers">;
  crashPoint(point: "webhook.read" | "webhook.sent" | "webhook.recorded"): void;
  nowMs(): number;
  random(): number;
}

/** Delivery metadata a body may include. */
export interface RenderedDelivery extends Pick<ServedEndpoint, "format"> {
  readonly id: string;
  /** The attempt's number, from 1. */
  readonly attempt: number;
}

/** Requests to one endpoint at a time. */
export const AT_ONCE_MAX = 4;
/** Deliveries read ahead, so that the database is not asked for each. */
const READ_AHEAD = 64;
/** Retries become due while other requests are in flight. */
const LOOK_INTERVAL_MS = 1_000;
/** The first pause while events are held back; each further one is twice as long. */
const HELD_BACK_MS = 5;
/** How long a stop waits for the requests in flight. */
const STOP_MS_MAX = 2_000;
const GONE = 410;

const throttle = createLogThrottle();

/** Serves an endpoint until nothing is due for it. */
export class EndpointSession {
  readonly #ports: DeliverWebhooksPorts;
  readonly #endpointId: string;
  readonly #queue: DueDelivery[] = [];
  /** Deliveries that were sent, until their outcomes are recorded. */
  readonly #settling = new Map<string, Promise<void>>();
  readonly #inFlight = new Set<Promise<void>>();
  /** Payments with a first attempt in flight. */
  readonly #firsts = new Set<string>();
  #endpoint: ServedEndpoint | null = null;
  #channel: { readonly url: string; readonly requests: WebhookChannel } | null = null;
  #hasNews = true;
  /** The pause while events wait for a transaction that is still running; null if none do. */
  #heldBackMs: number | null = null;
  #isStopped = false;
  /** An outcome disables the endpoint: its other deliveries stay pending until it is enabled again. */
  #isDisabled = false;
  #wake: () => void = () => {};

  constructor(ports: DeliverWebhooksPorts, endpointId: string) {
    this.#ports = ports;
    this.#endpointId = endpointId;
  }

  /** There may be new events. */
  wake(): void {
    this.#hasNews = true;
    this.#wake();
  }

  /** Starts no further request. */
  stop(): void {
    this.#isStopped = true;
    this.#wake();
  }

  /** Resolves once nothing is due. After `stop` it leaves a request that takes long, which is then sent again. */
  async run(): Promise<void> {
    try {
      while (!this.#isStopped) {
        await this.#fill();
        this.#start();
        if (this.#queue.length === 0 && this.#settling.size === 0 && !this.#hasNews) break;
        await this.#progress();
      }
    } finally {
      const settled = Promise.allSettled(this.#settling.values());
      await (this.#isStopped ? Promise.race([settled, sleep(STOP_MS_MAX, null, { ref: false })]) : settled);
      this.#channel?.requests.close();
    }
  }

  /** Waits until a request ends, the session is woken, or a retry may be due. */
  async #progress(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const woken = new Promise<void>((resolve) => {
      this.#wake = resolve;
      timer = setTimeout(() => this.wake(), this.#heldBackMs ?? LOOK_INTERVAL_MS);
      if (this.#isStopped || this.#hasNews) resolve();
    });
    await Promise.race([woken, ...this.#inFlight, ...this.#settling.values()]);
    clearTimeout(timer);
  }

  /** Loads due deliveries and, after a wake-up, the endpoint's current state. */
  async #fill(): Promise<void> {
    if (this.#isDisabled) {
      this.#hasNews = false;
      this.#queue.length = 0;
      return;
    }
    if (!this.#hasNews && this.#queue.length >= AT_ONCE_MAX) return;
    if (this.#hasNews) {
      this.#hasNews = false;
      const { hasMore, isHeldBack } = await this.#ports.queue.advance(this.#endpointId);
      if (hasMore) this.#hasNews = true;
      this.#heldBackMs = isHeldBack ? Math.min((this.#heldBackMs ?? HELD_BACK_MS) * 2, LOOK_INTERVAL_MS) : null;
    }
    const known = [...this.#queue.map(({ id }) => id), ...this.#settling.keys()];
    const due = await this.#ports.queue.due(this.#endpointId, known, READ_AHEAD - this.#queue.length);
    if (!due) {
      this.#queue.length = 0;
      return;
    }
    this.#ports.crashPoint("webhook.read");
    this.#use(due.endpoint);
    this.#queue.push(...due.deliveries);
  }

  #use(endpoint: ServedEndpoint): void {
    this.#endpoint = endpoint;
    if (this.#channel?.url === endpoint.url) return;
    this.#channel?.requests.close();
    this.#channel = { url: endpoint.url, requests: this.#ports.openChannel(endpoint.url) };
  }

  #start(): void {
    if (this.#isStopped || this.#isDisabled) return;
    const blocked = new Set(this.#firsts);
    for (const delivery of [...this.#queue]) {
      if (this.#inFlight.size >= AT_ONCE_MAX) return;
      const first = delivery.attempts === 0 ? delivery.paymentId : null;
      if (first !== null && blocked.has(first)) continue;
      if (first !== null) blocked.add(first);
      this.#queue.splice(this.#queue.indexOf(delivery), 1);
      this.#launch(delivery, first);
    }
  }

  #launch(delivery: DueDelivery, first: string | null): void {
    if (first !== null) this.#firsts.add(first);
    const attempt = this.#attempt(delivery);
    const flight = attempt.then(({ isGone }) => {
      if (isGone) this.#isDisabled = true;
      this.#inFlight.delete(flight);
      if (first !== null) this.#firsts.delete(first);
    });
    this.#inFlight.add(flight);
    const settling = attempt.then((outcome) => this.#record(outcome)).finally(() => this.#settling.delete(delivery.id));
    this.#settling.set(delivery.id, settling);
  }

  async #record(outcome: Outcome): Promise<void> {
    const { queue, log, crashPoint } = this.#ports;
    const endpoint = this.#endpointId;
    try {
      const disabled = await queue.record(outcome);
      crashPoint("webhook.recorded");
      if (disabled === null) return;
      this.#isDisabled = true;
      log.warn({ endpoint, reason: disabled }, "disabled a webhook endpoint");
    } catch (error) {
      // It is sent again once the lease or the next reading finds it pending.
      throttle.warn("record", () => log.warn({ endpoint, err: error }, "could not record webhook deliveries"));
    }
  }

  /** Never rejects. */
  async #attempt(delivery: DueDelivery): Promise<Outcome> {
    const { log, nowMs, random, crashPoint, tracing } = this.#ports;
    const startedMs = performance.now();
    const result = await tracing.span(
      "webhook delivery",
      () => this.#spanOf(delivery),
      () => this.#send(delivery, Math.floor(nowMs() / 1_000)),
    );
    crashPoint("webhook.sent");
    const { status, error, retryAfterS, isPermanent = false } = result;
    if (error !== null) {
      const fields = { endpoint: this.#endpointId, delivery: delivery.id, status };
      throttle.warn(this.#endpointId, () => log.info(fields, "a webhook delivery failed and will be retried"));
    } else throttle.recovered(this.#endpointId, () => {});
    const isGone = status === GONE;
    return {
      deliveryId: delivery.id,
      endpointId: this.#endpointId,
      status,
      durationMs: Math.round(performance.now() - startedMs),
      error,
      response: result.response,
      retryInS:
        error === null || isGone || isPermanent
          ? null
          : nextDelayS(delivery.tries + 1, { status, retryAfterS }, random()),
      isGone,
    };
  }

  /** Omits the event's id, which contains the payment's. */
  #spanOf({ id, paymentId, attempts }: DueDelivery): SpanAttributes {
    return {
      "turnpike.endpoint": this.#endpointId,
      "turnpike.delivery": id,
      "turnpike.attempt": attempts + 1,
      ...(paymentId !== null && { "turnpike.payment_key": paymentKey(paymentId) }),
    };
  }

  async #send({ id, event, eventId, attempts }: DueDelivery, timestampS: number): Promise<Result> {
    const { keys, render, nowMs, tracing } = this.#ports;
    if (!event) return { ...NO_RESPONSE, error: "the event's data has been erased", isPermanent: true };
    const endpoint = this.#endpoint;
    if (!endpoint || !this.#channel) return { ...NO_RESPONSE, error: "the endpoint is not served" };
    let signed: { readonly headers: Readonly<Record<string, string>>; readonly body: string };
    try {
      if (!keys) throw new Error("BUYER_DATA_KEYS is not set");
      const { format } = endpoint;
      const body = await render(event, { id, attempt: attempts + 1, format });
      const [sealed, ...former] = endpoint.secrets;
      const open = (secret: SealedText): string => openSecret(keys, endpoint.id, secret);
      const message = { id: eventId, timestampS, body };
      signed = { headers: signedHeaders(format, [open(sealed), ...former.map(open)], message), body };
    } catch (error) {
      const fields = { endpoint: endpoint.id, event: eventId, err: error };
      throttle.warn("sign", () => this.#ports.log.error(fields, "a webhook delivery could not be signed"));
      return { ...NO_RESPONSE, error: "this installation could not sign the delivery" };
    }
    try {
      const { status, body, retryAfter } = await this.#channel.requests.post(
        { ...signed.headers, ...tracing.headers() },
        signed.body,
      );
      const isSuccess = status >= 200 && status < 300;
      return {
        status,
        error: isSuccess ? null : `responded with status ${status}`,
        response: asShownLines(body),
        retryAfterS: parseRetryAfter(retryAfter, nowMs()),
      };
    } catch (error) {
      return { ...NO_RESPONSE, error: error instanceof Error ? error.message : "could not be reached" };
    }
  }
}

interface Result extends Pick<Outcome, "status" | "error" | "response"> {
  readonly retryAfterS: number | null;
  readonly isPermanent?: boolean;
}

const NO_RESPONSE = { status: null, response: null, retryAfterS: null } as const;
