// The buttons that copy a text of the page, if the browser allows it.
import type { CheckoutData } from "../../pages/checkout/data.ts";
import { announce } from "./announce.ts";

/** How long a button says that it copied. */
export const SHOWN_MS = 2_000;

/** Without a secure context there is no clipboard. */
export const canCopy = (): boolean => "clipboard" in navigator;

/** Works for every button whose `data-copies` names an element, also in a <main> that is shown later. */
export function enableCopying({ messages }: CheckoutData): void {
  if (!canCopy()) return;
  for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-copies]")) {
    const label = button.textContent ?? "";
    button.hidden = false;
    button.addEventListener("click", async () => {
      const source = document.getElementById(button.dataset.copies ?? "");
      if (!source || !(await copyText(source, messages.live.copied))) return;
      button.textContent = messages.live.copied;
      setTimeout(() => {
        button.textContent = label;
      }, SHOWN_MS);
    });
  }
}

/**
 * @param copied what is announced
 * @returns whether it was copied; if the browser denied that, the text is selected for manual copying
 */
export async function copyText(source: Element, copied: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(source.textContent ?? "");
  } catch {
    getSelection()?.selectAllChildren(source);
    return false;
  }
  announce(copied);
  return true;
}
