// The page of a payment link: its form creates payments, and nothing else on it does.
import { describe, expect, test } from "vitest";
import { LANGUAGES } from "../../../../src/pages/messages/languages.ts";
import { givenLink, LinkVisitor, OPEN, readLink } from "../../payment-links/given-links.ts";
import { sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile("api");

const visitorOf = (link: { id: string }) => new LinkVisitor(server(), link);

const detailsOf = async (paymentId: string | null) =>
  (await server().call<Record<string, unknown>>({ path: `/v1/payments/${paymentId}` })).body;

const paymentsOf = async ({ id }: { id: string }) => (await readLink(server(), id)).stats.created;

describe("a fixed amount", () => {
  test("is shown with what it is for, in each language, without script", async () => {
    const link = await givenLink(server(), { description: '<script>alert("1")</script> & more' });
    for (const language of LANGUAGES) {
      const { status, headers, body } = await server().call<string>({ path: `/pay-links/${link.id}?lang=${language}` });
      expect([status, headers.get("content-language")]).toEqual([200, language]);
      expect(body).toContain("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; more");
      expect(body).not.toContain("<script");
      expect(body).toMatch(/10[.,]00/);
      expect(headers.get("content-security-policy")).not.toContain("script-src");
    }
  });

  test("views, previews, reloads and other methods create no payment", async () => {
    const link = await givenLink(server());
    const visitor = visitorOf(link);
    for (let view = 0; view < 3; view += 1) await visitor.open();
    await visitor.open({ "sec-purpose": "prefetch;prerender" });
    expect((await fetch(link.url.replace(/^https?:\/\/[^/]+/, server().baseUrl), { method: "HEAD" })).status).toBe(200);
    expect((await readLink(server(), link.id)).stats).toMatchObject({ opened: 3, created: 0 });
  });

  test("the form leads to the checkout page of a payment with the link's reference", async () => {
    const checkout = { successUrl: "https://shop.example/thanks", errorUrl: "https://shop.example/sorry" };
    const link = await givenLink(server(), { referencePattern: "A-{date}-{number}", checkout });
    const first = await visitorOf(link).pay();
    const second = await visitorOf(link).pay();
    const today = new Date().toISOString().slice(0, 10);
    expect(await detailsOf(first.paymentId)).toMatchObject({
      status: "requires_action",
      referenceId: `A-${today}-1`,
      paymentLink: { id: link.id, fields: [] },
    });
    expect(await detailsOf(second.paymentId)).toMatchObject({ referenceId: `A-${today}-2` });
    expect((await server().call<string>({ path: `/${first.paymentId}` })).body).toContain(`A-${today}-1`);
    const [stored] = await server().sql(
      `select success_url, amount, extract(epoch from expires_at - created_at)::integer as life_s
         from payments where id = $1`,
      [first.paymentId],
    );
    expect(stored).toMatchObject({ success_url: checkout.successUrl, amount: "1000" });
    expect(Math.abs(Number(stored?.life_s) - 900)).toBeLessThan(3);
  });

  test("a browser that sends its form again, or comes back, reaches its open payment", async () => {
    const link = await givenLink(server(), { maxUses: 1 });
    const visitor = visitorOf(link);
    const { visitor: secret } = await visitor.open();
    const sent = await Promise.all([1, 2, 3].map(() => visitor.send({ visitor: secret })));
    expect(new Set(sent.map(({ paymentId }) => paymentId)).size).toBe(1);
    expect((await visitor.send({ visitor: secret })).paymentId).toBe(sent[0]?.paymentId);
    expect(await paymentsOf(link)).toBe(1);
    // Another browser gets another payment: an unpaid one takes no use.
    expect((await visitorOf(link).pay()).paymentId).not.toBe(sent[0]?.paymentId);
  });

  test.each<[string, Record<string, string>]>([
    ["another site", { "sec-fetch-site": "cross-site" }],
    ["another origin", { origin: "https://evil.example" }],
    ["a frame of another site", { origin: "null", "sec-fetch-site": "cross-site" }],
  ])("a form on %s creates nothing and leads to the page", async (_, headers) => {
    const link = await givenLink(server());
    expect(await visitorOf(link).send({}, headers)).toMatchObject({ status: 303, paymentId: null });
    expect(await paymentsOf(link)).toBe(0);
  });
});

describe("an open amount", () => {
  test.each<[entered: string, language: string, value: bigint]>([
    ["12.50", "en", 1250n],
    [" 12,5 ", "de", 1250n],
    ["012", "es", 1200n],
    ["١٢٫٥٠", "ar", 1250n],
    ["１２．５０", "zh", 1250n],
    ["1", "en", 100n],
    ["500", "en", 50_000n],
  ])("%s in %s is accepted", async (amount, _language, value) => {
    const { status, paymentId } = await visitorOf(await givenLink(server(), { amount: OPEN })).pay({ amount });
    expect(status).toBe(303);
    const [stored] = await server().sql("select amount from payments where id = $1", [paymentId]);
    expect(BigInt(String(stored?.amount))).toBe(value);
  });

  test.each<[entered: string, message: string]>([
    ["", "Enter an amount."],
    ["0.99", "Enter at least"],
    ["500.01", "Enter at most"],
    ["999999999999999999999", "Enter the amount|Enter an amount in digits"],
    ["1,234.00", "Enter an amount in digits, for example"],
    ["1.234", "Enter an amount in digits, for example"],
    ["-5", "Enter an amount in digits"],
    ["1e3", "Enter an amount in digits"],
    ["0x10", "Enter an amount in digits"],
    ['"><img src=x>', "Enter an amount in digits"],
  ])("%s is refused with a message, and stays in the form", async (amount, message) => {
    const link = await givenLink(server(), { amount: OPEN });
    const { status, html } = await visitorOf(link).pay({ amount });
    expect(status).toBe(400);
    expect(html).toMatch(new RegExp(message));
    expect(html).toContain('aria-invalid="true"');
    expect(html).not.toContain("<img src=x");
    expect(await paymentsOf(link)).toBe(0);
  });

  test("another amount of the same browser is another payment", async () => {
    const link = await givenLink(server(), { amount: OPEN });
    const visitor = visitorOf(link);
    const five = await visitor.pay({ amount: "5" });
    expect((await visitor.pay({ amount: "5.00" })).paymentId).toBe(five.paymentId);
    expect((await visitor.pay({ amount: "6" })).paymentId).not.toBe(five.paymentId);
  });

  test("the suggestion is prefilled as the reader writes it", async () => {
    const link = await givenLink(server(), { amount: OPEN });
    for (const [language, text] of [
      ["en", "12.50"],
      ["de", "12,50"],
      ["ar", "12.50"],
    ] as const) {
      const { body } = await server().call<string>({ path: `/pay-links/${link.id}?lang=${language}` });
      expect(body).toContain(`value="${text}"`);
    }
  });
});

describe("fields", () => {
  const FIELDS = [
    { label: "Name", required: true, maxLength: 10 },
    { label: "Note & <more>", maxLength: 200 },
  ];

  test("are shown to the merchant on the payment, encrypted at rest, and gone after erasure", async () => {
    const link = await givenLink(server(), { fields: FIELDS });
    const name = "Zoë 👩‍🚀";
    const { paymentId } = await visitorOf(link).pay({ "field-0": `  ${name} `, "field-1": "<b>ring twice</b>" });
    const shown = [
      { label: "Name", value: name },
      { label: "Note & <more>", value: "<b>ring twice</b>" },
    ];
    expect(await detailsOf(paymentId)).toMatchObject({ paymentLink: { id: link.id, fields: shown } });
    const [stored] = await server().sql<{ field: string; content: Buffer }>(
      "select field, content from buyer_data where payment_id = $1",
      [paymentId],
    );
    expect(stored?.field).toBe("paymentLink");
    expect(stored?.content.toString("latin1")).not.toContain("ring twice");
    expect(await server().store.buyerData.erase(paymentId ?? "")).toBe(1);
    expect(await detailsOf(paymentId)).toMatchObject({ paymentLink: { id: link.id, fields: [] } });
  });

  test.each<[Record<string, string>, string]>([
    [{}, "fill in this field"],
    [{ "field-0": "   " }, "fill in this field"],
    [{ "field-0": "12345678901" }, "at most 10 characters"],
    [{ "field-0": "a\u202eb" }, "invisible characters"],
    [{ "field-0": "a\nb" }, "invisible characters"],
  ])("%j is refused", async (entered, message) => {
    const link = await givenLink(server(), { fields: FIELDS });
    const { status, html } = await visitorOf(link).pay(entered);
    expect(status).toBe(400);
    expect(html).toContain(message);
    expect(await paymentsOf(link)).toBe(0);
  });
});

describe("a link that accepts nothing", () => {
  const closed = async (link: { id: string }, title: string, status = 410) => {
    const visitor = visitorOf(link);
    const page = await visitor.open();
    expect([page.status, page.html]).toEqual([status, expect.stringContaining(title)]);
    expect(page.html).not.toContain("<form");
    // A closed link still shows its merchant, and that it is a test.
    const bill = [expect.stringContaining('class="initial"'), expect.stringContaining("no real money")];
    if (status === 410) expect([page.html, page.html]).toEqual(bill);
    expect(await visitor.send({})).toMatchObject({ status, paymentId: null });
  };

  test("disabled, expired, used up or of a suspended merchant: a page says so", async () => {
    await closed(await givenLink(server(), { enabled: false }), "switched off");
    const expired = await givenLink(server(), { expiresAt: Math.floor(Date.now() / 1_000) + 3_600 });
    await server().sql("update payment_links set expires_at = now() - interval '1 second' where id = $1", [expired.id]);
    await closed(expired, "has expired");
    expect((await readLink(server(), expired.id)).status).toBe("expired");
    const used = await givenLink(server(), { maxUses: 1 });
    await server().sql("update payment_links set succeeded = 1 where id = $1", [used.id]);
    await closed(used, "has been paid");
    expect((await readLink(server(), used.id)).status).toBe("used_up");
    const link = await givenLink(server());
    await server().store.merchants.setStatus(server().merchantId, "suspended");
    await closed(link, "accepts no payments now");
    await server().store.merchants.setStatus(server().merchantId, "active");
    expect((await visitorOf(link).pay()).status).toBe(303);
  });

  test("unknown and deleted links, and unreadable ids, are not found", async () => {
    const link = await givenLink(server());
    await server().call({ method: "DELETE", path: `/v1/payment-links/${link.id}` });
    for (const id of [link.id, "plink_unknown", "%00", "%F0%9F%90%9D", "a".repeat(100)]) {
      await closed({ id }, "Link not found", 404);
    }
  });
});
