// The checkout page's script. Without it the page stays readable and reloads itself.
import "./style/global.css";
import "./style/payment.css";
import "./style/ways.css";
import "./style/outcome.css";
import "./style/screens.css"; // after the styles it overrides
import { createGatewayClient } from "../../client/index.ts";
import type { CheckoutData } from "../../pages/checkout/data.ts";
import { keptFor } from "../wallet/kept.ts";
import { announce } from "./announce.ts";
import { enableCopying } from "./copy.ts";
import { startCountdown } from "./countdown.ts";
import { keepUp } from "./keep-up.ts";
import { followStatus } from "./live-status.ts";
import { enableReceipt } from "./receipt.ts";
import { sendBack } from "./send-back.ts";
import { readData } from "./server-page.ts";
import { showCancel } from "./show-cancel.ts";
import { tellApp } from "./tell-app.ts";
import { tellEmbedder } from "./tell-embedder.ts";
import { mountWallet } from "./wallet/mount.tsx";
import { watchWalletApps } from "./wallet-apps.ts";

const data = readData(document);
// An outdated browser keeps the page as the server sent it, with the ways to pay that need no program.
if (data && !document.documentElement.classList.contains("outdated")) start(data);

function start(data: CheckoutData): void {
  const offsetMs = data.nowMs - Date.now();
  const nowMs = (): number => Date.now() + offsetMs;
  const { origin } = location;
  const once = createGatewayClient({ baseUrl: origin, apiKey: data.pageToken, retries: 0 });
  const isFinal = !["requires_action", "processing"].includes(data.status);
  const live = followStatus(
    once,
    data.paymentId,
    { status: data.status, isFinal, info: null },
    {
      onConnection: (isThere) =>
        showOffline(isThere ? null : data.messages.live[navigator.onLine ? "unreachable" : "offline"]),
      onTokenEnd: () => location.reload(),
    },
  );
  keepUp(once, { data, live, nowMs });
  enableCopying(data);
  enableReceipt(data);
  showCancel();
  watchWalletApps();
  startCountdown(data, nowMs);
  sendBack(data);
  if (!data.isRefund) tellApp(data, live); // an app would take its end for the end of a payment
  tellEmbedder(data, live);
  const wallet = document.getElementById("wallet");
  const gateway = createGatewayClient({ baseUrl: origin, apiKey: data.pageToken });
  if (wallet) mountWallet(wallet, { data, gateway, live, nowMs });
  else if (data.status !== "requires_action") keptFor(data.paymentId).forget(); // nothing signed is needed again
  document.documentElement.classList.add("ready");
}

/** @param text null to remove the notice */
function showOffline(text: string | null): void {
  document.getElementById("offline")?.remove();
  announce(text ?? "");
  if (text === null) return;
  const note = document.createElement("p");
  note.id = "offline";
  note.className = "offline";
  note.textContent = text;
  document.body.prepend(note);
}
