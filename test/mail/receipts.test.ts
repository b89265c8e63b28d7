// Receipts that buyers ask for: from the form on the payment's page to the mailbox, and what is kept afterwards.
import { expect, test, vi } from "vitest";
import { LANGUAGES } from "../../src/pages/messages/languages.ts";
import { asPartner } from "../harness/server/as-partner.ts";
import { givenPayment, givenSucceededPayment } from "../routes/given.ts";
import type { RouteServer } from "../routes/setup.ts";
import { PUBLIC_URL, storedMails } from "./given-mail.ts";
import { mailServerForFile } from "./mail-server.ts";
import { askByForm, pageAt } from "./receipt-form.ts";

const { server, mailbox } = mailServerForFile();
const addressOf = (name: string) => `${name}@example.com`;
const mailTo = (name: string) => mailbox().next(({ to }) => to.includes(addressOf(name)));
const newPartner = async (): Promise<RouteServer> => server().asNewOwner();

test("a buyer who asks gets the receipt once, and the address is deleted when it is sent", async () => {
  const partner = await newPartner();
  const paymentId = await givenSucceededPayment(partner, { referenceId: "order-4711" });
  expect(await pageAt(partner, `/${paymentId}`)).toContain('type="email"');
  const first = await askByForm(partner, paymentId, addressOf("ada"));
  expect([first.status, first.headers.get("location")]).toEqual([303, `/${paymentId}?lang=en&mailed=1#mail`]);
  expect(await pageAt(partner, `/${paymentId}?mailed=1`)).toContain("The receipt is on its way.");
  const { text, headers } = await mailTo("ada");
  expect(headers.get("subject")).toBe("Receipt from Test shop");
  for (const said of ["You have paid $1.00 to Test shop.", "Reference: order-4711", `${PUBLIC_URL}/${paymentId}`]) {
    expect(text).toContain(said);
  }
  expect(text).toContain("You get this email because somebody entered this address");
  expect(headers.has("list-unsubscribe")).toBe(false);
  for (const again of ["ada", "ADA", "ada+again"]) {
    expect((await askByForm(partner, paymentId, addressOf(again))).status).toBe(303);
  }
  const ended = [{ kind: "receipt", state: "sent", attempts: 1, note: null, content: null, key_id: null }];
  await vi.waitFor(async () => expect(await storedMails(partner)).toEqual(ended), 10_000);
});

test("it is written in the language of the page, in each language", async () => {
  const subjects: string[] = [];
  for (const language of LANGUAGES) {
    const paymentId = await givenSucceededPayment(server());
    await askByForm(server(), paymentId, addressOf(`reader-${language}`), { language });
    const { headers, html } = await mailTo(`reader-${language}`);
    subjects.push(headers.get("subject") ?? "");
    expect(html).toContain(`<html lang="${language}" dir="${language === "ar" ? "rtl" : "ltr"}">`);
    if (language === "ar") expect(html).toContain("\u2068US$\u2069"); // or it would read "$US"
  }
  expect(subjects[1]).toBe("Beleg von Test shop");
  expect(new Set(subjects).size).toBe(LANGUAGES.length);
});

test("a test payment's receipt says so in its subject", async () => {
  const { partnerId } = await newPartner();
  const twin = asPartner(server(), await server().newTestOwner(partnerId));
  const paymentId = await givenSucceededPayment(twin);
  await askByForm(twin, paymentId, addressOf("tester"));
  const { headers, text } = await mailTo("tester");
  expect(headers.get("subject")).toBe("[Test] Receipt from Test shop");
  expect(text).toContain("no real money moves");
});

test("a payment's receipt goes to three addresses, and an address gets ten receipts a day", async () => {
  const partner = await newPartner();
  const paymentId = await givenSucceededPayment(partner);
  const statuses: number[] = [];
  for (const name of ["a1", "a2", "a3", "a4"]) {
    statuses.push((await askByForm(partner, paymentId, addressOf(name))).status);
  }
  expect(statuses).toEqual([303, 303, 303, 400]);
  await server().sql(
    `insert into mails (id, partner_id, kind, payment_id, language, address_hash, state, ended_at)
     select 'mail_' || n, partner_id, 'receipt', 'pay_' || n, 'en', address_hash, 'sent', now()
       from mails, generate_series(1, 9) n
      where payment_id = $1 and id = (select min(id) from mails where payment_id = $1)`,
    [paymentId],
  );
  const other = await givenSucceededPayment(partner);
  const refused = await askByForm(partner, other, addressOf("a1"));
  expect(refused.body).toContain("Too many receipts were requested.");
});

test("what is wrong is said beside what was typed, and nothing is kept", async () => {
  const partner = await newPartner();
  const paymentId = await givenSucceededPayment(partner);
  for (const [typed, text] of [
    ["", "Enter an email address."],
    ["ada@", "This is not an email address."],
    ["ada@example.com\r\nBcc: eve@example.com", "This is not an email address."],
  ] as const) {
    const { status, body } = await askByForm(partner, paymentId, typed);
    expect([status, body.includes(text)]).toEqual([400, true]);
  }
  expect(await storedMails(partner)).toEqual([]);
});

test("an open payment has no form; that of another payment's page, or too old a page, asks again", async () => {
  const partner = await newPartner();
  expect(await pageAt(partner, `/${await givenPayment(partner)}`)).not.toContain('type="email"');
  const [one, two] = [await givenSucceededPayment(partner), await givenSucceededPayment(partner)];
  const { status, body } = await askByForm(partner, one, addressOf("x"), { of: two });
  expect([status, body.includes("This page was open for too long.")]).toEqual([400, true]);
  expect(body).not.toContain(addressOf("x"));
  expect(await storedMails(partner)).toEqual([]);
});
