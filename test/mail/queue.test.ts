// The messages that wait: retries, refusals, leases, and what a slow server delays.
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { hashOfAddress } from "../../src/mail/address.ts";
import type { SendOutcome } from "../../src/mail/message.ts";
import { askForReceipt } from "../../src/operations/mail/ask-for-receipt.ts";
import { sendMail } from "../../src/operations/mail/send-mail.ts";
import type { MailTransport } from "../../src/operations/ports/mail/queue.ts";
import { readConfig } from "../../src/settings/config.ts";
import { serverForFile } from "../routes/setup.ts";
import { MAIL_SETTINGS, mailPorts, makeDue, sendAll, storedMails, transportTo } from "./given-mail.ts";
import { type Mailbox, openMailbox, refusal } from "./mailbox.ts";

const server = serverForFile({ role: "api", environment: MAIL_SETTINGS });
let mailbox: Mailbox;
beforeAll(async () => {
  mailbox = await openMailbox();
});
afterAll(() => mailbox.stop());
beforeEach(async () => {
  mailbox.onRecipient(() => undefined);
  mailbox.onMessage(() => undefined);
  await server().sql("delete from mails");
  await server().sql("delete from refused_addresses");
});

/** Of any payment: what the message says is of no interest here. */
const portsOf = (transport: MailTransport = transportTo(mailbox)) => ({
  ...mailPorts(server(), transport),
  render: async ({ id, createdAt }: { id: string; createdAt: Date }, to: string) => ({
    to,
    subject: "Receipt",
    text: "Paid.",
    html: "<p>Paid.</p>",
    messageId: `<${id}@turnpike.example>`,
    date: createdAt,
    unsubscribeUrl: null,
  }),
});

const keysOf = () => {
  const keys = readConfig({}, server().installation.environment).buyerDataKeys;
  if (!keys) throw new Error("the server has no keys");
  return keys;
};

let payments = 0;
function ask(address: string): Promise<string> {
  payments += 1;
  const payment = { id: `pay_${payments}`, partnerId: server().partnerId };
  return askForReceipt({ mail: server().store.mail, keys: keysOf() }, payment, address, "en");
}

const messageIds = () => mailbox.received.map(({ headers }) => headers.get("message-id"));

test("a temporary refusal is tried again later, with the same Message-ID, until the message is too old", async () => {
  await ask("ada@example.com");
  mailbox.onMessage(() => refusal(451));
  await sendAll(portsOf());
  const [first] = await storedMails(server());
  expect(first).toMatchObject({ state: "waiting", attempts: 1, note: "the server answered 451 to DATA" });
  expect(await sendAll(portsOf())).toEqual([{ tried: 0, failed: 0, hasMore: false }]);
  await makeDue(server());
  await server().sql("update mails set created_at = now() - interval '47 hours 59 minutes'");
  await sendAll(portsOf());
  expect(await storedMails(server())).toMatchObject([
    { state: "given_up", note: "too old: the server answered 451 to DATA", content: null },
  ]);
});

test("an address that is refused for good gets nothing more, and nobody is told", async () => {
  await ask("gone@example.com");
  await ask("ada@example.com");
  mailbox.onRecipient((address) => (address.startsWith("gone") ? refusal(550, "5.1.1 User unknown") : undefined));
  await sendAll(portsOf());
  expect(mailbox.received.at(-1)?.to).toEqual(["ada@example.com"]);
  expect((await storedMails(server())).map(({ state, content }) => [state, content])).toEqual([
    ["given_up", null],
    ["sent", null],
  ]);
  mailbox.onRecipient(() => undefined);
  expect(await ask("GONE@example.com")).toBe("asked");
  expect(await storedMails(server())).toHaveLength(2);
  expect(await server().sql("select hash from refused_addresses")).toEqual([
    { hash: hashOfAddress(keysOf(), "gone@example.com") },
  ]);
});

test("a wrong setting refuses every recipient: the messages wait, and go to the same addresses once it is right", async () => {
  await ask("ada@example.com");
  await ask("bob@example.com");
  const strict = await openMailbox();
  strict.onRecipient(() => refusal(553, "5.7.1 <pay@turnpike.example>: Sender address rejected: not owned by user"));
  await sendAll(portsOf(transportTo(strict)));
  expect(await storedMails(server())).toMatchObject([{ state: "waiting" }, { state: "waiting" }]);
  strict.onRecipient(() => undefined);
  await makeDue(server());
  await sendAll(portsOf(transportTo(strict)));
  await strict.stop();
  expect(await storedMails(server())).toMatchObject([{ state: "sent" }, { state: "sent" }]);
});

test("a message that the server refuses for its content says nothing about the address", async () => {
  await ask("ada@example.com");
  mailbox.onMessage(() => refusal(554));
  await sendAll(portsOf());
  expect(await storedMails(server())).toMatchObject([{ state: "given_up", note: "the server answered 554 to DATA" }]);
  expect(await server().sql("select from refused_addresses")).toEqual([]);
});

test("after a lost answer the message is sent again, and both copies have one Message-ID", async () => {
  await ask("ada@example.com");
  mailbox.onMessage(() => "lost");
  await sendAll(portsOf());
  mailbox.onMessage(() => undefined);
  await makeDue(server());
  await sendAll(portsOf());
  const [before, after] = messageIds().slice(-2);
  expect(after).toBe(before);
  expect(await storedMails(server())).toMatchObject([{ state: "sent", attempts: 2 }]);
});

test("a server that hangs delays no other work: a request is answered, and the others are sent meanwhile", async () => {
  await ask("slow@example.com");
  await ask("ada@example.com");
  let end: (outcome: SendOutcome) => void = () => {};
  const hanging = new Promise<SendOutcome>((resolve) => {
    end = resolve;
  });
  const real = transportTo(mailbox);
  const sending = sendMail(
    portsOf({ send: (message) => (message.to.startsWith("slow") ? hanging : real.send(message)) }),
  );
  const sent = mailbox.received.length;
  await vi.waitFor(() => expect(mailbox.received.length).toBe(sent + 1), 10_000);
  expect((await server().call({ path: "/v1/payments" })).status).toBe(200);
  end({ type: "later", isServer: true, why: "no answer within 45 s" });
  expect(await sending).toEqual({ tried: 2, failed: 1, hasMore: false });
});

test("two workers at once send each message once", async () => {
  for (let at = 0; at < 12; at += 1) await ask(`reader${at}@example.com`);
  const sent = mailbox.received.length;
  await Promise.all([sendAll(portsOf()), sendAll(portsOf()), sendAll(portsOf())]);
  const recipients = mailbox.received.slice(sent).map(({ to }) => to[0]);
  expect(new Set(recipients).size).toBe(recipients.length);
  expect(recipients).toHaveLength(12);
});

test("a process that lost its lease does not end the message of another one", async () => {
  await ask("ada@example.com");
  const [one, other] = [portsOf().queue, portsOf().queue];
  const [mail] = await one.take(1);
  await server().sql("update mails set leased_until = now() - interval '1 second'");
  expect(await other.take(1)).toHaveLength(1);
  await one.giveUp(mail?.id ?? "", "too late", null);
  expect(await storedMails(server())).toMatchObject([{ state: "waiting" }]);
  await other.sent(mail?.id ?? "", Buffer.alloc(32));
  expect(await storedMails(server())).toMatchObject([{ state: "sent" }]);
});

test("a key that is gone ends the message, and rotation seals the others anew", async () => {
  await ask("ada@example.com");
  const [key] = keysOf();
  const stored = await server().store.mail.sealedByOthers("new", 10);
  expect(stored).toHaveLength(1);
  expect(await server().store.mail.keyIds()).toEqual([key.id]);
  await sendAll({ ...portsOf(), keys: [{ id: "new", key: Buffer.alloc(32, 7) }] });
  expect(await storedMails(server())).toMatchObject([{ state: "given_up", content: null }]);
});

test("old messages are forgotten: waiting ones are given up after three days, all are deleted after a month", async () => {
  await ask("ada@example.com");
  await server().sql("update mails set created_at = now() - interval '4 days'");
  await server().store.mail.forgetOld();
  expect(await storedMails(server())).toMatchObject([{ state: "given_up", note: "too old", content: null }]);
  await server().sql("update mails set created_at = now() - interval '31 days'");
  await server().store.mail.forgetOld();
  expect(await storedMails(server())).toEqual([]);
});
