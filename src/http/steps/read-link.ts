// Accepts a whole payment link in place of a payment's id: `@walletconnect/pay` parses links of one host only and sends
// any other text as the id, percent-encoded once more than a path is.
import type { Exchange } from "../exchange.ts";
import type { Settings } from "../settings.ts";

const BY_PATH = /^(pay_[A-Za-z0-9_-]+)(?:[?#]|$)/;
const BY_QUERY = /^(\?[^#]*)/;

export function readLink({ request, settings }: Exchange): void {
  const params = request.params as { id?: string };
  if (params.id !== undefined) params.id = paymentIdIn(params.id, settings);
}

/** The id in a payment link of this server; any other text is returned unchanged. */
export function paymentIdIn(
  text: string,
  { publicUrl, payLinkHost }: Pick<Settings, "publicUrl" | "payLinkHost">,
): string {
  if (text.startsWith("pay_")) return text;
  const link = decoded(text);
  const places = [publicUrl, ...(payLinkHost === null ? [] : [`https://${payLinkHost}`])];
  const place = places.find((each) => link.startsWith(`${each}/`));
  if (place === undefined) return text;
  const rest = link.slice(place.length + 1);
  const [, query] = BY_QUERY.exec(rest) ?? [];
  return BY_PATH.exec(rest)?.[1] ?? new URLSearchParams(query).get("pid") ?? text;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // neither a link of this server nor an id
  }
}
