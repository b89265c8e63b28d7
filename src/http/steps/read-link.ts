// A payment's id in a path, where a whole payment link may stand as well: `@walletconnect/pay` knows the links of one host only and
// sends any other text that it was given, encoded once more than a path is, where the id belongs. Our own links are ours to read.
import type { Exchange } from "../exchange.ts";
import type { Settings } from "../settings.ts";

const BY_PATH = /^(pay_[A-Za-z0-9_-]+)(?:[?#]|$)/;
const BY_QUERY = /^(\?[^#]*)/;

export function readLink({ request, settings }: Exchange): void {
  const params = request.params as { id?: string };
  if (params.id !== undefined) params.id = paymentIdIn(params.id, settings);
}

/** The id that the text names: that of a link of this server, else the text itself. */
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
    return text; // no link of ours, and no id either
  }
}
