// Takes an order from the cart to shipping. After any interruption (a request, the network, this process), `resume`
// continues, and nothing happens twice.
import { setTimeout as sleep } from "node:timers/promises";

const WAIT_MS = 60_000;
const PAUSE_MS = 5_000;

/**
 * @param client of turnpike/server, for the shop's merchant
 * @param ship passes an order to fulfilment, which recognises a repeat by the order's id
 */
export function createCheckout({ client, orders, shopUrl, ship }) {
  /** Creates the order's payment. The order's id is the idempotency key, so a retry does not create a second one. */
  async function paymentOf(order) {
    if (order.gatewayUrl) return order;
    const page = `${shopUrl}/orders/${order.id}`;
    const { paymentId, gatewayUrl } = await client.payments.create(
      {
        amount: { unit: "iso4217/USD", value: order.cents },
        referenceId: order.id,
        checkout: { successUrl: page, errorUrl: page },
      },
      { idempotencyKey: order.id },
    );
    return orders.save({ id: order.id, paymentId, gatewayUrl });
  }

  /** Requests the payment's status. What the buyer's browser brings back proves nothing: only this response ships. */
  async function settle(id, maxPollMs = 0) {
    const { paymentId } = await paymentOf(orders.get(id));
    const { status, isFinal } = await client.payments.status(paymentId, { maxPollMs });
    if (!isFinal || orders.get(id).state !== "open") return;
    if (status === "succeeded") ship(orders.get(id));
    orders.save({ id, state: status === "succeeded" ? "shipped" : "not paid" });
  }

  /** Follows the payment to its end, whether or not the buyer returns. */
  async function watch(id) {
    while (orders.get(id).state === "open") {
      try {
        await settle(id, WAIT_MS);
      } catch (error) {
        console.error(`order ${id}: ${error.message}; retrying`);
        await sleep(PAUSE_MS);
      }
    }
  }

  return {
    settle,

    /** @returns the URL at which the buyer pays */
    async begin(order) {
      orders.save({ ...order, state: "open" }); // first, so that a restart resumes it
      const { gatewayUrl } = await paymentOf(orders.get(order.id));
      void watch(order.id);
      return gatewayUrl;
    },

    /** At start: resumes the orders that were open when the process ended. */
    resume() {
      for (const { id, state } of orders.all()) if (state === "open") void watch(id);
    },
  };
}
