// Printing and sharing the receipt, and its times in the reader's time zone.
import type { CheckoutData } from "../../pages/checkout/data.ts";
import { MOMENT } from "../../pages/messages/moment.ts";

export function enableReceipt({ link, locale }: CheckoutData): void {
  for (const time of document.querySelectorAll<HTMLTimeElement>("time[data-local]")) {
    const format = new Intl.DateTimeFormat(locale, MOMENT);
    time.textContent = format.format(new Date(time.dateTime));
  }
  enable("print", () => print());
  // Sharing may be refused or closed: nothing is lost.
  if ("share" in navigator) enable("share", () => void navigator.share({ url: link }).catch(() => undefined));
}

function enable(id: string, onClick: () => void): void {
  const button = document.getElementById(id);
  if (!(button instanceof HTMLButtonElement)) return;
  button.hidden = false;
  button.addEventListener("click", onClick);
}
