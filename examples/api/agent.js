// An agent that buys a forecast: node agent.js <city>
import { setTimeout as sleep } from "node:timers/promises";
import { ExactEvmScheme } from "@x402/evm";
import { wrapFetchWithPaymentFromConfig } from "@x402/fetch";
import { privateKeyToAccount } from "viem/accounts";

const { API_URL = "http://localhost:8081", NETWORK = "eip155:8453", PRIVATE_KEY, TOKEN } = process.env;
const [city] = process.argv.slice(2);
if (!PRIVATE_KEY || !city) {
  console.error("Set PRIVATE_KEY, and name a city: node agent.js Lisbon. API_URL, NETWORK and TOKEN are optional.");
  process.exit(2);
}

const pay = wrapFetchWithPaymentFromConfig(fetch, {
  schemes: [{ network: NETWORK, client: new ExactEvmScheme(privateKeyToAccount(PRIVATE_KEY)) }],
  spendControls: {
    // Of the tokens that the client knows, such as USDC on Base.
    maxAmountPerPayment: "$0.50",
    // One that it does not know; the limit is in the token's smallest unit.
    ...(TOKEN && { allowedAssets: [{ network: NETWORK, asset: TOKEN, maxAmountPerPayment: "500000" }] }),
  },
});

const { order, x402Url } = await read(
  fetch(`${API_URL}/forecasts?city=${encodeURIComponent(city)}`, { method: "POST" }),
);
let paid = await pay(x402Url);
// Some chains take longer than a request. No signature is needed any more.
while (paid.status === 402 && paid.headers.has("retry-after")) {
  await sleep(1_000 * Number(paid.headers.get("retry-after")));
  paid = await fetch(x402Url);
}
const { paymentId, info } = await read(paid);
console.log(`paid ${paymentId} by transaction ${info.txId}`);
console.log(await read(fetch(`${API_URL}/forecasts/${order}`)));

async function read(answer) {
  const response = await answer;
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`);
  return response.json();
}
