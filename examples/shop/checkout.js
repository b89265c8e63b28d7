// Takes an order from the cart to shipping. After any interruption (a request, the network, this process), it continues
// where it was, and nothing happens twice.
import { setTimeout as sleep } from "node:timers/promises";

const PAUSE_MS = 5_000;
const HEARD = [
  ...["payment.processing", "payment.succeeded", "payment.failed", "payment.expired", "payment.cancelled"],
  ...["exception.opened", "exception.resolved"],
];

/**
 * @param client of turnpike/server, for the shop's merchant
 * @param ship passes an order to fulfilment, which recognises a repeat by the order's id
 */
export function createCheckout({ client, merchantId, orders, shopUrl, ship }) {
  /** Creates the order's payment. The order's id is the idempotency key, so a retry does not create a second one. */
  async function paymentOf(order) {
    if (order.gatewayUrl) return order;
    const page = `${shopUrl}/orders/${order.id}`;
    const { paymentId, gatewayUrl } = await client.payments.create(
      {
        amount: { unit: "iso4217/USD", value: order.cents },
        // With a test key, a fault can be rehearsed: see docs/test-payments.md.
        referenceId: order.fault ? `test:${order.fault} ${order.id}` : order.id,
        checkout: { successUrl: page, errorUrl: page },
        ...(order.expiresAt && { expiresAt: order.expiresAt }),
      },
      { idempotencyKey: order.id },
    );
    return orders.save({ id: order.id, paymentId, gatewayUrl });
  }

  /** Requests the payment's status. What the buyer's browser brings back proves nothing: only this response ships. */
  async function settle(id) {
    if (orders.get(id)?.state !== "open") return;
    const { paymentId } = await paymentOf(orders.get(id));
    const { status, isFinal } = await client.payments.status(paymentId);
    if (orders.get(id).state !== "open") return;
    if (!isFinal) return void orders.save({ id, isUnderWay: status === "processing" });
    if (status === "succeeded") ship(orders.get(id));
    orders.save({ id, state: status === "succeeded" ? "shipped" : "not paid" });
  }

  /** Settles the order that an event is about, if there is one. */
  async function hear({ data: { payment, exception } }) {
    const paymentId = payment?.paymentId ?? exception?.paymentId;
    const order = orders.all().find((each) => paymentId && each.paymentId === paymentId);
    if (!order) return;
    if (exception) keep(order, exception);
    await settle(order.id);
  }

  /** Money that does not fit its order, until the exception about it is resolved. */
  function keep({ id, exceptions = {} }, { id: exceptionId, kind, status }) {
    const { [exceptionId]: _, ...others } = exceptions;
    orders.save({ id, exceptions: status === "resolved" ? others : { ...others, [exceptionId]: kind } });
  }

  /** Reads the list of events: one request for all orders, and for all events that a webhook missed. */
  async function readEvents() {
    if (!orders.lastEventId()) {
      const { data } = await client.events.listPage({ merchantId, limit: 1 });
      if (data[0]) orders.saveLastEventId(data[0].id);
    }
    for (const { id } of orders.all()) await settle(id);
    for await (const event of client.events.follow({ after: orders.lastEventId(), merchantId, type: HEARD })) {
      await hear(event);
      orders.saveLastEventId(event.id);
    }
  }

  return {
    settle,
    hear,

    /** @returns the URL at which the buyer pays */
    async begin(order) {
      orders.save({ ...order, state: "open" }); // first, so that a restart continues with it
      const { gatewayUrl } = await paymentOf(orders.get(order.id));
      return gatewayUrl;
    },

    /** Runs until the process ends. */
    async recover() {
      for (;;) {
        try {
          await readEvents();
        } catch (error) {
          console.error(`events: ${error.message}; retrying`);
          await sleep(PAUSE_MS);
        }
      }
    },
  };
}
