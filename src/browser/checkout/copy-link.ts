// The button that copies the payment link, if the browser allows it.
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
      selectLink(); // writing was denied: select the link for manual copying
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
