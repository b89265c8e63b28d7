// Redirects the buyer to the merchant once the payment has ended: announced, delayed, and stoppable (WCAG 2.2 §2.2.1).
import type { CheckoutData } from "../../pages/checkout/data.ts";
import { counted, filled } from "../../pages/messages/message.ts";
import { announce } from "./announce.ts";
import { isTypedIn } from "./server-page.ts";

/** Long enough to read the outcome; failures take longer to read. */
const WAIT_S = { good: 10, bad: 20 } as const;
const SECOND_MS = 1_000;

/** The countdown on the page; the page is replaced while it changes, and the countdown goes on. */
let running: { readonly leftS: number; readonly stop: () => void } | null = null;
let stays = false;

export function sendBack({ redirectUrl, merchantName, messages, locale, status }: CheckoutData): void {
  const place = document.getElementById("back");
  const main = place?.closest("main");
  if (!place || !main || redirectUrl === null || stays || cameBack() || isAtReceipt(main)) {
    running?.stop();
    return;
  }
  const texts = messages.live;
  const leaving = document.createElement("div");
  leaving.className = "leaving";
  const line = document.createElement("p");
  line.className = "quiet";
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button plain";
  button.textContent = texts.stay;
  let leftS: number = running?.leftS ?? (status === "succeeded" ? WAIT_S.good : WAIT_S.bad);
  running?.stop();
  const text = () => filled(counted(texts.redirecting, leftS, locale), { merchant: merchantName });
  const show = (): void => {
    line.textContent = text();
    running = { leftS, stop };
  };
  const timer = setInterval(() => {
    leftS -= 1;
    if (leftS > 0) return show();
    clearInterval(timer);
    location.replace(redirectUrl);
  }, SECOND_MS);
  const stop = (): void => {
    clearInterval(timer);
    leaving.remove();
    running = null;
  };
  button.addEventListener("click", () => {
    announce(texts.stay);
    place.querySelector("a")?.focus(); // the button goes
  });
  addEventListener("pagehide", stop);
  show();
  leaving.append(line, button);
  place.append(leaving);
  stopOnUse(main);
  announce([document.querySelector("h1")?.textContent, text()].join(". "));
}

/** A buyer who copies, prints, opens or types something here still reads the page. */
function stopOnUse(main: HTMLElement): void {
  const stay = (): void => {
    stays = true;
    running?.stop();
  };
  main.addEventListener("click", stay);
  main.addEventListener("focusin", ({ target }) => {
    if (target instanceof HTMLInputElement) stay();
  });
}

/** The buyer asks for the receipt by mail, or just has. */
const isAtReceipt = (main: HTMLElement): boolean => isTypedIn(main) || main.querySelector("p#mail") !== null;

/** A buyer who returns with the back button wants to see this page. */
function cameBack(): boolean {
  const [entry] = performance.getEntriesByType("navigation");
  return entry instanceof PerformanceNavigationTiming && entry.type === "back_forward";
}
