// Whether this tab shows test payments. Each tab has its own mode, and sends it with each request.
const HEADER = "turnpike-mode";
const TEST = "test";

let isTest = kept() === TEST;

/** Storage may be blocked; the mode then lasts until the page is reloaded. */
function kept(): string | null {
  try {
    return sessionStorage.getItem(HEADER);
  } catch {
    return null;
  }
}

export const modeHeader = (): Readonly<Record<string, string>> => (isTest ? { [HEADER]: TEST } : {});

/** The session that the server showed decides: requests must not be of another mode than the page. */
export function followMode({ livemode }: { readonly livemode: boolean }): void {
  isTest = !livemode;
  try {
    if (isTest) sessionStorage.setItem(HEADER, TEST);
    else sessionStorage.removeItem(HEADER);
  } catch {}
}
