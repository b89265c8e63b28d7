// Puts what the console's session knows into the samples: the merchant, and the beginning of a key.
interface Merchants {
  readonly merchants: readonly { readonly id: string }[];
}

const MERCHANTS = "/console/api/v1/merchants?limit=1";

/** Without a session, samples keep the placeholders, which say what to put in. */
export async function fillValues(): Promise<void> {
  if (!document.querySelector('var[data-value="merchant"]')) return;
  const response = await fetch(MERCHANTS, { headers: { "turnpike-console": "background" } });
  if (!response.ok) return;
  const { merchants } = (await response.json()) as Merchants;
  const [merchant] = merchants;
  if (merchant) fill("merchant", merchant.id);
}

function fill(name: string, value: string): void {
  for (const place of document.querySelectorAll(`var[data-value="${name}"]`)) place.textContent = value;
}
