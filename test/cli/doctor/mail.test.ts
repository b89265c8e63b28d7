// The doctor's check of mail: it signs in to a real SMTP server, and sends nothing.
import { afterEach, expect, onTestFinished, test } from "vitest";
import { checkMail } from "../../../src/cli/doctor/mail.ts";
import { readConfig } from "../../../src/settings/config.ts";
import { MAIL_SETTINGS } from "../../mail/given-mail.ts";
import { type Mailbox, openMailbox, refusal } from "../../mail/mailbox.ts";
import { sharedServerForFile } from "../../routes/setup.ts";

const server = sharedServerForFile("api");
const open: Mailbox[] = [];
afterEach(async () => {
  for (const mailbox of open.splice(0)) await mailbox.stop();
});

/** A server that takes the password "right". */
async function givenMailbox(): Promise<Mailbox> {
  const mailbox = await openMailbox({
    allowInsecureAuth: true,
    onAuth: ({ password }, _, done) => (password === "right" ? done(null, { user: 1 }) : done(refusal(535))),
  });
  open.push(mailbox);
  return mailbox;
}

function examine(url: string, changes: Readonly<Record<string, string>> = {}) {
  const { environment } = server().installation;
  const config = readConfig({}, { ...environment, ...MAIL_SETTINGS, SMTP_URL: url, ...changes });
  return checkMail(config, environment.DATABASE_URL ?? "");
}

const withLogin = ({ url }: Mailbox, password: string) => url.replace("//", `//shop:${password}@`);

test("a server that takes the login is fine, and gets no message", async () => {
  const mailbox = await givenMailbox();
  const place = new URL(mailbox.url).host;
  expect(await examine(withLogin(mailbox, "right"))).toEqual([
    { part: "mail", state: "ok", message: `${place} takes messages of pay@turnpike.example` },
  ]);
  expect(mailbox.received).toEqual([]);
});

test("a wrong password is a problem, without the password", async () => {
  const mailbox = await givenMailbox();
  const [finding] = await examine(withLogin(mailbox, "wrong-password"));
  expect(finding).toMatchObject({ state: "problem", message: expect.stringContaining("answered 535 to AUTH") });
  expect(finding?.message).not.toContain("wrong-password");
});

test("a server that is away is a problem that names it", async () => {
  const mailbox = await openMailbox();
  await mailbox.stop();
  const place = new URL(mailbox.url).host;
  expect(await examine(mailbox.url)).toMatchObject([
    { state: "problem", message: expect.stringMatching(`^nothing is sent, because ${place} cannot be used: `) },
  ]);
});

test("without keys for the addresses no mail is sent; without a server there is no finding", async () => {
  const mailbox = await givenMailbox();
  expect(await examine(mailbox.url, { BUYER_DATA_KEYS: "" })).toMatchObject([
    { state: "problem", message: "no mail is sent, because BUYER_DATA_KEYS is not set" },
  ]);
  expect(await examine("", { MAIL_FROM: "" })).toEqual([]);
});

test("messages that wait for longer than an hour are a warning; those that are not due yet are none", async () => {
  const mailbox = await givenMailbox();
  const givenMail = (id: string, attempts: number, minutes: number) =>
    server().sql(
      `insert into mails (id, partner_id, kind, language, attempts, created_at, next_attempt_at)
       values ($1, $2, 'webhooks', 'en', $3, now() - make_interval(mins => $4), now() + interval '1 hour')`,
      [id, server().partnerId, attempts, minutes],
    );
  onTestFinished(async () => void (await server().sql("delete from mails where id like 'mail_doctor_%'")));
  await givenMail("mail_doctor_told", 0, 300);
  await givenMail("mail_doctor_short", 2, 50);
  expect(await examine(withLogin(mailbox, "right"))).toHaveLength(1);
  await givenMail("mail_doctor_late", 5, 120);
  const [, warning] = await examine(withLogin(mailbox, "right"));
  expect(warning).toMatchObject({ part: "mail", state: "warning" });
  expect(warning?.message).toMatch(/^\d+ messages wait, the oldest for 12\d minutes\. See TurnpikeMailWaits in docs/);
});
