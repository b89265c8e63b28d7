// The hosted form in a browser without JavaScript: filled in, submitted, done.
import { describe, expect, test } from "vitest";
import { ADA, askFrom, formOf, messageOf, openForm, sendForm } from "../../../buyer-data/given.ts";
import { givenPayment } from "../../given.ts";
import { rowsOf, serverForFile } from "../../setup.ts";

const server = serverForFile({ role: "api" });

async function givenForm(changes: object = {}) {
  await askFrom(server(), 1n);
  const paymentId = await givenPayment(server(), changes);
  const { account } = await server().newBuyer(10_000_000_000n);
  return { paymentId, account, path: await formOf(server(), paymentId, account) };
}

test("the form names the payment, shows each field and sends the wallet no message yet", async () => {
  await server().sql("update merchants set name = $2 where id = $1", [server().merchantId, `<b>Tea & "Co"</b>`]);
  const { account, path } = await givenForm({ amount: { unit: "iso4217/USD", value: "123450" } });
  const { status, body } = await openForm(server(), path);
  expect(status).toBe(200);
  expect(body).toContain("&lt;b&gt;Tea &amp; &quot;Co&quot;&lt;/b&gt;");
  expect(body).toContain("$1,234.50");
  expect(body).toContain(`${account.split(":")[2]?.slice(0, 6)}…${account.slice(-4)}`);
  for (const id of ["fullName", "dob", "porCountry", "porAddress", "pobCountry", "pobAddress", "tosConfirmed"]) {
    expect(body).toMatch(new RegExp(`<label [^>]*for="${id}"`));
    expect(body).toMatch(
      new RegExp(`<(input|select|textarea) id="${id}" name="${id}" aria-describedby="[^"]*${id}-error"`),
    );
  }
  expect(messageOf(body)).toBeNull();
  expect(body).not.toMatch(/<b>| aria-invalid="true"|role="alert"/);
});

test("its headers allow only its own script and style, and forbid framing, caching and referrers", async () => {
  const { path } = await givenForm();
  const { headers } = await openForm(server(), path);
  expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("referrer-policy")).toBe("no-referrer");
  expect(headers.get("content-security-policy")).toMatch(
    /^default-src 'none'; style-src 'self' 'sha256-[\w+/=]+'; script-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'$/,
  );
});

test("its script is served by this server and may be cached forever", async () => {
  const { path } = await givenForm();
  const [, src = ""] = /<script type="module" src="([^"]+)">/.exec((await openForm(server(), path)).body) ?? [];
  const { status, headers, body } = await openForm(server(), src);
  expect([status, headers.get("content-type")]).toEqual([200, "text/javascript; charset=utf-8"]);
  expect(headers.get("cache-control")).toContain("immutable");
  expect(body).toContain("payDataCollectionComplete");
});

test.each([
  ["the place of residence", { place: "por" }, ["dob", "fullName", "porAddress", "porCountry", "tosConfirmed"]],
  [
    "the place of birth",
    { place: "pob", pobCountry: "GB", pobAddress: "London" },
    ["dob", "fullName", "pobAddress", "pobCountry", "tosConfirmed"],
  ],
  [
    "one field of the other place as well",
    { place: "por", pobCountry: "DE", pobAddress: "" },
    ["dob", "fullName", "porAddress", "porCountry", "tosConfirmed"],
  ],
  [
    "the place that was not selected",
    { place: "pob" },
    ["dob", "fullName", "porAddress", "porCountry", "tosConfirmed"],
  ],
])("%s: the data is accepted, and the page notifies the wallet", async (_, changes, fields) => {
  const { paymentId, account, path } = await givenForm();
  const sent = await sendForm(server(), path, { ...ADA, ...changes });
  expect([sent.status, sent.headers.get("location")]).toEqual([303, path]);
  const { status, body } = await openForm(server(), path);
  expect([status, messageOf(body)]).toEqual([200, '{"type":"IC_COMPLETE","success":true}']);
  expect(body).not.toMatch(/<form|Qwyxlace/);
  const rows = await server().sql<{ field: string; account: string }>(
    'select field, account from buyer_data where payment_id = $1 order by field collate "C"',
    [paymentId],
  );
  expect(rows).toEqual(fields.map((field) => ({ field, account })));
});

test("a second submission changes nothing", async () => {
  const { paymentId, path } = await givenForm();
  const content = () =>
    server().sql("select field, content from buyer_data where payment_id = $1 order by field", [paymentId]);
  await sendForm(server(), path, ADA);
  const before = await content();
  expect((await sendForm(server(), path, { ...ADA, fullName: "Somebody Else" })).status).toBe(303);
  expect((await sendForm(server(), path, {})).status).toBe(303);
  expect(await content()).toEqual(before);
});

test("only one of several concurrent submissions is stored", async () => {
  const { paymentId, path } = await givenForm();
  const sent = await Promise.all(
    Array.from({ length: 8 }, (_, i) => sendForm(server(), path, { ...ADA, fullName: `Ada ${i}` })),
  );
  expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([303]));
  const rows = await server().sql("select from buyer_data where payment_id = $1", [paymentId]);
  expect(rows).toHaveLength(5);
  const events = await server().sql(
    "select data, status from payment_events where payment_id = $1 and type = 'buyer_data_collected'",
    [paymentId],
  );
  expect(events).toEqual([{ data: {}, status: "requires_action" }]);
});

test.each([
  ["cancelled", "The payment was cancelled"],
  ["expired", "The payment has expired"],
])("a payment that is %s: the form is closed and the wallet is notified", async (status, words) => {
  const { paymentId, path } = await givenForm();
  const before = await rowsOf(server(), "buyer_data");
  if (status === "cancelled") await server().call({ method: "POST", path: `/v1/payments/${paymentId}/cancel` });
  else await server().sql("update payments set expires_at = now() - interval '1 second' where id = $1", [paymentId]);
  for (const _ of ["opened", "sent"]) {
    const { status: code, body } = await openForm(server(), path);
    expect([code, messageOf(body)]).toEqual([200, JSON.stringify({ type: "IC_ERROR", error: words })]);
    expect(body).not.toContain("<form");
    await sendForm(server(), path, ADA);
  }
  expect(await rowsOf(server(), "buyer_data")).toBe(before);
});

test("the terms of service are linked if they are configured", async () => {
  await askFrom(server(), 1n, 'https://shop.example/terms?a=1&b="2"');
  const { account } = await server().newBuyer();
  const path = await formOf(server(), await givenPayment(server()), account);
  expect((await openForm(server(), path)).body).toContain(
    '<a href="https://shop.example/terms?a=1&amp;b=&quot;2&quot;" target="_blank" rel="noopener noreferrer">',
  );
});

describe("prefill", () => {
  const { tosConfirmed: _, ...known } = ADA;
  const encode = (value: unknown, encoding: "base64" | "base64url" = "base64") =>
    Buffer.from(JSON.stringify(value)).toString(encoding);
  const filledIn = async (prefill: string) => {
    const { path, paymentId, account } = await givenForm();
    const { status, body } = await openForm(server(), `${path}?${new URLSearchParams({ prefill })}`);
    return { status, body, path, paymentId, account };
  };

  test.each(["base64", "base64url"] as const)("in %s fills the form and submits nothing", async (encoding) => {
    const name = 'Zoë "Z" <b>Ðž~~~???>>>';
    const before = await rowsOf(server(), "buyer_data");
    const { status, body } = await filledIn(encode({ ...known, fullName: name, unknown: "x" }, encoding));
    expect(status).toBe(200);
    expect(body).toContain(`value="Zoë &quot;Z&quot; &lt;b&gt;Ðž~~~???&gt;&gt;&gt;"`);
    expect(body).toContain(`value="${ADA.dob}"`);
    expect(body).toContain(`<option value="GB" selected>`);
    expect(body).toContain(`>${ADA.porAddress}</textarea>`);
    expect(await rowsOf(server(), "buyer_data")).toBe(before);
  });

  test("with a place of birth selects it", async () => {
    const { body } = await filledIn(encode({ pobCountry: "FR", pobAddress: "Lyon" }));
    expect(body).toMatch(/id="place-pob"[^>]* checked/);
    expect(body).toContain(`value="Lyon"`);
  });

  test("never agrees to the terms, and is judged when it is submitted", async () => {
    const { body, path } = await filledIn(encode({ ...ADA, dob: "2999-01-01", tosConfirmed: true }));
    expect(body).not.toMatch(/id="tosConfirmed"[^>]* checked/);
    expect(body).not.toContain('aria-invalid="true"');
    const sent = await sendForm(server(), path, { ...ADA, dob: "2999-01-01" });
    expect(sent.status).toBe(400);
  });

  test.each(["", "%", "bm90IGpzb24=", encode(null), encode([1]), encode({ fullName: 7, dob: { a: 1 } })])(
    "that is malformed (%s) fills nothing",
    async (prefill) => {
      const { status, body } = await filledIn(prefill);
      expect(status).toBe(200);
      expect(body).toMatch(/id="fullName"[^>]* value=""/);
    },
  );
});
