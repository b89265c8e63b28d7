// The answers of a payment link to x402 clients by status. test/flows/x402 has those of 200.
import { expect, test } from "vitest";
import { newAgent, settlementIn, signAt } from "../../harness/chain/x402.ts";
import { confirmElsewhere, givenLink, LinkVisitor, OPEN, readLink } from "../payment-links/given-links.ts";
import { rowsOf, sharedServerForFile } from "../setup.ts";

const server = sharedServerForFile("api");

const urlOf = (id: string, query = "") => `${server().baseUrl}/x402/links/${id}${query}`;
const ask = async (id: string, query = "", init: RequestInit = {}) => {
  const response = await fetch(urlOf(id, query), init);
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === "" ? null : JSON.parse(text) };
};

test("402: each request creates and offers another payment", async () => {
  const link = await givenLink(server());
  expect(link.x402Url).toMatch(new RegExp(`/x402/links/${link.id}$`));
  const [first, second] = [await ask(link.id), await ask(link.id)];
  for (const { status, body } of [first, second]) {
    expect([status, body]).toMatchObject([
      402,
      { x402Version: 2, resource: { url: link.x402Url }, accepts: [{ scheme: "exact", amount: "10000000" }] },
    ]);
  }
  expect(first.body.accepts[0].payTo).not.toBe(second.body.accepts[0].payTo);
  expect((await readLink(server(), link.id)).stats).toMatchObject({ opened: 0, created: 2, open: 2 });
});

test("402: HEAD creates no payment", async () => {
  const link = await givenLink(server());
  expect(await ask(link.id, "", { method: "HEAD" })).toMatchObject({ status: 402, body: null });
  expect((await readLink(server(), link.id)).stats).toMatchObject({ created: 0 });
});

test("402: a signature for an address of no payment of the link is refused, with a new offer", async () => {
  const [link, other] = [await givenLink(server()), await givenLink(server())];
  const { headers } = await signAt(server(), urlOf(other.id), await newAgent(server()));
  const refused = await fetch(urlOf(link.id), { headers });
  expect(settlementIn(refused)).toMatchObject({ success: false, errorReason: "invalid_payment_requirements" });
  expect([refused.status, await refused.json()]).toMatchObject([
    402,
    { error: "invalid_payment_requirements", accepts: [{ scheme: "exact" }] },
  ]);
});

test("400: an open amount and fields are named, and nothing is created", async () => {
  const fields = [{ label: "Your name", required: true, maxLength: 5 }, { label: "Note" }];
  const link = await givenLink(server(), { amount: OPEN, fields });
  const before = await rowsOf(server(), "payments");
  const amount = { field: "amount", message: "must be from 1.00 USD to 500.00 USD, for example ?amount=12.50" };
  for (const [query, ...issues] of [
    ["", amount, { field: "field-0", message: "is required: Your name" }],
    ["?amount=501&field-0=Ada", amount],
    ["?amount=0.99&field-0=Ada", amount],
    ["?amount=5&amount=6&field-0=Ada", amount],
    ["?amount=5&field-0=Adamant", { field: "field-0", message: "must have at most 5 characters: Your name" }],
    ["?amount=5&field-0=A&field-1=a&field-1=b", { field: "field-1", message: "must be text of one line: Note" }],
  ] as const) {
    expect(await ask(link.id, query), query).toMatchObject({
      status: 400,
      body: { code: "params_validation", issues },
    });
  }
  expect(await rowsOf(server(), "payments")).toBe(before);
});

test("400: a malformed signature, and a link that was created with deposit: false, which has no x402Url", async () => {
  const link = await givenLink(server());
  expect(await ask(link.id, "", { headers: { "payment-signature": "e30=" } })).toMatchObject({
    status: 400,
    body: { code: "params_validation" },
  });
  const without = await givenLink(server(), { deposit: false });
  expect(without).not.toHaveProperty("x402Url");
  expect(await ask(without.id)).toMatchObject({ status: 400, body: { code: "invalid_state" } });
  expect((await readLink(server(), without.id)).stats.created).toBe(0);
});

test("404, 409, 410: an unknown link, one whose last use is being paid, and links that are closed", async () => {
  for (const unknown of ["plink_00000000000000000000000000000000", "plink_%00", "x"]) {
    expect(await ask(unknown)).toMatchObject({ status: 404, body: { code: "not_found" } });
  }
  const taken = await givenLink(server(), { maxUses: 1 });
  const { paymentId } = await new LinkVisitor(server(), taken).pay();
  await confirmElsewhere(server(), paymentId ?? "", { method: "eip3009", relayState: "queued" });
  const busy = await ask(taken.id);
  expect(busy).toMatchObject({ status: 409, body: { code: "invalid_state" } });
  expect(busy.headers.get("retry-after")).toBe("60");
  const expired = await givenLink(server());
  await server().sql("update payment_links set expires_at = now() - interval '1 s' where id = $1", [expired.id]);
  const disabled = await givenLink(server(), { enabled: false });
  for (const [id, message] of [
    [expired.id, "The payment link has expired"],
    [disabled.id, "The payment link is switched off"],
  ] as const) {
    expect(await ask(id)).toMatchObject({ status: 410, body: { code: "invalid_state", message } });
  }
});

test("402: a signed transfer that the relayer left out takes no use of the link; a deposit does", async () => {
  const link = await givenLink(server(), { maxUses: 1 });
  const [way] = (await ask(link.id)).body.accepts;
  await confirmElsewhere(server(), way.extra.paymentId, { method: "deposit", relayState: "queued" });
  const authorizer = "update confirmations set authorizer = 'c:p' where payment_id = $1";
  await server().sql(authorizer, [way.extra.paymentId]);
  expect((await ask(link.id)).status).toBe(409);
  await server().sql("update confirmations set relay_state = 'held' where payment_id = $1", [way.extra.paymentId]);
  expect((await ask(link.id)).status).toBe(402);
  await server().sql("update confirmations set authorizer = null where payment_id = $1", [way.extra.paymentId]);
  expect((await ask(link.id)).status).toBe(409);
});

test("403: a page that embeds the URL creates no payment", async () => {
  const link = await givenLink(server());
  for (const destination of ["image", "iframe", "script"]) {
    const refused = await ask(link.id, "", { headers: { "sec-fetch-dest": destination } });
    expect(refused).toMatchObject({ status: 403, body: { code: "forbidden" } });
  }
  expect((await readLink(server(), link.id)).stats.created).toBe(0);
  expect((await ask(link.id, "", { headers: { "sec-fetch-dest": "empty" } })).status).toBe(402);
});

test("410: a payment of the link that expired before it was signed", async () => {
  const link = await givenLink(server());
  const { headers, required } = await signAt(server(), urlOf(link.id), await newAgent(server()));
  const payTo = required.accepts[0]?.payTo;
  await server().sql(
    `update payments set expires_at = now() - interval '1 minute'
      where id = (select payment_id from deposit_addresses where payer = $1)`,
    [payTo],
  );
  expect(await ask(link.id, "", { headers })).toMatchObject({ status: 410, body: { code: "payment_expired" } });
});
