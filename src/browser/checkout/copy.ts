// The buttons that copy a text of the page, if the browser allows it.
import type { CheckoutData } from "../../pages/checkout/data.ts";
import { announce } from "./announce.ts";

const SHOWN_MS = 2_000;

/** Works for every button whose `data-copies` names an element, also in a <main> that is shown later. */
export function enableCopying({ messages }: CheckoutData): void {
  if (!("clipboard" in navigator)) return;
  for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-copies]")) {
    const label = button.textContent ?? "";
    button.hidden = false;
    button.addEventListener("click", async () => {
      const source = document.getElementById(button.dataset.copies ?? "");
      if (!source) return;
      try {
        await navigator.clipboard.writeText(source.textContent ?? "");
      } catch {
        getSelection()?.selectAllChildren(source); // writing was denied: select it for manual copying
        return;
      }
      button.textContent = messages.live.copied;
      announce(messages.live.copied);
      setTimeout(() => {
        button.textContent = label;
      }, SHOWN_MS);
    });
  }
}
