// The page as the server renders it now. All templates are the server's: when something changes, its new <main>
// replaces the current one.
import { type CheckoutData, DATA_ELEMENT_ID } from "../../pages/checkout/data.ts";

const FIRST_BACKOFF_MS = 1_000;
const BACKOFF_MS_MAX = 15_000;
const TIMEOUT_MS = 15_000;

export const readData = (page: Document): CheckoutData | null => {
  const text = page.getElementById(DATA_ELEMENT_ID)?.textContent;
  return text ? (JSON.parse(text) as CheckoutData) : null;
};

/** Retries until it has a current page: otherwise the buyer would keep looking at an outdated one. */
export async function fetchPage(isCurrent: (page: Document) => boolean): Promise<Document> {
  for (let backoffMs = FIRST_BACKOFF_MS; ; backoffMs = Math.min(backoffMs * 2, BACKOFF_MS_MAX)) {
    try {
      const response = await fetch(location.href, {
        headers: { accept: "text/html" },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (response.ok) {
        const page = new DOMParser().parseFromString(await response.text(), "text/html");
        // A proxy's own page has no payment.
        if (page.querySelector("main") && isCurrent(page)) return page;
      }
    } catch {
      // No connection: try again later.
    }
    await new Promise((resolve) => setTimeout(resolve, backoffMs));
  }
}

/**
 * Keeps a page on which an address is being typed.
 * @returns whether anything changed
 */
export function showPage(page: Document): boolean {
  const [shown, now] = [document.querySelector("main"), page.querySelector("main")];
  if (!shown || !now || isTypedIn(shown)) return false;
  const html = now.outerHTML; // before the script adds anything to it
  if (html === lastShown) return false;
  lastShown = html;
  const focused = document.activeElement;
  const hadFocus = focused !== null && shown.contains(focused);
  const chosen = [...shown.querySelectorAll("[id]:checked")].map(({ id }) => id);
  shown.replaceWith(document.importNode(now, true));
  for (const id of chosen) {
    const input = document.getElementById(id);
    if (input instanceof HTMLInputElement) input.checked = true;
  }
  document.title = page.title;
  if (hadFocus) refocus(focused.id);
  return true;
}

let lastShown: string | null = null;

/** Whether the buyer is at an address: its field has text or the focus, or says what is wrong. */
export const isTypedIn = (main: HTMLElement): boolean =>
  [...main.querySelectorAll<HTMLInputElement>("form.claim input:not([type=hidden])")].some(
    (field) => field.value !== "" || field.matches(":focus, [aria-invalid=true]"),
  );

/** Focuses the same element, or else the heading. */
function refocus(id: string): void {
  const target = (id && document.getElementById(id)) || document.querySelector("h1");
  if (!(target instanceof HTMLElement)) return;
  if (target.tagName === "H1") target.tabIndex = -1;
  target.focus({ preventScroll: true });
}
