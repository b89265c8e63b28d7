// Recognition of payment links; texts of untrusted hosts never yield a payment.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isPaymentLink, parsePaymentLink } from "../../src/client/index.ts";

const ID = "pay_06gzjr6vt8y2m4k9x3c5b7n1q0d8f6h2";
const OTHER = `pay_${"0".repeat(32)}`;
const HOSTS = { payLinkHosts: ["pay.example", "shop.test:8443", "localhost:3000", "127.0.0.1:3000", "[::1]:3000"] };
const WC = "wc:7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9@2?relay-protocol=irn&symKey=587d5484";

const parse = (text: string) => parsePaymentLink(text, HOSTS);
const encoded = (link: string): string => `${WC}&pay=${encodeURIComponent(link)}`;

describe("a payment link", () => {
  test.each([
    ["path form", `https://pay.example/${ID}`],
    ["query form", `https://pay.example/?pid=${ID}`],
    ["query form without a slash", `https://pay.example?pid=${ID}`],
    ["wc: URI with a link in path form", encoded(`https://pay.example/${ID}`)],
    ["wc: URI with a link in query form", encoded(`https://pay.example/?pid=${ID}`)],
    [
      "wc: URI with pay first and upper-case letters",
      `WC:abc@2?pay=${encodeURIComponent(`https://pay.example/${ID}`)}`,
    ],
    ["bare id", ID],
    ["subdomain", `https://eu.checkout.pay.example/${ID}`],
    ["host and scheme in upper case", `HTTPS://PAY.EXAMPLE/${ID}`],
    ["other parameters", `https://pay.example/?lang=de&pid=${ID}&utm_source=qr`],
    ["other parameters of the path form, and a fragment", `https://pay.example/${ID}?lang=de#top`],
    ["configured port", `https://shop.test:8443/${ID}`],
    ["configured port, subdomain", `https://a.shop.test:8443/${ID}`],
    ["http to localhost", `http://localhost:3000/${ID}`],
    ["http to a loopback address", `http://127.0.0.1:3000/?pid=${ID}`],
    ["http to an IPv6 loopback address", `http://[::1]:3000/${ID}`],
  ])("%s: names its payment", (_form, text) => {
    expect(parse(text)).toEqual({ paymentId: ID });
    expect(isPaymentLink(text, HOSTS)).toBe(true);
  });

  test.each([
    // Another host.
    ["trusted host as a prefix", `https://pay.example.evil/${ID}`],
    ["trusted host as a suffix without a dot", `https://evilpay.example/${ID}`],
    ["trusted host in the path", `https://evil.example/pay.example/${ID}`],
    ["trusted host in the query", `https://evil.example/?pid=${ID}&host=pay.example`],
    ["trusted host in the fragment", `https://evil.example/#https://pay.example/${ID}`],
    ["parent of the trusted host", `https://example/${ID}`],
    ["trailing dot", `https://pay.example./${ID}`],
    ["empty label", `https://a..pay.example/${ID}`],
    ["only a dot before it", `https://.pay.example/${ID}`],
    ["subdomain of an address", `https://a.127.0.0.1:3000/${ID}`],
    ["address in another notation", `http://2130706433:3000/${ID}`],
    // User information.
    ["trusted host as user", `https://pay.example@evil.example/${ID}`],
    ["trusted host as user and password", `https://pay.example:443@evil.example/${ID}`],
    ["user at the trusted host", `https://user@pay.example/${ID}`],
    ["empty user", `https://@pay.example/${ID}`],
    ["backslash before @", `https://evil.example\\@pay.example/${ID}`],
    ["backslash as a slash", `https:\\\\pay.example\\${ID}`],
    // Ports.
    ["foreign port", `https://pay.example:8443/${ID}`],
    ["default port, not configured", `https://pay.example:443/${ID}`],
    ["empty port", `https://pay.example:/${ID}`],
    ["configured port left out", `https://shop.test/${ID}`],
    ["port with zeros", `https://shop.test:08443/${ID}`],
    // Letters.
    ["percent-encoded host", `https://pay%2Eexample/${ID}`],
    ["percent-encoded letter", `https://p%61y.example/${ID}`],
    ["percent-encoded slash", `https://pay.example%2F.evil.example/${ID}`],
    ["punycode look-alike", `https://xn--py-7kc.example/${ID}`],
    ["punycode below the trusted host", `https://xn--80ak6aa92e.pay.example/${ID}`],
    ["Cyrillic letter", `https://p\u0430y.example/${ID}`],
    ["full-width letters", `https://\uFF50ay.example/${ID}`],
    ["ideographic full stop", `https://pay\u3002example/${ID}`],
    ["zero-width space", `https://pay.\u200Bexample/${ID}`],
    ["right-to-left override", `https://pay.example/\u202E${ID}`],
    // Schemes.
    ["plain http", `http://pay.example/${ID}`],
    ["plain http, wc:", encoded(`http://pay.example/${ID}`)],
    ["no scheme", `pay.example/${ID}`],
    ["no scheme, two slashes", `//pay.example/${ID}`],
    ["one slash", `https:/pay.example/${ID}`],
    ["three slashes", `https:///pay.example/${ID}`],
    ["javascript:", `javascript:https://pay.example/${ID}`],
    ["blob:", `blob:https://pay.example/${ID}`],
    // Control characters and white space.
    ["tab in the host", `https://pay.\texample/${ID}`],
    ["line feed in the scheme", `ht\ntps://pay.example/${ID}`],
    ["NUL at the end", `https://pay.example/${ID}\0`],
    ["line feed after a bare id", `${ID}\n`],
    ["space before", ` https://pay.example/${ID}`],
    ["line feed in an ignored parameter", `https://pay.example/${ID}?lang=\n`],
    ["non-ASCII letter in the fragment", `https://pay.example/${ID}#\u200B`],
    ["line feed in a wc: URI", `wc:a\n@2?pay=${encodeURIComponent(`https://pay.example/${ID}`)}`],
    ["line feed in an ignored parameter inside pay", encoded(`https://pay.example/${ID}?lang=\n`)],
    ["line feed inside pay", encoded(`https://pay.example/\n${ID}`)],
    ["space inside pay", `${WC}&pay=https://pay.example/+${ID}`],
    // Ids.
    ["no id", "https://pay.example/"],
    ["empty pid", "https://pay.example/?pid="],
    ["two pids", `https://pay.example/?pid=${ID}&pid=${OTHER}`],
    ["the same pid twice", `https://pay.example/?pid=${ID}&pid=${ID}`],
    ["two pids, one percent-encoded", `https://pay.example/?pid=${ID}&%70id=${OTHER}`],
    ["pid beside an id in the path", `https://pay.example/${ID}?pid=${OTHER}`],
    ["pid in the fragment", `https://pay.example/#?pid=${ID}`],
    ["longer path", `https://pay.example/${ID}/x`],
    ["trailing slash", `https://pay.example/${ID}/`],
    ["path with ..", `https://pay.example/a/../${ID}`],
    ["percent-encoded id", "https://pay.example/pay%5F1"],
    ["another prefix", "https://pay.example/mrch_1"],
    ["prefix in upper case", ID.toUpperCase()],
    ["prefix alone", "pay_"],
    ["id that is too long", `pay_${"0".repeat(61)}`],
    // wc:
    ["pairing URI", WC],
    ["empty pay", `${WC}&pay=`],
    ["two pays", `${encoded(`https://pay.example/${ID}`)}&pay=${encodeURIComponent(`https://pay.example/${OTHER}`)}`],
    ["pay encoded twice", encoded(encodeURIComponent(`https://pay.example/${ID}`))],
    ["wc: in wc:", encoded(encoded(`https://pay.example/${ID}`))],
    ["bare id in pay", encoded(ID)],
    ["foreign host in pay", encoded(`https://pay.example.evil/${ID}`)],
    ["pay in the fragment", `${WC}#&pay=${encodeURIComponent(`https://pay.example/${ID}`)}`],
    ["pid of the pairing URI", `${WC}&pid=${ID}`],
    // Length, and other texts.
    ["over-long", `https://pay.example/?pid=${ID}&${"a".repeat(2_048)}`],
    ["empty", ""],
    ["just a web address", "https://pay.example/about"],
  ])("%s: is not one", (_trick, text) => {
    expect(parse(text)).toBeNull();
    expect(isPaymentLink(text, HOSTS)).toBe(false);
  });

  test.each([
    "https://pay.example",
    "pay.example/",
    "*.pay.example",
    "",
    ".example",
    "user@pay.example",
    "пай.example",
  ])("%j as a trusted host throws", (host) => {
    expect(() => parsePaymentLink(ID, { payLinkHosts: [host] })).toThrow(/is not a host/);
  });

  test("without trusted hosts only a bare id is a link", () => {
    expect(parsePaymentLink(`https://pay.example/${ID}`, { payLinkHosts: [] })).toBeNull();
    expect(parsePaymentLink(ID, { payLinkHosts: [] })).toEqual({ paymentId: ID });
  });
});

const label = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,8}$/).filter((text) => !text.startsWith("xn--"));
const id = fc.stringMatching(/^pay_[0-9a-hjkmnp-tv-z]{32}$/);
const form = fc.constantFrom(
  (origin: string, payment: string) => `${origin}/${payment}`,
  (origin: string, payment: string) => `${origin}/?pid=${payment}`,
  (origin: string, payment: string) => encoded(`${origin}/${payment}`),
  (origin: string, payment: string) => encoded(`${origin}/?pid=${payment}`),
);
/** Building blocks of attacks, combined at random. */
const piece = fc.oneof(
  fc.constantFrom(
    "https://",
    "http://",
    "wc:",
    "wc:a@2?pay=",
    "?pid=",
    "&pid=",
    "&pay=",
    "pay.example",
    "evil.example",
  ),
  fc.constantFrom(
    ".",
    "/",
    "\\",
    "@",
    ":",
    "#",
    "?",
    "%2F",
    "%2e",
    "%40",
    ":443",
    ":8443",
    "xn--",
    "\t",
    "\u0430",
    ID,
    OTHER,
  ),
  fc.string({ maxLength: 3 }),
);
const attack = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));
const RUNS = { numRuns: 2_000 };

/** The URL that a browser would open. */
const goesTo = (link: string): URL => new URL(link);
const linkIn = (text: string): string =>
  /^wc:/i.test(text) ? (new URLSearchParams(text.slice(text.indexOf("?") + 1)).get("pay") ?? "") : text;

describe("for any text", () => {
  test("a link in any form, on a trusted host or its subdomain, names its payment", () => {
    fc.assert(
      fc.property(fc.array(label, { maxLength: 3 }), id, form, (labels, payment, write) => {
        const text = write(`https://${[...labels, "pay.example"].join(".")}`, payment);
        expect(parse(text)).toEqual({ paymentId: payment });
      }),
      RUNS,
    );
  });

  test("a link on any other host names none", () => {
    fc.assert(
      fc.property(fc.array(label, { minLength: 1, maxLength: 4 }), id, form, (labels, payment, write) => {
        fc.pre(!`.${labels.join(".")}`.endsWith(".pay.example"));
        expect(parse(write(`https://${labels.join(".")}`, payment))).toBeNull();
        expect(parse(write(`https://pay.example.${labels.join(".")}`, payment))).toBeNull();
        expect(parse(write(`https://${labels.join(".")}@pay.example`, payment))).toBeNull();
      }),
      RUNS,
    );
  });

  test("a text that names a payment is a bare id, or a URL that a browser opens over https on a trusted host", () => {
    let named = 0;
    fc.assert(
      fc.property(
        fc.oneof(
          attack,
          attack.map((tail) => `https://pay.example${tail}`),
        ),
        (text) => {
          const found = parsePaymentLink(text, { payLinkHosts: ["pay.example"] });
          if (found === null) return;
          named++;
          expect(found.paymentId).toMatch(/^pay_[A-Za-z0-9_-]+$/);
          if (text === found.paymentId) return;
          const { protocol, hostname, port, username, href } = goesTo(linkIn(text));
          expect([protocol, port, username]).toEqual(["https:", "", ""]);
          expect(`.${hostname}`.endsWith(".pay.example")).toBe(true);
          expect(href).toContain(found.paymentId);
        },
      ),
      { numRuns: 20_000 },
    );
    expect(named).toBeGreaterThan(0);
  });
});
