// Keeps what is shown up with the payment: at each change of its status, and while it is on its way every few seconds, since the
// chain's steps do not change that.
import { announce } from "./announce.ts";
import type { Live } from "./context.ts";
import { sendBack } from "./send-back.ts";
import { fetchPage, readData, showPage } from "./server-page.ts";

const STEPS_EVERY_MS = 4_000;

export function keepUp(live: Live): void {
  // One after the other: of two that are fetched at once, the older one could come last.
  let turn: Promise<void> = Promise.resolve();
  let isStepping = false;
  const refresh = (): Promise<void> => {
    turn = turn.then(show);
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

async function show(): Promise<void> {
  const before = document.getElementById("outcome")?.textContent;
  const page = await fetchPage();
  if (!showPage(page)) return;
  const heading = document.getElementById("outcome")?.textContent;
  if (heading && heading !== before) announce(heading);
  const data = readData(page);
  if (data) sendBack(data);
}
