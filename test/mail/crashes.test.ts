// A process that sends mail dies at any moment, and another continues: the message arrives, and is known if it arrives
// twice.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { type CrashPoint, MAIL_CRASH_POINTS } from "../../src/settings/crash-point.ts";
import { environmentOf } from "../harness/server/environment.ts";
import { startServer, type TestServer } from "../harness/server/server.ts";
import { MAIL_SETTINGS, storedMails } from "./given-mail.ts";
import { type Mailbox, openMailbox } from "./mailbox.ts";

let mailbox: Mailbox;
let server: TestServer;
const workers: ChildProcess[] = [];
beforeAll(async () => {
  mailbox = await openMailbox();
  server = await startServer({ role: "api", environment: { ...MAIL_SETTINGS, SMTP_URL: mailbox.url } });
});
afterEach(() => {
  for (const worker of workers.splice(0)) worker.kill("SIGKILL");
});
afterAll(async () => {
  await server.stop();
  await mailbox.stop();
});

async function startWorker(crashPoint?: CrashPoint): Promise<ChildProcess> {
  const worker = spawn(process.execPath, ["test/mail/worker.js"], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: environmentOf({ ...server.installation.environment, ...(crashPoint && { CRASH_POINT: crashPoint }) }),
  });
  workers.push(worker);
  await once(worker, "message");
  return worker;
}

/** A notice to a user, whose address is read when it is sent. */
async function givenNotice(partner: TestServer, email: string): Promise<void> {
  await server.sql(
    `with person as (
       insert into users (id, partner_id, role, name, email, joined_at) values ('usr_' || $3, $1, 'owner', 'Ada', $2, now())
     ) insert into mails (id, partner_id, kind, user_id, user_partner_id, language, items)
       values ('mail_' || $3, $1, 'webhooks', 'usr_' || $3, $1, 'en', '[{"host":"shop.example","isDisabled":true}]')`,
    [partner.partnerId, email, email.split("@")[0]],
  );
}

test.each(MAIL_CRASH_POINTS)("after kill -9 at %s, another process sends the message", async (crashPoint) => {
  const partner = await server.asNewOwner();
  const email = `${crashPoint.replace(".", "")}@example.com`;
  const doomed = await startWorker(crashPoint);
  const exited = once(doomed, "exit");
  await givenNotice(partner, email);
  expect(await exited).toEqual([null, "SIGKILL"]);
  const before = mailbox.received.filter(({ to }) => to.includes(email));
  expect(before).toHaveLength(crashPoint === "mail.sent" ? 1 : 0);
  // Ends its lease, as if it had run out.
  await server.sql("update mails set leased_until = now() - interval '1 second' where partner_id = $1", [
    partner.partnerId,
  ]);
  await startWorker();
  await vi.waitFor(async () => expect(await storedMails(partner)).toMatchObject([{ state: "sent" }]), 20_000);
  const copies = mailbox.received.filter(({ to }) => to.includes(email));
  expect(copies).toHaveLength(before.length + 1);
  expect(new Set(copies.map(({ headers }) => headers.get("message-id"))).size).toBe(1);
});
