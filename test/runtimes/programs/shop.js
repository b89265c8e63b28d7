// A back end's day with turnpike/server, from its first payment to a webhook. It uses nothing that a runtime may lack.
import { ApiError, createTurnpike, webhooks } from "turnpike/server";

/** @returns what it saw; `signed` is a signed delivery: {body, headers, secret} */
export async function shop({ baseUrl, apiKey, merchantId, signed }) {
  const turnpike = createTurnpike({ baseUrl, apiKey, merchantId });
  const order = { amount: { unit: "iso4217/USD", value: "1250" }, referenceId: "order of a runtime" };
  const created = await turnpike.payments.create(order, { idempotencyKey: `order-${crypto.randomUUID()}` });
  const { paymentId } = created;
  const listed = [];
  for await (const payment of turnpike.payments.list({ referenceId: order.referenceId, limit: 1 })) {
    listed.push(payment.paymentId);
  }
  const [newest] = (await turnpike.events.listPage({ paymentId, limit: 1 })).data;
  await turnpike.payments.cancel(paymentId);
  const { status } = await turnpike.payments.status(paymentId, { maxPollMs: 1_000 });
  return {
    created: created.status,
    isListed: listed.includes(paymentId),
    status,
    followed: await nextEvent(turnpike, newest.id, paymentId),
    refused: await refusalOf(turnpike.payments.create({ ...order, amount: { unit: "iso4217/USD", value: "-1" } })),
    verified: (await webhooks.verify(signed.body, signed.headers, signed.secret)).type,
    forged: await refusalOf(webhooks.verify(`${signed.body} `, signed.headers, signed.secret)),
  };
}

async function nextEvent(turnpike, after, paymentId) {
  for await (const { type } of turnpike.events.follow({ after, paymentId })) return type;
}

const refusalOf = (promise) =>
  promise.then(
    () => "none",
    (error) => (error instanceof ApiError ? [error.name, error.status, error.code, error.issues[0].field] : error.name),
  );
