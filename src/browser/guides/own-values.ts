// The samples with the reader's own merchant and test key, for partners who are signed in to the console. A key stays
// in the page: it is never stored or sent, and a live key is refused.
import type { Static } from "typebox";
import type { Session } from "../../contract/console/records.ts";
import type { Merchants as MerchantsSchema } from "../../contract/merchants/merchants.ts";

type Merchants = Static<typeof MerchantsSchema>;

const CHOSEN = "turnpike-docs-merchant";
const LIVE_KEY = /^tp_(?!test_)/;
const TEST_KEY = /^tp_test_\w+$/;
const MERCHANTS_MAX = 100;

const ABOUT_KEY = 'The key stays in this page. <a href="/console/keys">Create a test key</a> in test mode.';

/** Reads of test mode that do not keep the session alive. */
const HEADERS = { "turnpike-console": "background", "turnpike-mode": "test" };

export function offerOwnValues(): void {
  const heading = document.querySelector("main h1");
  if (!heading || !document.querySelector("var.key, var.merchant")) return;
  const bar = document.createElement("aside");
  bar.className = "own";
  bar.ariaLabel = "Your values in the samples";
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Show my merchant and test key in the samples";
  button.addEventListener("click", () => void show(bar));
  bar.append(button);
  heading.after(bar);
  if (readChosen() !== null) void show(bar);
}

async function show(bar: HTMLElement): Promise<void> {
  try {
    const session = await read<Session>("/session");
    if (session === null) return say(bar, 'Sign in to <a href="/console">the console</a> first, then try again.');
    if (session.livemode)
      return say(
        bar,
        "This session shows live payments only. Sign in as a user, or with a test key, to fill in the samples.",
      );
    const found = await read<Merchants>(`/v1/merchants?limit=${MERCHANTS_MAX}`);
    const merchants = found?.merchants ?? [];
    if (merchants.length === 0)
      return say(
        bar,
        'There is no merchant in test mode yet: add one in <a href="/console/merchants">the console</a>.',
      );
    fill(bar, merchants);
  } catch {
    say(bar, "Your values could not be loaded. Try again.");
  }
}

/** Null without a session. @throws Error without a response, and for any other failure */
async function read<Body>(path: string): Promise<Body | null> {
  const response = await fetch(`/console/api${path}`, { headers: HEADERS });
  if (response.status === 401) return null;
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return (await response.json()) as Body;
}

/** @param html of this module */
function say(bar: HTMLElement, html: string): void {
  const message = bar.querySelector("p") ?? bar.appendChild(document.createElement("p"));
  message.role = "status";
  message.innerHTML = html;
}

function fill(bar: HTMLElement, merchants: Merchants["merchants"]): void {
  bar.innerHTML = `<label>Merchant <select></select></label>
<label>Test key <input type="text" autocomplete="off" spellcheck="false" placeholder="tp_test_…"></label>
<p role="status">${ABOUT_KEY}</p>`;
  const select = bar.querySelector("select");
  const input = bar.querySelector("input");
  if (!select || !input) return;
  select.append(...merchants.map(({ id, name }) => new Option(name, id)));
  const kept = readChosen();
  if (merchants.some(({ id }) => id === kept)) select.value = kept ?? "";
  const choose = () => {
    keepChosen(select.value);
    put("merchant", select.value);
  };
  select.addEventListener("change", choose);
  input.addEventListener("input", () => {
    const key = input.value.trim();
    const isLive = LIVE_KEY.test(key) && key.length > "tp_test_".length;
    if (isLive) input.value = "";
    say(bar, isLive ? "This is a live key. The samples take test keys only." : ABOUT_KEY);
    put("key", TEST_KEY.test(key) ? key : "");
  });
  choose();
}

/** What the samples said at first. */
const placeholders = new WeakMap<Element, string>();

/** @param value empty: the placeholder */
function put(className: "key" | "merchant", value: string): void {
  for (const place of document.querySelectorAll(`var.${className}`)) {
    const before = placeholders.get(place) ?? place.textContent;
    placeholders.set(place, before);
    place.textContent = value === "" ? before : value;
  }
}

/** The merchant that the reader chose in this tab. Storage may be blocked. */
function readChosen(): string | null {
  try {
    return sessionStorage.getItem(CHOSEN);
  } catch {
    return null;
  }
}

function keepChosen(merchantId: string): void {
  try {
    sessionStorage.setItem(CHOSEN, merchantId);
  } catch {
    // Storage is blocked.
  }
}
