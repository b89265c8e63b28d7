// Receives how payments end. A delivery may be repeated, late or forged, so it only makes the shop look.
import { WebhookVerificationError, webhooks } from "turnpike/server";

/** Several times the largest event. */
const BYTES_MAX = 100_000;

/** @param hear settles the order that an event is about; see checkout.js */
export async function receiveWebhook(request, { secret, hear }) {
  const body = await bytesOf(request);
  if (!body) return { status: 413 };
  try {
    await hear(await webhooks.verify(body, request.headers, secret));
    return { status: 204 }; // unknown events succeed as well: types are added
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
