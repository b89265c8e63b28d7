// Redirects the buyer to the merchant once the payment has ended: announced, delayed, and stoppable (WCAG 2.2 §2.2.1).
import type { CheckoutData } from "../../pages/checkout/data.ts";
import { counted, filled } from "../../pages/messages/message.ts";
import { announce } from "./announce.ts";

/** Long enough to read the outcome; failures take longer to read. */
const WAIT_S = { good: 10, bad: 20 } as const;
const SECOND_MS = 1_000;

export function sendBack({ redirectUrl, merchantName, messages, locale, status }: CheckoutData): void {
  const place = document.getElementById("back");
  if (!place || redirectUrl === null || cameBack()) return;
  const { redirecting, stay } = messages.live;
  const leaving = document.createElement("div");
  leaving.className = "leaving";
  const line = document.createElement("p");
  line.className = "quiet";
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button plain";
  button.textContent = stay;
  let leftS: number = status === "succeeded" ? WAIT_S.good : WAIT_S.bad;
  const text = () => filled(counted(redirecting, leftS, locale), { merchant: merchantName });
  const show = (): void => {
    line.textContent = text();
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
  };
  button.addEventListener("click", () => {
    stop();
    announce(stay);
    place.querySelector("a")?.focus(); // the button is gone
  });
  addEventListener("pagehide", stop);
  show();
  leaving.append(line, button);
  place.append(leaving);
  // A buyer who copies, prints or opens something here still reads the page.
  place.closest("main")?.addEventListener("click", stop);
  announce([document.querySelector("h1")?.textContent, text()].join(". "));
}

/** A buyer who returns with the back button wants to see this page. */
function cameBack(): boolean {
  const [entry] = performance.getEntriesByType("navigation");
  return entry instanceof PerformanceNavigationTiming && entry.type === "back_forward";
}
