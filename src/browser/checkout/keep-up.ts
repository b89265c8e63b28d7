// Refreshes the page on each change of status, and while the payment is processing or waits for a deposit, because
// neither progress on the chain nor a part of the amount changes the status.
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
    while (live.current.status === "processing") {
      await new Promise((resolve) => setTimeout(resolve, STEPS_EVERY_MS));
      if (document.visibilityState === "visible" && live.current.status === "processing") await refresh();
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

/** What is announced when it changes. */
const told = (): string =>
  [...document.querySelectorAll("#outcome, #received, #elsewhere")].map(({ textContent }) => textContent).join(" ");

async function show(live: Live, nowMs: () => number): Promise<void> {
  const before = told();
  // Once the payment is known to be no longer open, a page that still asks for it is outdated.
  const page = await fetchPage((page) => live.current.status === "requires_action" || !page.querySelector("main.open"));
  // The wallets start with the page: the price of the address has ended.
  if (page.getElementById("wallet") && !document.getElementById("wallet")) return location.reload();
  if (!showPage(page)) return;
  if (told() !== "" && told() !== before) announce(told());
  const data = readData(page);
  if (!data) return;
  startCountdown(data, nowMs);
  enableCopying(data);
  enableReceipt(data);
  sendBack(data);
}
