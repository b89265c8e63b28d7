// The closed months by key and in the console, and how a user closes one.
import { beforeAll, expect, test } from "vitest";
import { asPartner } from "../../../harness/server/as-partner.ts";
import { signIn } from "../../../harness/server/console.ts";
import { newUser } from "../../../harness/server/users.ts";
import { fieldsOf, type RouteServer, sharedServerForFile, type WireBody } from "../../setup.ts";
import { monthAgo } from "../months.ts";

const server = sharedServerForFile();
let owner: RouteServer;
beforeAll(async () => {
  owner = asPartner(server(), await server().newOwner());
});

interface Closed {
  readonly data: readonly Record<string, unknown>[];
}
interface Months {
  readonly months: readonly { readonly month: string; readonly closing: object | null; readonly mayClose: boolean }[];
}
const closed = async (headers = {}) =>
  (await owner.call<Closed>({ path: "/v1/books/closed-months", headers })).body.data;

const EMPTY_SHA256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

test("a manager closes a month; the list says who and when, newest first, in that mode only", async () => {
  expect(await closed()).toEqual([]);
  const manager = await newUser(server(), owner.apiKey, { role: "manager", name: "Ada" });
  const key = await signIn(owner);
  const [older, newer] = [monthAgo(2), monthAgo(1)];
  for (const [session, month] of [
    [manager, older],
    [key, newer],
  ] as const) {
    const { status, body } = await session.call<WireBody>({ path: "/books/closed-months", body: { month } });
    expect([status, body]).toMatchObject([200, { month, checksum: EMPTY_SHA256, entries: 0 }]);
  }
  const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  const sum = { checksum: EMPTY_SHA256, entries: 0, closedAt: at };
  expect(await closed({ "api-key": owner.readKey })).toEqual([
    { month: newer, ...sum, closedBy: { type: "key", id: expect.stringMatching(/^key_/) } },
    { month: older, ...sum, closedBy: { type: "user", id: manager.id, name: "Ada" } },
  ]);
  const twin = await server().newTestOwner(owner.partnerId);
  expect(await closed({ "api-key": twin.apiKey })).toEqual([]);

  const { body } = await manager.call<Months>({ path: "/books" });
  expect(body.months.map(({ month, closing, mayClose }) => [month, closing !== null, mayClose])).toEqual([
    [monthAgo(0), false, false],
    [newer, true, false],
    [older, true, false],
  ]);
  const [line] = await owner.sql<{ actor: string; via: string }>(
    "select actor, via from audit_log where action = 'month_closed' and partner_id = $1 order by id",
    [owner.partnerId],
  );
  expect(line).toEqual({ actor: manager.id, via: "console" });
});

test("a user who is limited to some merchants does not learn how many entries the others have", async () => {
  const limited = await newUser(server(), owner.apiKey, { role: "reader", merchantIds: [owner.merchantId] });
  const statement = `/books/statement?month=${monthAgo(1)}&merchantId=${owner.merchantId}`;
  for (const path of ["/v1/books/closed-months", "/books", statement]) {
    const { status, body } = await limited.call<object>({ path });
    expect(status).toBe(200);
    expect(JSON.stringify(body)).toContain(EMPTY_SHA256);
    expect(JSON.stringify(body)).not.toContain('"entries"');
  }
});

test("a month long before any books is none, so that the list of months stays short", async () => {
  const manager = await newUser(server(), owner.apiKey, { role: "manager" });
  const { status, body } = await manager.call<WireBody>({ path: "/books/closed-months", body: { month: "0000-01" } });
  expect([status, fieldsOf(body)]).toEqual([400, ["month"]]);
  expect((await manager.call<Months>({ path: "/books" })).body.months.length).toBeLessThan(10);
});

test("a month that has not ended is not closed, and readers and limited managers close none", async () => {
  const manager = await newUser(server(), owner.apiKey, { role: "manager" });
  const early = await manager.call<WireBody>({ path: "/books/closed-months", body: { month: monthAgo(0) } });
  expect([early.status, early.body.code, fieldsOf(early.body)]).toEqual([400, "invalid_state", ["month"]]);
  expect(early.body.message).toContain("can be closed an hour after its end");
  const limited = { role: "manager", merchantIds: [owner.merchantId] } as const;
  for (const user of [
    await newUser(server(), owner.apiKey, { role: "reader" }),
    await newUser(server(), owner.apiKey, limited),
  ]) {
    expect((await user.call({ path: "/books/closed-months", body: { month: monthAgo(3) } })).status).toBe(403);
    expect((await user.call({ path: "/books" })).status).toBe(200);
  }
});
