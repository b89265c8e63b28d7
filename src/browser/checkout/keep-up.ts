// Refreshes the page on each change of status, and while the payment is processing, waits for a deposit or is being
// refunded, because neither progress on the chain nor a part of the amount nor a refund changes the status.
import type { GatewayClient } from "../../client/index.ts";
import { announce } from "./announce.ts";
import type { CheckoutContext, Live } from "./context.ts";
import { enableCopying } from "./copy.ts";
import { startCountdown } from "./countdown.ts";
import { followDeposit } from "./follow-deposit.ts";
import { enableReceipt } from "./receipt.ts";
import { sendBack } from "./send-back.ts";
import { fetchPage, readData, showPage } from "./server-page.ts";

const STEPS_EVERY_MS = 4_000;
/** A merchant signs, or a buyer answers: people take longer than blocks. */
const REFUNDS_EVERY_MS = 10_000;

/** @param gateway without retries */
export function keepUp(gateway: GatewayClient, { data, live, nowMs }: Omit<CheckoutContext, "gateway">): void {
  // Sequential: of two concurrent refreshes, the older could arrive last.
  let turn: Promise<void> = Promise.resolve();
  let isStepping = false;
  const refresh = (): Promise<void> => {
    turn = turn.then(() => show(live, nowMs)).catch(reportError);
    return turn;
  };
  const step = async (): Promise<void> => {
    if (isStepping) return;
    isStepping = true;
    for (let pauseMs = pauseOf(live); pauseMs !== null; pauseMs = pauseOf(live)) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      if (document.visibilityState === "visible" && pauseOf(live) !== null) await refresh();
    }
    isStepping = false;
  };
  live.subscribe(() => {
    void refresh();
    void step();
  });
  void step();
  void followDeposit(gateway, data.paymentId, live, refresh);
}

/** Milliseconds until the page is fetched again; null: it changes with the payment's status only. */
function pauseOf({ current }: Live): number | null {
  if (current.status === "processing") return STEPS_EVERY_MS;
  return document.querySelector("main.moving") ? REFUNDS_EVERY_MS : null;
}

/** What is announced when it changes. */
const told = (): readonly string[] =>
  [...document.querySelectorAll("#outcome, #received, #elsewhere, .refund")].map(
    ({ textContent }) => textContent ?? "",
  );

async function show(live: Live, nowMs: () => number): Promise<void> {
  const before = told();
  // Once the payment is known to be no longer open, a page that still asks for it is outdated.
  const page = await fetchPage((page) => live.current.status === "requires_action" || !page.querySelector("main.open"));
  // The wallets start with the page: the price of the address has ended.
  if (page.getElementById("wallet") && !document.getElementById("wallet")) return location.reload();
  if (!showPage(page)) return;
  const news = told().filter((text) => !before.includes(text));
  if (news.length > 0) announce(news.join(" "));
  const data = readData(page);
  if (!data) return;
  startCountdown(data, nowMs);
  enableCopying(data);
  enableReceipt(data);
  sendBack(data);
}
