// A shop that sells one item. POST /orders sends the buyer to the checkout page. GET /orders/<id> is the return page.
// POST /webhooks hears how each payment ends.
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { createTurnpike } from "turnpike/server";
import { createCheckout } from "./checkout.js";
import { openOrders } from "./orders.js";
import { receiveWebhook } from "./webhooks.js";

const { TURNPIKE_URL, API_KEY, MERCHANT_ID, WEBHOOK_SECRET, PORT = "8080", ORDERS_FILE = "orders.json" } = process.env;
if (!TURNPIKE_URL || !API_KEY || !MERCHANT_ID) {
  console.error("Set TURNPIKE_URL, API_KEY and MERCHANT_ID. WEBHOOK_SECRET, PORT and ORDERS_FILE are optional.");
  process.exit(2);
}
const PRICE_CENTS = "1250";

const orders = openOrders(ORDERS_FILE);
const server = createServer((request, response) => {
  respond(request).then(
    ({ status = 200, location, body = "" }) =>
      response
        .writeHead(status, { "content-type": "text/html; charset=utf-8", ...(location && { location }) })
        .end(body && page(body)),
    (error) => {
      console.error(error.message);
      response.writeHead(503).end("The payment service does not respond. Your order is saved: try again.");
    },
  );
});
await new Promise((resolve) => server.listen(Number(PORT), resolve));
const shopUrl = process.env.SHOP_URL ?? `http://localhost:${server.address().port}`;
const checkout = createCheckout({
  client: createTurnpike({ baseUrl: TURNPIKE_URL, apiKey: API_KEY, merchantId: MERCHANT_ID }),
  merchantId: MERCHANT_ID,
  orders,
  shopUrl,
  ship: ({ id }) => console.log(`ship order ${id}`),
});
void checkout.recover();
console.log(`the shop is at ${shopUrl}`);

async function respond(request) {
  const { method, url } = request;
  const { pathname, searchParams } = new URL(url, shopUrl);
  const [, folder, id] = pathname.split("/");
  if (method === "POST" && folder === "webhooks" && WEBHOOK_SECRET) {
    return receiveWebhook(request, { secret: WEBHOOK_SECRET, hear: checkout.hear });
  }
  if (method === "GET" && folder === "") {
    return { body: '<p>One poster, 12.50 USD</p><form method="post" action="/orders"><button>Buy</button></form>' };
  }
  if (method === "POST" && folder === "orders" && !id) {
    const order = { id: randomUUID(), cents: PRICE_CENTS, ...rehearsal(searchParams) };
    return { status: 303, location: await checkout.begin(order) };
  }
  if (method === "GET" && folder === "orders" && orders.get(id)) {
    await checkout.settle(id);
    return { body: `${orderPage(orders.get(id))}<p><a href="/">Back to the shop</a></p>` };
  }
  return { status: 404, body: "<p>Page not found.</p>" };
}

/** POST /orders?fault=late&within=30 rehearses a fault, with a test key only: buyers must not choose one. */
function rehearsal(query) {
  if (!API_KEY.startsWith("tp_test_")) return {};
  const within = Number(query.get("within"));
  return {
    ...(query.get("fault") && { fault: query.get("fault") }),
    ...(within > 0 && { expiresAt: Math.floor(Date.now() / 1000) + within }),
  };
}

function orderPage({ state, gatewayUrl, isUnderWay, exceptions = {} }) {
  const open = isUnderWay ? "Your payment is on its way." : `Not paid yet. <a href="${gatewayUrl}">Pay</a>`;
  const texts = [state === "open" ? open : `Your order is ${state}.`, ...Object.values(exceptions).map(noteOn)];
  return texts.map((text) => `<p>${text}</p>`).join("");
}

/** What the buyer reads about money that does not fit. The shop's staff see it in the console. */
const noteOn = (kind) =>
  ({
    underpaid: "You sent less than the price. We send it back.",
    late: "Your money came too late for this order. We send it back.",
    duplicate: "You paid twice. We send the second payment back.",
    reorged: "The network is confirming your payment once more.",
  })[kind] ?? "Money came that does not fit this order. We get in touch.";

const page = (body) => `<!doctype html><html lang="en"><title>Posters</title><h1>Posters</h1>${body}</html>`;
