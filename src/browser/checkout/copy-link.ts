// The button that copies the payment's link, where the browser lets a page do that.
import type { CheckoutData } from "../../pages/checkout/data.ts";
import { announce } from "./announce.ts";

const SHOWN_MS = 2_000;

export function enableCopy({ link, messages }: CheckoutData): void {
  const button = document.getElementById("copy");
  if (!button || !("clipboard" in navigator)) return;
  const label = button.textContent ?? "";
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(link);
    } catch {
      selectLink(); // it may not write there: the buyer copies what is selected
      return;
    }
    button.textContent = messages.live.copied;
    announce(messages.live.copied);
    setTimeout(() => {
      button.textContent = label;
    }, SHOWN_MS);
  });
}

function selectLink(): void {
  const text = document.getElementById("link");
  if (text) getSelection()?.selectAllChildren(text);
}
