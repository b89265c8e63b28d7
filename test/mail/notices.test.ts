// Notices: who is told of what, in which language, how much at once, and how a user ends it.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { UserRole } from "../../src/merchant/user.ts";
import { newUser } from "../harness/server/users.ts";
import { givenPayment } from "../routes/given.ts";
import { type RouteServer, serverForFile } from "../routes/setup.ts";
import { MAIL_SETTINGS, mailPorts, makeDue, PUBLIC_URL, sendAll, transportTo } from "./given-mail.ts";
import { type Mailbox, openMailbox, type ReceivedMail } from "./mailbox.ts";

const server = serverForFile({ role: "api", environment: MAIL_SETTINGS });
let mailbox: Mailbox;
beforeAll(async () => {
  mailbox = await openMailbox();
});
afterAll(() => mailbox.stop());
let partner: RouteServer;
beforeEach(async () => {
  partner = await server().asNewOwner();
  await server().store.openMailQueue().announce();
});

const user = (role: UserRole, merchantIds?: readonly string[]) =>
  newUser(partner, partner.apiKey, { role, ...(merchantIds && { merchantIds }) });

async function givenException(kind = "late", of = partner): Promise<void> {
  const paymentId = await givenPayment(of);
  await server().sql(
    `insert into exceptions (id, partner_id, payment_id, kind, message) values ('exc_' || $2, $1, $2, $3, 'late')`,
    [of.partnerId, paymentId, kind],
  );
}

/** Tells and sends what is due. @returns the new messages */
async function tell(): Promise<readonly ReceivedMail[]> {
  const before = mailbox.received.length;
  const ports = mailPorts(server(), transportTo(mailbox));
  await ports.queue.collect();
  await sendAll(ports);
  return mailbox.received.slice(before);
}

const recipients = (mails: readonly ReceivedMail[]) => mails.flatMap(({ to }) => to).toSorted();

test("owners and managers of the merchant are told of an exception, and nobody else", async () => {
  const [owner, manager] = [await user("owner"), await user("manager", [partner.merchantId])];
  await user("cashier");
  await user("reader");
  const other = await server().asNewOwner();
  await newUser(other, other.apiKey, { role: "owner" });
  await givenException();
  const mails = await tell();
  expect(recipients(mails)).toEqual([owner.email, manager.email].toSorted());
  const [mail] = mails;
  expect(mail?.headers.get("subject")).toBe("1 payment needs attention · Test partner");
  expect(mail?.text).toContain("- Test shop: Paid too late");
  expect(mail?.text).toContain(`${PUBLIC_URL}/console/exceptions`);
  expect(mail?.raw).not.toMatch(/order-1|pay_[0-9a-z]{10}/);
});

test("without a worker that sends mail, nothing is written down", async () => {
  await user("owner");
  await server().sql("update mail_service set on_until = now()");
  await givenException();
  expect(await server().sql("select from mail_news where partner_id = $1", [partner.partnerId])).toEqual([]);
});

test("much at once is one message, and what follows within half an hour is the next", async () => {
  await user("owner");
  for (let count = 0; count < 12; count += 1) await givenException();
  const [first, ...none] = await tell();
  expect(none).toEqual([]);
  expect(first?.headers.get("subject")).toBe("12 payments need attention · Test partner");
  expect(first?.text.match(/Paid too late/g)).toHaveLength(10);
  expect(first?.text).toContain("And 2 more.");
  await givenException("duplicate");
  expect(await tell()).toEqual([]);
  await givenException("overpaid");
  await makeDue(server());
  const [second] = await tell();
  expect(second?.text).toContain("Paid twice");
  expect(second?.text).toContain("Overpaid");
});

test("a user chooses the language and switches kinds off, also while a message waits", async () => {
  const owner = await user("owner");
  const wishes = await owner.call({ path: "/account/mail" });
  expect(wishes.body).toEqual({ kinds: ["exceptions", "approvals", "webhooks"], off: [], language: null });
  const set = (off: string[]) => owner.call({ method: "PUT", path: "/account/mail", body: { off, language: "de" } });
  expect((await set([])).status).toBe(200);
  await givenException();
  expect((await tell())[0]?.headers.get("subject")).toBe("1 Zahlung braucht Aufmerksamkeit · Test partner");
  await givenException();
  await tell();
  await set(["exceptions"]);
  await makeDue(server());
  await givenException();
  expect(await tell()).toEqual([]);
});

test("the link in a message stops its kind for its reader only", async () => {
  const [one, two] = [await user("owner"), await user("owner")];
  await givenException();
  const mail = (await tell()).find(({ to }) => to.includes(one.email));
  const link = /<(.+)>/.exec(mail?.headers.get("list-unsubscribe") ?? "")?.[1] ?? "";
  expect(mail?.headers.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  const answer = await server().call({
    path: link.slice(PUBLIC_URL.length),
    headers: { "api-key": null, "merchant-id": null, "content-type": "application/x-www-form-urlencoded" },
    body: "List-Unsubscribe=One-Click",
  });
  expect(answer.status).toBe(200);
  await server().sql("update mails set created_at = now() - interval '1 hour'");
  await givenException();
  expect(recipients(await tell())).toEqual([two.email]);
  expect((await one.call({ path: "/account/mail" })).body).toMatchObject({ off: ["exceptions"] });
});

test("a change that waits is told to the people who may approve it, without the one who asks", async () => {
  const [asker, approver] = [await user("owner"), await user("manager")];
  await server().sql(
    `insert into change_requests (id, partner_id, merchant_id, change, asked_by, expires_at)
     values ('chg_' || $2, $1, $2, '{"type":"delete_merchant"}', $3, now() + interval '1 day')`,
    [partner.partnerId, partner.merchantId, asker.id],
  );
  const mails = await tell();
  expect(recipients(mails)).toEqual([approver.email]);
  expect(mails[0]?.text).toContain("- Ada Lovelace asks for a change at Test shop.");
});

/** A refund, as it is stored; there are no payments that have succeeded here. @param claimedBy who named its address */
async function givenClaim(requester: string, claimedBy: string | null, of = partner): Promise<string> {
  const paymentId = await givenPayment(of);
  await server().sql(
    `insert into refunds (id, partner_id, merchant_id, payment_id, gateway_payment_id, status, asset, amount, currency,
                          fiat, claimed, claimed_by, claimed_at, requester, requester_id, expires_at)
     values ('rfd_' || $3, $1, $2, $3, 'gateway of ' || $3, 'requires_address', 'asset', 1, 'USD', 1,
             case when $5::text is not null then '0xaa' end, $5, case when $5::text is not null then now() end, 'user', $4,
             now() + interval '1 day')`,
    [of.partnerId, of.merchantId, paymentId, requester, claimedBy],
  );
  if (claimedBy === null) await claim(paymentId);
  return paymentId;
}

const claim = (paymentId: string) => server().store.refunds.claim(paymentId, `0x${"aa".repeat(20)}`);

test("another address for a refund is told to the people who may accept it, without the one who named it", async () => {
  const [asker, approver] = [await user("manager"), await user("owner")];
  await user("cashier");
  await givenClaim(asker.id, asker.id);
  const mails = await tell();
  expect(recipients(mails)).toEqual([approver.email]);
  expect(mails[0]?.headers.get("subject")).toBe("1 request waits for your approval · Test partner");
  expect(mails[0]?.text).toContain("- Ada Lovelace asks for a refund at Test shop to another address.");
});

test("a buyer's address for a refund is told to all who may accept it, and once until they reject it", async () => {
  const [one, two] = [await user("owner"), await user("manager")];
  const paymentId = await givenClaim(one.id, null);
  expect(await claim(paymentId)).toBe(0);
  const mails = await tell();
  expect(recipients(mails)).toEqual([one.email, two.email].toSorted());
  expect(mails[0]?.text).toContain("- A buyer named an address for a refund at Test shop.");
  expect(mails[0]?.raw).not.toContain("aaaaaa");
  await makeDue(server());
  expect(await tell()).toEqual([]);
});

test("where a second person is required, who requested the refund is told too, but not who has accepted it", async () => {
  const [asker, first] = [await user("owner"), await user("manager")];
  await server().store.secondPerson.set(partner.partnerId, true);
  const paymentId = await givenClaim(asker.id, null);
  await server().sql("update refunds set accepted_by = $2 where payment_id = $1", [paymentId, first.id]);
  expect(recipients(await tell())).toEqual([asker.email]);
});

test("an address for a refund that was accepted or rejected meanwhile is not told", async () => {
  const owner = await user("owner");
  const paymentId = await givenClaim(owner.id, null);
  await server().sql("update refunds set claimed = null, claimed_at = null where payment_id = $1", [paymentId]);
  expect(await tell()).toEqual([]);
});

test("an endpoint that was disabled is told with its host alone, to people of all merchants", async () => {
  const owner = await user("owner");
  const limited = await user("manager", [partner.merchantId]);
  expect((await limited.call({ path: "/account/mail" })).body).toMatchObject({ kinds: ["exceptions", "approvals"] });
  await server().sql(
    `insert into webhook_endpoints (id, partner_id, url, events, key_id, secret, tx)
     values ('we_' || $1, $1, 'https://shop.example:8443/hook/secret-path?token=secret', '{*}', 'first', '', 1)`,
    [partner.partnerId],
  );
  const change = (assignments: string) =>
    server().sql(`update webhook_endpoints set ${assignments} where partner_id = $1`, [partner.partnerId]);
  await change("failing_since = now()");
  expect(await tell()).toEqual([]);
  await server().sql("update mail_news set due_at = now() where partner_id = $1", [partner.partnerId]);
  const [failing] = await tell();
  expect(failing?.text).toContain("- shop.example:8443 does not take webhooks.");
  expect(failing?.raw).not.toContain("secret");
  await change("is_enabled = false, disabled_reason = 'failing'");
  await tell();
  await makeDue(server());
  const [disabled, ...none] = await tell();
  expect([disabled?.to, none]).toEqual([[owner.email], []]);
  expect(disabled?.text).toContain("- shop.example:8443 was switched off");
});

test("what happens in test mode is told to the partner's people, and the subject says so", async () => {
  const owner = await user("owner");
  const twin = await server().newTestOwner(partner.partnerId);
  const headers = { "api-key": twin.apiKey, "merchant-id": twin.merchantId };
  const call: RouteServer["call"] = (request) =>
    partner.call({ ...request, headers: { ...headers, ...request.headers } });
  await givenException("underpaid", { ...partner, ...twin, call });
  const [mail] = await tell();
  expect([mail?.to, mail?.headers.get("subject")]).toEqual([
    [owner.email],
    "[Test] 1 payment needs attention · Test partner",
  ]);
  expect(mail?.text).toContain(`${PUBLIC_URL}/console/exceptions?mode=test`);
});

test("an address gets a limited number of notices a day", async () => {
  const owner = await user("owner");
  for (let time = 0; time < 35; time += 1) {
    await givenException();
    await tell();
    await server().sql("update mails set created_at = created_at - interval '31 minutes'");
  }
  expect(mailbox.received.filter(({ to }) => to.includes(owner.email))).toHaveLength(30);
});

/** People who have joined, as owners, each with an address that somebody has typed. */
const givenOwners = (partnerId: string, count: number) =>
  server().sql(
    `insert into users (id, partner_id, role, name, email, password, joined_at)
     select 'usr_' || n || substr(md5($1), 1, 12), $1, 'owner', 'Ada',
            n || substr(md5($1), 1, 12) || '@stranger.example', '', now()
       from generate_series(1, $2) n`,
    [partnerId, count],
  );

test("a partner writes a limited number of notices a day, and fewer in test mode", async () => {
  await givenOwners(partner.partnerId, 1_100);
  const twin = await server().newTestOwner(partner.partnerId);
  const headers = { "api-key": twin.apiKey, "merchant-id": twin.merchantId };
  const call: RouteServer["call"] = (request) =>
    partner.call({ ...request, headers: { ...headers, ...request.headers } });
  const queue = server().store.openMailQueue();
  for (const kind of ["late", "overpaid"]) {
    await givenException(kind);
    await givenException(kind, { ...partner, ...twin, call });
    await queue.collect();
  }
  const written = await server().sql(
    "select count(*)::integer as mails from mails where partner_id in ($1, $2) group by partner_id order by 1",
    [partner.partnerId, twin.partnerId],
  );
  expect(written).toEqual([{ mails: 200 }, { mails: 1_000 }]);
});
