// Parses payment links from QR codes, `wc:` URIs and text. The host is checked first, by a grammar stricter than that
// of URLs: anything that a browser would repair, decode or map is refused.

export interface TrustedHosts {
  /** Trusted hosts and their subdomains. With a port ("localhost:3000"), only that port. */
  readonly payLinkHosts: readonly string[];
}

/** Browsers and proxies handle this length without problems. */
const TEXT_LENGTH_MAX = 2_048;
/** Printable ASCII: no white space, control or invisible characters, and no lookalikes of Latin letters. */
const PLAIN = /^[!-~]+$/;
/** A payment id; the service accepts none longer. */
const PAYMENT_ID = /^pay_[A-Za-z0-9_-]{1,60}$/;
/** Host and port end at the path or query, which excludes user info, percent signs and backslashes. */
const LINK = /^(https?):\/\/([a-z0-9.-]+|\[[0-9a-f:]+\])(:[0-9]{1,5})?(\/[^?#]*)?(\?[^#]*)?(?:#.*)?$/i;
const WALLETCONNECT = /^wc:[^?#]*\?([^#]*)/i;
const HOST = /^([a-z0-9.-]+|\[[0-9a-f:]+\])(:[0-9]{1,5})?$/;
const IP_ADDRESS = /^([0-9.]+|\[.*\])$/;
/** Plain http is acceptable here: loopback traffic cannot be intercepted. */
const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Returns the payment that a text names, or null if it is not a payment link of a trusted host. Call it before treating
 * the text as a web address or pairing URI: a `wc:` URI with `pay` is a payment link, without it the result is null.
 *
 * Accepts `https://<host>/<payment id>`, `https://<host>/?pid=<payment id>`, a `wc:` URI whose `pay` parameter is one
 * of these, URL-encoded once, and a bare payment id. Plain http is accepted for loopback hosts only.
 *
 * @throws TypeError if `payLinkHosts` contains an invalid host
 */
export function parsePaymentLink(text: string, { payLinkHosts }: TrustedHosts): { readonly paymentId: string } | null {
  const trusted = payLinkHosts.map(parseHost);
  if (text.length > TEXT_LENGTH_MAX || !PLAIN.test(text)) return null;
  if (PAYMENT_ID.test(text)) return { paymentId: text };
  const [, query] = WALLETCONNECT.exec(text) ?? [];
  const link = query === undefined ? text : onlyOne(new URLSearchParams(query).getAll("pay"));
  const paymentId = link === null ? null : paymentIdIn(link, trusted);
  return paymentId === null ? null : { paymentId };
}

export const isPaymentLink = (text: string, hosts: TrustedHosts): boolean => parsePaymentLink(text, hosts) !== null;

interface Host {
  readonly name: string;
  /** Including the colon; empty if there is none. */
  readonly port: string;
}

function parseHost(text: string): Host {
  const [, name, port = ""] = HOST.exec(text.toLowerCase()) ?? [];
  if (name === undefined || name.split(".").includes("")) {
    throw new TypeError(`payLinkHosts: "${text}" is not a host; write it like "pay.example" or "localhost:3000"`);
  }
  return { name, port };
}

function paymentIdIn(link: string, trusted: readonly Host[]): string | null {
  // `pay` is checked like the whole text, because decoding may have produced any character.
  const [, scheme = "", name = "", port = "", path = "/", query = ""] = (PLAIN.test(link) && LINK.exec(link)) || [];
  const host = { name: name.toLowerCase(), port };
  const match = trusted.find((each) => isWithin(host, each));
  if (!match || (scheme.toLowerCase() !== "https" && !LOOPBACK.includes(match.name))) return null;
  const named = new URLSearchParams(query).getAll("pid");
  const found = path === "/" ? onlyOne(named) : named.length === 0 ? path.slice(1) : null;
  return found !== null && PAYMENT_ID.test(found) ? found : null;
}

/** The same host or a subdomain, on the same port. Links never include a default port. */
function isWithin({ name, port }: Host, trusted: Host): boolean {
  if (port !== trusted.port) return false;
  if (name === trusted.name) return true;
  if (IP_ADDRESS.test(trusted.name) || !name.endsWith(`.${trusted.name}`)) return false;
  // Punycode is displayed as other letters; no payment link needs it below a trusted host.
  const labels = name.slice(0, -trusted.name.length - 1).split(".");
  return labels.every((label) => label !== "" && !label.startsWith("xn--"));
}

const onlyOne = (values: readonly string[]): string | null => (values.length === 1 ? (values[0] ?? null) : null);
