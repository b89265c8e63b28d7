// An order's way from the cart to the door. Whatever is cut off (a request, the network, this process) is taken up again by
// `takeUp`, and none of it happens twice.
import { setTimeout as sleep } from "node:timers/promises";

const WAIT_MS = 60_000;
const PAUSE_MS = 5_000;

/**
 * @param client of turnpike/client, for the shop's merchant
 * @param ship hands an order to whoever packs it; it is told the order's id, so that it can tell a repeat
 */
export function createCheckout({ client, orders, shopUrl, ship }) {
  /** The payment of an order. The order's id is the idempotency key: asked again, there is still one payment. */
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

  /** Asks how the payment stands. What the buyer's browser brings back proves nothing: only this answer ships. */
  async function settle(id, maxPollMs = 0) {
    const { paymentId } = await paymentOf(orders.get(id));
    const { status, isFinal } = await client.payments.status(paymentId, { maxPollMs });
    if (!isFinal || orders.get(id).state !== "open") return;
    if (status === "succeeded") ship(orders.get(id));
    orders.save({ id, state: status === "succeeded" ? "shipped" : "not paid" });
  }

  /** Until the payment has ended, whether or not the buyer comes back. */
  async function watch(id) {
    while (orders.get(id).state === "open") {
      try {
        await settle(id, WAIT_MS);
      } catch (error) {
        console.error(`order ${id}: ${error.message}; asked again`);
        await sleep(PAUSE_MS);
      }
    }
  }

  return {
    settle,

    /** @returns where the buyer pays */
    async begin(order) {
      orders.save({ ...order, state: "open" }); // first of all: from here on a restart takes it up
      const { gatewayUrl } = await paymentOf(orders.get(order.id));
      void watch(order.id);
      return gatewayUrl;
    },

    /** At the start: what was open when the process ended. */
    takeUp() {
      for (const { id, state } of orders.all()) if (state === "open") void watch(id);
    },
  };
}
