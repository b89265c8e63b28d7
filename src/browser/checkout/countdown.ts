// The time left to pay, by the server's clock, as text and a bar. Screen readers hear only a few milestones.
import type { CheckoutData } from "../../pages/checkout/data.ts";
import { counted, filled } from "../../pages/messages/message.ts";
import { clockText } from "../clock-text.ts";
import { announce } from "./announce.ts";
import { fetchPage, readData } from "./server-page.ts";

const SECOND_MS = 1_000;
const MINUTE_S = 60;
const HOUR_S = 3_600;
/** Minutes left at which it is announced. */
const SAID_AT_MINUTES = [10, 5, 2, 1];
/** Seconds left from which it is styled as urgent. */
const SHORT_S = 60;

/** Runs until the expiry element leaves the page. */
export function startCountdown(data: CheckoutData, nowMs: () => number): void {
  const place = document.getElementById("expiry");
  if (!place) return;
  const fromMs = Number(place.dataset.fromMs);
  const line = document.createElement("p");
  const bar = document.createElement("div");
  bar.className = "bar";
  bar.append(document.createElement("span"));
  place.replaceChildren(line, bar);
  let saidFor = Number.POSITIVE_INFINITY;
  const tick = (): void => {
    if (!place.isConnected) return;
    const leftMs = Math.max(data.expiresAtS * SECOND_MS - nowMs(), 0);
    const leftS = Math.ceil(leftMs / SECOND_MS);
    const share = leftMs / Math.max(data.expiresAtS * SECOND_MS - fromMs, 1);
    line.textContent = timeLeft(data, leftS);
    bar.style.setProperty("--left", `${Math.min(share, 1) * 100}%`);
    bar.hidden = leftS >= HOUR_S;
    place.classList.toggle("short", leftS <= SHORT_S);
    const minutes = SAID_AT_MINUTES.find((minute) => leftS <= minute * MINUTE_S && leftS > (minute - 1) * MINUTE_S);
    if (minutes !== undefined && minutes < saidFor && saidFor !== Number.POSITIVE_INFINITY)
      announce(counted(data.messages.live.minutesLeft, minutes, data.locale));
    saidFor = Math.min(saidFor, Math.ceil(leftS / MINUTE_S));
    if (leftS > 0) setTimeout(tick, leftMs % SECOND_MS || SECOND_MS);
    else void renew(data, nowMs);
  };
  tick();
}

/** Another device may have asked for a deposit address, which gives the payment more time. */
async function renew({ expiresAtS }: CheckoutData, nowMs: () => number): Promise<void> {
  const data = readData(await fetchPage(() => true));
  if (data && data.expiresAtS > expiresAtS) startCountdown(data, nowMs);
}

/** Long times are shown as the moment of expiry. */
export const timeLeft = (data: CheckoutData, leftS: number): string =>
  leftS < HOUR_S ? filled(data.messages.live.timeLeft, { time: clockText(leftS, data.locale) }) : until(data);

/** The time of the expiry, in the reader's time zone. */
function until({ payBy, expiresAtS, locale }: CheckoutData): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
  return filled(payBy, { time: format.format(expiresAtS * SECOND_MS) });
}
