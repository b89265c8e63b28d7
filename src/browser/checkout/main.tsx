// What the checkout page does where script runs; without it the page is readable, and loads itself again.
import "./style.css";
import { createGatewayClient } from "../../client/index.ts";
import type { CheckoutData } from "../../pages/checkout/data.ts";
import { announce } from "./announce.ts";
import { enableCopy } from "./copy-link.ts";
import { startCountdown } from "./countdown.ts";
import { followStatus } from "./live-status.ts";
import { sendBack } from "./send-back.ts";
import { fetchPage, readData, showPage } from "./server-page.ts";
import { mountWallet } from "./wallet/mount.tsx";

/** How often a payment that is on its way is looked at for its next step: those do not change its status. */
const STEPS_EVERY_MS = 4_000;

const data = readData(document);
if (data) start(data);

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
      onConnection: (isThere) => showOffline(isThere ? null : data.messages.live.offline),
      onTokenEnd: () => location.reload(),
    },
  );
  live.subscribe(() => void refresh());
  enableCopy(data);
  startCountdown(data, nowMs);
  if (data.status === "processing") void followSteps();
  if (isFinal) sendBack(data);
  const wallet = document.getElementById("wallet");
  const gateway = createGatewayClient({ baseUrl: origin, apiKey: data.pageToken });
  if (wallet) mountWallet(wallet, { data, gateway, live, nowMs });

  async function refresh(): Promise<void> {
    const page = await fetchPage();
    const now = readData(page);
    showPage(page);
    announce(document.getElementById("outcome")?.textContent ?? "");
    if (now && live.current.isFinal) sendBack(now);
    if (live.current.status === "processing") void followSteps();
  }

  async function followSteps(): Promise<void> {
    while (live.current.status === "processing") {
      await new Promise((resolve) => setTimeout(resolve, STEPS_EVERY_MS));
      if (document.visibilityState !== "visible") continue;
      const page = await fetchPage();
      if (live.current.status === "processing") showPage(page);
    }
  }
}

/** @param text null: there is nothing to say any more */
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
