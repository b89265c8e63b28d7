// Payment links as wallets meet them: in a QR code, in a `wc:` URI, in a text field. The host is judged before anything is
// taken from the link, and by a grammar narrower than a URL's: what a browser would first repair, decode or map is refused.

export interface TrustedHosts {
  /** Hosts that payment links may have; their subdomains are trusted, too. With a port ("localhost:3000"): that port only. */
  readonly payLinkHosts: readonly string[];
}

/** What browsers and proxies carry without trouble. */
const TEXT_LENGTH_MAX = 2_048;
/** Printable ASCII: no white space, no control or invisible characters, no letters that only look like Latin ones. */
const PLAIN = /^[!-~]+$/;
/** A payment's id; the service looks up no id that is longer. */
const PAYMENT_ID = /^pay_[A-Za-z0-9_-]{1,60}$/;
/** Host and port end at the path or query, so there is no room for user information, percent signs or backslashes. */
const LINK = /^(https?):\/\/([a-z0-9.-]+|\[[0-9a-f:]+\])(:[0-9]{1,5})?(\/[^?#]*)?(\?[^#]*)?(?:#.*)?$/i;
const WALLETCONNECT = /^wc:[^?#]*\?([^#]*)/i;
const HOST = /^([a-z0-9.-]+|\[[0-9a-f:]+\])(:[0-9]{1,5})?$/;
const IP_ADDRESS = /^([0-9.]+|\[.*\])$/;
/** Where http is as good as https, for nobody is on the way. */
const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/**
 * The payment that a text names, or null where it is no payment link of a trusted host. Ask this before you look at the text
 * as a web address or as a pairing URI: a `wc:` URI with `pay` is a payment link, without it this gives null.
 *
 * Takes `https://<host>/<payment id>`, `https://<host>/?pid=<payment id>`, a `wc:` URI whose `pay` parameter is one of these, URL-encoded
 * once, and a bare payment id. Plain http is for loopback hosts only.
 *
 * @throws TypeError where `payLinkHosts` holds something else than hosts
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
  /** With its colon; empty where there is none. */
  readonly port: string;
}

function parseHost(text: string): Host {
  const [, name, port = ""] = HOST.exec(text.toLowerCase()) ?? [];
  if (name === undefined || name.split(".").includes("")) {
    throw new TypeError(`payLinkHosts: "${text}" is no host; give it like "pay.example" or "localhost:3000"`);
  }
  return { name, port };
}

function paymentIdIn(link: string, trusted: readonly Host[]): string | null {
  // What `pay` holds is checked like the whole text was: decoding may have brought anything.
  const [, scheme = "", name = "", port = "", path = "/", query = ""] = (PLAIN.test(link) && LINK.exec(link)) || [];
  const host = { name: name.toLowerCase(), port };
  const match = trusted.find((each) => isWithin(host, each));
  if (!match || (scheme.toLowerCase() !== "https" && !LOOPBACK.includes(match.name))) return null;
  const named = new URLSearchParams(query).getAll("pid");
  const found = path === "/" ? onlyOne(named) : named.length === 0 ? path.slice(1) : null;
  return found !== null && PAYMENT_ID.test(found) ? found : null;
}

/** The same host or a subdomain of it, on the very port; a link never names a default port. */
function isWithin({ name, port }: Host, trusted: Host): boolean {
  if (port !== trusted.port) return false;
  if (name === trusted.name) return true;
  if (IP_ADDRESS.test(trusted.name) || !name.endsWith(`.${trusted.name}`)) return false;
  // Punycode shows as other letters than the operator's; no payment link needs it below a trusted host.
  const labels = name.slice(0, -trusted.name.length - 1).split(".");
  return labels.every((label) => label !== "" && !label.startsWith("xn--"));
}

const onlyOne = (values: readonly string[]): string | null => (values.length === 1 ? (values[0] ?? null) : null);
