// Refreshes the page on each change of status, and every few seconds while the payment is processing, because on-chain
// progress does not change the status.
import { announce } from "./announce.ts";
import type { Live } from "./context.ts";
import { enableCopying } from "./copy.ts";
import { enableReceipt } from "./receipt.ts";
import { sendBack } from "./send-back.ts";
import { fetchPage, readData, showPage } from "./server-page.ts";

const STEPS_EVERY_MS = 4_000;

export function keepUp(live: Live): void {
  // Sequential: of two concurrent refreshes, the older could arrive last.
  let turn: Promise<void> = Promise.resolve();
  let isStepping = false;
  const refresh = (): Promise<void> => {
    turn = turn.then(() => show(live)).catch(reportError);
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
}

async function show(live: Live): Promise<void> {
  const before = document.getElementById("outcome")?.textContent;
  // Once the payment is known to be no longer open, a page that still asks for it is outdated.
  const page = await fetchPage((page) => live.current.status === "requires_action" || !page.querySelector("main.open"));
  if (!showPage(page)) return;
  const heading = document.getElementById("outcome")?.textContent;
  if (heading && heading !== before) announce(heading);
  const data = readData(page);
  if (!data) return;
  enableCopying(data);
  enableReceipt(data);
  sendBack(data);
}
