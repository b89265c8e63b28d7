// An API that sells weather forecasts for 0.25 USD each. POST /forecasts?city=… takes an order and says where to pay.
// GET /forecasts/<order> delivers it once it is paid.
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { createTurnpike } from "turnpike/server";

const { TURNPIKE_URL, API_KEY, MERCHANT_ID, PORT = "8081" } = process.env;
if (!TURNPIKE_URL || !API_KEY || !MERCHANT_ID) {
  console.error("Set TURNPIKE_URL, API_KEY and MERCHANT_ID. PORT is optional.");
  process.exit(2);
}
const PRICE = { unit: "iso4217/USD", value: "25" };

const client = createTurnpike({ baseUrl: TURNPIKE_URL, apiKey: API_KEY, merchantId: MERCHANT_ID });
/** By id. Keep yours in a database. */
const orders = new Map();

const server = createServer((request, response) => {
  respond(request).then(
    ({ status = 200, body }) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body)),
    (error) => {
      console.error(error.message);
      response.writeHead(503).end();
    },
  );
});
await new Promise((resolve) => server.listen(Number(PORT), resolve));
console.log(`the API is at http://localhost:${server.address().port}`);

async function respond({ method, url }) {
  const { pathname, searchParams } = new URL(url, "http://localhost");
  const [, folder, id] = pathname.split("/");
  if (method === "POST" && folder === "forecasts" && !id) return take(searchParams.get("city"));
  const order = method === "GET" && folder === "forecasts" ? orders.get(id) : undefined;
  return order ? deliver(order) : { status: 404, body: { error: "not found" } };
}

async function take(city) {
  if (!city) return { status: 400, body: { error: "name a city" } };
  const order = randomUUID();
  const { paymentId, x402Url } = await client.payments.create(
    { amount: PRICE, referenceId: order },
    { idempotencyKey: order },
  );
  orders.set(order, { city, paymentId, x402Url });
  return { status: 201, body: { order, x402Url } };
}

/** The order's own payment decides, not what the agent says. */
async function deliver({ city, paymentId, x402Url }) {
  const { status } = await client.payments.status(paymentId);
  if (status !== "succeeded") return { status: 402, body: { status, x402Url } };
  return { body: { city, forecast: "sunny" } };
}
