// What the checkout page does where script runs; without it the page is readable, and loads itself again.
import "./style.css";
import { createGatewayClient } from "../../client/index.ts";
import { type CheckoutData, DATA_ELEMENT_ID } from "../../pages/checkout/data.ts";
import { followStatus } from "./live-status.ts";
import { mountWallet } from "./wallet/mount.tsx";

const block = document.getElementById(DATA_ELEMENT_ID);
if (block) start(JSON.parse(block.textContent ?? "") as CheckoutData);

function start(data: CheckoutData): void {
  const gateway = createGatewayClient({ baseUrl: location.origin, apiKey: data.pageToken });
  const offsetMs = data.nowMs - Date.now();
  const live = followStatus(gateway, data.paymentId, { status: data.status, isFinal: false, info: null });
  live.subscribe(() => location.reload());
  const wallet = document.getElementById("wallet");
  if (wallet) mountWallet(wallet, { data, gateway, live, nowMs: () => Date.now() + offsetMs });
}
