// Receives how payments end. A delivery may be repeated, late or forged, so it only makes the shop look.
import { WebhookVerificationError, webhooks } from "turnpike/server";

/** Several times the largest event. */
const BYTES_MAX = 100_000;

/** @param settle requests the status of an order's payment and ships it if paid; see checkout.js */
export async function receiveWebhook(request, { secret, orders, settle }) {
  const body = await bytesOf(request);
  if (!body) return { status: 413 };
  try {
    const { data } = await webhooks.verify(body, request.headers, secret);
    const order = orders.get(data.payment?.referenceId);
    if (order?.paymentId && order.paymentId === data.payment.paymentId) await settle(order.id);
    return { status: 204 }; // also for events that the shop does not know: types are added
  } catch (error) {
    if (error instanceof WebhookVerificationError) return { status: 400, body: error.message };
    throw error; // 503: delivered again later
  }
}

/** Byte for byte: the signature does not survive parsing. Null if there are too many. */
async function bytesOf(request) {
  const chunks = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > BYTES_MAX) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
