// An email address belongs to a partner: users of several partners have it, and no partner learns of another's.
import { randomBytes } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import type { AuditLog } from "../../src/contract/console/audit.ts";
import type { Session } from "../../src/contract/console/records.ts";
import type { AccountChoice, InvitationCreated, Sessions } from "../../src/contract/console/users.ts";
import type { ApiAnswer } from "../harness/server/api.ts";
import { consoleCall, cookieOf, signIn } from "../harness/server/console.ts";
import { invite, newUser, PASSWORD, tokenOf } from "../harness/server/users.ts";
import { type RouteServer, serverForFile, type WireBody } from "../routes/setup.ts";

const server = serverForFile({ environment: { TRUSTED_PROXIES: "127.0.0.1,::1" } });
const OTHER_PASSWORD = "a different pass phrase";

let one: RouteServer;
let two: RouteServer;
/** The browser's network, another one in each test, because wrong passwords are counted by network. */
let network = 0;
beforeEach(async () => {
  network += 1;
  one = (await server().asNewOwner()).at(server().baseUrl);
  two = (await server().asNewOwner()).at(server().baseUrl);
});

const newEmail = () => `${randomBytes(6).toString("hex")}@example.com`;

type Answer = ApiAnswer<Session & AccountChoice & WireBody>;

async function join(place: RouteServer, email: string, password: string, headers = {}): Promise<Answer> {
  const token = tokenOf(await invite(place, place.apiKey, { role: "reader" }));
  const body = { token, name: "Ada", email, password };
  return consoleCall(server(), { path: "/join", body, headers });
}

const enter = (email: string, password: string, userId?: string): Promise<Answer> =>
  consoleCall(server(), {
    path: "/sign-in",
    body: { email, password, ...(userId !== undefined && { userId }) },
    headers: { "x-forwarded-for": `198.51.100.${network}` },
  });

const statusOf = async (answer: Answer): Promise<number> =>
  (await consoleCall(server(), { path: "/session", headers: { cookie: cookieOf(answer) } })).status;

const partnerOf = ({ status, body }: Answer) => [status, body.partner?.id];

async function link(place: RouteServer, userId: string): Promise<string> {
  const owner = await signIn(server(), place.apiKey);
  const headers = { "api-key": place.apiKey };
  const { body } = await owner.call<InvitationCreated>({ path: `/users/${userId}/invitation`, headers, body: {} });
  return tokenOf(body);
}

async function remove(place: RouteServer, userId: string): Promise<number> {
  const owner = await signIn(server(), place.apiKey);
  const headers = { "api-key": place.apiKey };
  return (await owner.call({ method: "DELETE", path: `/users/${userId}`, headers })).status;
}

test("two partners invite one address; each user joins, signs in, is reset and removed without the other", async () => {
  const email = newEmail();
  const [first, second] = [await join(one, email, PASSWORD), await join(two, email, OTHER_PASSWORD)];
  expect([partnerOf(first), partnerOf(second)]).toEqual([
    [200, one.partnerId],
    [200, two.partnerId],
  ]);
  const again = await join(two, email.toUpperCase(), PASSWORD);
  expect([again.status, again.body.issues?.[0]]).toEqual([
    400,
    { field: "email", message: "is used by another user of this partner" },
  ]);
  expect(partnerOf(await enter(email, PASSWORD))).toEqual([200, one.partnerId]);
  expect(partnerOf(await enter(email, OTHER_PASSWORD))).toEqual([200, two.partnerId]);

  const userId = second.body.user?.id ?? "";
  const body = { token: await link(two, userId), name: "Ada", email, password: "yet another pass phrase" };
  expect((await consoleCall(server(), { path: "/join", body })).status).toBe(200);
  expect([await statusOf(first), await statusOf(second)]).toEqual([200, 401]);
  expect((await enter(email, OTHER_PASSWORD)).status).toBe(401);
  expect(partnerOf(await enter(email, PASSWORD))).toEqual([200, one.partnerId]);

  expect(await remove(two, userId)).toBe(200);
  expect(await statusOf(first)).toBe(200);
  expect(partnerOf(await enter(email, PASSWORD))).toEqual([200, one.partnerId]);
  expect(partnerOf(await join(two, email, OTHER_PASSWORD))).toEqual([200, two.partnerId]);
});

test("with one password for several partners, the accounts are offered, and the chosen one signs in", async () => {
  const email = newEmail();
  const users = [];
  for (const place of [one, two]) users.push(await newUser(place, place.apiKey, { role: "owner", email }));
  const stranger = await newUser(two, two.apiKey, { role: "reader" });
  const offered = await enter(email, PASSWORD);
  expect([offered.status, offered.headers.get("set-cookie")]).toEqual([200, null]);
  expect(Object.keys(offered.body)).toEqual(["accounts"]);
  expect([...offered.body.accounts].sort((a, b) => a.userId.localeCompare(b.userId))).toEqual(
    [
      { userId: users[0]?.id, role: "owner", partner: { id: one.partnerId, name: "Test partner" } },
      { userId: users[1]?.id, role: "owner", partner: { id: two.partnerId, name: "Test partner" } },
    ].sort((a, b) => (a.userId ?? "").localeCompare(b.userId ?? "")),
  );
  for (const [index, place] of [one, two].entries()) {
    const chosen = await enter(email, PASSWORD, users[index]?.id);
    expect([...partnerOf(chosen), chosen.body.user?.id]).toEqual([200, place.partnerId, users[index]?.id]);
    const owner = await signIn(server(), place.apiKey);
    const log = (await owner.call<AuditLog>({ path: "/audit" })).body.entries;
    const signedIn = log.filter(({ action, subject }) => action === "signed_in" && subject.type === "user");
    expect(signedIn).toHaveLength(index === 0 ? 2 : 3); // an offer is no sign-in
    const { sessions } = (await users[index]?.call<Sessions>({ path: "/sessions" }))?.body ?? { sessions: [] };
    expect(sessions).toHaveLength(2);
  }
  for (const userId of [stranger.id, "usr_unknown", ""])
    expect((await enter(email, PASSWORD, userId)).status).toBe(401);
});

test("the chosen account is one that has the password", async () => {
  const email = newEmail();
  const user = await newUser(one, one.apiKey, { role: "owner", email });
  await newUser(two, two.apiKey, { role: "owner", email, password: OTHER_PASSWORD });
  expect((await enter(email, OTHER_PASSWORD, user.id)).status).toBe(401);
  expect((await enter(email, PASSWORD, user.id)).status).toBe(200);
});

test("joining ends the browser's session with another partner, and no other", async () => {
  const email = newEmail();
  const user = await newUser(one, one.apiKey, { role: "owner", email });
  const elsewhere = await enter(email, PASSWORD);
  const joined = await join(two, email, PASSWORD, { cookie: user.cookie });
  expect(partnerOf(joined)).toEqual([200, two.partnerId]);
  expect((await user.call({ path: "/session" })).status).toBe(401);
  expect([await statusOf(joined), await statusOf(elsewhere)]).toEqual([200, 200]);
});

test("to the partner that invites an address, it is the same whether other partners have users with it", async () => {
  const taken = newEmail();
  await newUser(one, one.apiKey, { role: "owner", email: taken });
  const seen = [];
  for (const email of [taken, newEmail()]) {
    const mine = await newUser(two, two.apiKey, { role: "reader", email, password: OTHER_PASSWORD });
    const outcomes: unknown[] = [];
    const note = ({ status, body }: Answer) => outcomes.push([status, body.code, body.message, body.partner?.id]);
    // right passwords are never too many, and wrong ones are as soon
    for (let n = 0; n < 6; n++) note(await enter(email, OTHER_PASSWORD));
    for (let n = 0; n < 6; n++) note(await enter(email, "a wrong guess"));
    expect(await remove(two, mine.id)).toBe(200);
    const joined = await join(two, email, OTHER_PASSWORD);
    outcomes.push(joined.status, Object.keys(joined.body));
    seen.push(outcomes);
  }
  expect(seen[0]).toEqual(seen[1]);
  expect(seen[0]?.slice(0, 12).map((each) => (each as unknown[])[0])).toEqual([
    ...Array(6).fill(200),
    ...Array(5).fill(401),
    429,
  ]);
});

test("the passkeys of two users with one address have different labels", async () => {
  const email = newEmail();
  await server().sql("update partners set name = 'Blue Shop' where id = $1", [two.partnerId]);
  const labels = [];
  for (const place of [one, two]) {
    const user = await newUser(place, place.apiKey, { role: "reader", email });
    const { body } = await user.call<{ user: { name: string } }>({ path: "/account/passkeys/options", body: {} });
    labels.push(body.user.name);
  }
  expect(labels).toEqual([`${email} (Test partner)`, `${email} (Blue Shop)`]);
});

test("all users of an address have one salt, so that one hash checks a password for all", async () => {
  const email = newEmail();
  const headsOf = async (address: string) =>
    (
      await server().sql<{ head: string }>(
        "select distinct regexp_replace(password, '[^$]+$', '') as head from users where email = $1",
        [address],
      )
    ).map(({ head }) => head);
  const [first, second] = [await join(one, email, PASSWORD), await join(two, email, OTHER_PASSWORD)];
  expect(await headsOf(email)).toHaveLength(1);
  const body = { token: await link(two, second.body.user?.id ?? ""), name: "Ada", email, password: PASSWORD };
  expect((await consoleCall(server(), { path: "/join", body })).status).toBe(200);
  const own = { cookie: cookieOf(first) };
  await consoleCall(server(), { path: "/confirmation", headers: own, body: { password: PASSWORD } });
  const change = {
    method: "PUT",
    path: "/account/password",
    headers: own,
    body: { password: OTHER_PASSWORD },
  } as const;
  expect((await consoleCall(server(), change)).status).toBe(200);
  expect(await headsOf(email)).toHaveLength(1);
  const other = newEmail();
  await join(one, other, PASSWORD);
  expect(await headsOf(other)).not.toEqual(await headsOf(email));
});

test("a partner whose user has another partner's address tries few passwords as that user's own", async () => {
  const email = newEmail();
  const victim = await newUser(one, one.apiKey, { role: "owner", email });
  const mine = await newUser(two, two.apiKey, { role: "owner", email, password: OTHER_PASSWORD });
  const statuses = [];
  for (let n = 0; n < 11; n++) {
    const token = await link(two, mine.id);
    const body = { token, name: "Eve", email, password: `my guess at it, no. ${n}` };
    statuses.push((await consoleCall(server(), { path: "/join", body })).status);
  }
  expect(statuses).toEqual([...Array(10).fill(200), 429]);
  await victim.confirm();
  const change = { method: "PUT", path: "/account/password", body: { password: "yet another pass phrase" } } as const;
  expect((await victim.call(change)).status).toBe(200);
});
