import type { Static } from "typebox";
import { beforeAll, expect, test } from "vitest";
import type { Merchants } from "../../../../src/contract/merchants/merchants.ts";
import { openDatabase } from "../../../../src/store/database/database.ts";
import { createListStore, THRESHOLDS } from "../../../../src/store/lists/lists.ts";
import { serverForFile } from "../../setup.ts";

const server = serverForFile();
type List = Static<typeof Merchants>;

/** Newest last. The harness's own merchant, "Test shop", is older than all of them. */
const NAMES = ["Alpha", "alphabet", "50% off", "50x off", "under_score", "underXscore", "back\\slash", "Café ÉTÉ"];
const idOf = (name: string): string => `mrch_${Buffer.from(name).toString("hex")}`;

beforeAll(async () => {
  for (const [index, name] of NAMES.entries()) {
    await server().store.merchants.insert({
      id: idOf(name),
      partnerId: server().partnerId,
      name,
      email: "a@example.com",
      logo: null,
    });
    // Two have the same time, so that their ids decide the order.
    await server().sql(
      "update merchants set created_at = timestamptz '2100-01-01' + make_interval(secs => $2) where id = $1",
      [idOf(name), Math.ceil(index / 2)],
    );
  }
});

const list = (query: string) =>
  server().call<List>({ path: `/v1/merchants${query}`, headers: { "merchant-id": null } });

const namesOf = async (query: string): Promise<string[]> => {
  const { status, body } = await list(query);
  expect(status).toBe(200);
  return body.merchants.map(({ name }) => name);
};

test("a listed merchant has every field, including the logo", async () => {
  const { body } = await list("?search=Test%20shop");
  expect(body).toEqual({
    merchants: [
      {
        id: server().merchantId,
        name: "Test shop",
        email: "shop@example.com",
        status: "active",
        iconUrl: null,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
    ],
    totalCount: 1,
    nextCursor: null,
  });
});

test("newest first, then by id; read keys may list", async () => {
  const { body } = await server().call<List>({
    path: "/v1/merchants",
    headers: { "api-key": server().readKey, "merchant-id": null },
  });
  const newestFirst = [...NAMES].map((name, index) => ({ id: idOf(name), at: Math.ceil(index / 2) }));
  newestFirst.sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
  expect(body.merchants.map(({ id }) => id)).toEqual([...newestFirst.map(({ id }) => id), server().merchantId]);
});

test.each([
  ["alpha", ["alphabet", "Alpha"]],
  ["ALPHABET", ["alphabet"]],
  ["%25%20o", ["50% off"]],
  ["50%25", ["50% off"]],
  ["%25", ["50% off"]],
  ["al", ["alphabet", "Alpha"]],
  ["U", ["under_score", "underXscore"]],
  ["lp", ["alphabet", "Alpha"]],
  ["ff", ["50% off", "50x off"]],
  ["0x", ["50x off"]],
  ["5C", ["back\\slash"]], // in its id
  ["%C3%89", ["Café ÉTÉ"]],
  ["r_s", ["under_score"]],
  ["k%5Cs", ["back\\slash"]],
  ["%5C", ["back\\slash"]],
  ["caf%C3%A9%20%C3%A9t%C3%A9", ["Café ÉTÉ"]],
  ["CAF%C3%89", ["Café ÉTÉ"]],
  ["no such name", []],
  ["'%20or%201=1%20--", []],
])("search=%s matches names and ids literally", async (search, names) => {
  // The harness's own merchant has a random id.
  const found = (await namesOf(`?search=${search}`)).filter((name) => name !== "Test shop");
  expect(found.sort()).toEqual([...names].sort());
});

test.each(["m", "MR", "_", "ch", "mrch_"])("search=%s is in every id", async (search) => {
  expect(await namesOf(`?search=${search}`)).toHaveLength(NAMES.length + 1);
});

test("of too many merchants, one or two characters match only the beginnings of names", async () => {
  const db = openDatabase({ url: server().databaseUrl, connectionsMax: 2, onError: () => {} });
  const found = async (search: string, scannedMerchantsMax: number) => {
    const lists = createListStore(db, 8, { ...THRESHOLDS, scannedMerchantsMax });
    const { merchants } = await lists.merchants(server().partnerId, { ids: null, status: null, search }, null, 10);
    return merchants.map(({ name }) => name).sort();
  };
  const merchants = NAMES.length + 1;
  expect(await found("0X", merchants - 1)).toEqual([]);
  expect(await found("50", merchants - 1)).toEqual(["50% off", "50x off"]);
  expect(await found("0X", merchants)).toEqual(["50x off"]);
  await db.close();
});

test("matches an id, or part of one, regardless of case", async () => {
  const id = idOf("50% off");
  expect(await namesOf(`?search=${id}`)).toEqual(["50% off"]);
  expect(await namesOf(`?search=${id.slice(8).toUpperCase()}`)).toEqual(["50% off"]);
});

test("filters by status", async () => {
  await server().store.merchants.setStatus(idOf("Alpha"), "suspended");
  await server().store.merchants.setStatus(idOf("alphabet"), "inactive");
  expect(await namesOf("?status=suspended")).toEqual(["Alpha"]);
  expect(await namesOf("?status=inactive")).toEqual(["alphabet"]);
  expect(await namesOf("?status=inactive&search=off")).toEqual([]);
  const { body } = await list("?status=active");
  expect([body.merchants.length, body.totalCount]).toEqual([NAMES.length - 1, NAMES.length - 1]);
});

test("returns twenty by default, and a total of all", async () => {
  const { newOwner, store, call } = server();
  const { partnerId, apiKey } = await newOwner();
  for (let n = 1; n < 21; n++)
    await store.merchants.insert({ id: `mrch_p${n}`, partnerId, name: `Shop ${n}`, email: null, logo: null });
  const headers = { "api-key": apiKey, "merchant-id": null };
  const { body } = await call<List>({ path: "/v1/merchants", headers });
  expect([body.merchants.length, body.totalCount]).toEqual([20, 21]);
  const next = await call<List>({ path: `/v1/merchants?cursor=${body.nextCursor}`, headers });
  expect([next.body.merchants.length, next.body.totalCount, next.body.nextCursor]).toEqual([1, 21, null]);
});

test.each([1, 2, 3, 100])("pages of %i show each merchant once, while others are created", async (limit) => {
  const before = await namesOf("?limit=100&search=rch_");
  const seen: string[] = [];
  let cursor: string | null = null;
  let created = 0;
  do {
    const { body }: { body: List } = await list(`?search=rch_&limit=${limit}${cursor ? `&cursor=${cursor}` : ""}`);
    expect(body.totalCount).toBe(before.length + created);
    seen.push(...body.merchants.map(({ name }) => name));
    cursor = body.nextCursor;
    const id = `mrch_new_${limit}_${created}`;
    await server().store.merchants.insert({ id, partnerId: server().partnerId, name: "news", email: null, logo: null });
    await server().sql("update merchants set created_at = '2101-01-01' where id = $1", [id]);
    created += 1;
  } while (cursor);
  expect(seen).toEqual(before);
  await server().sql("delete from merchants where name = 'news'");
});

test("omits deleted merchants and another partner's", async () => {
  const other = await server().newOwner();
  await server().store.merchants.remove(server().partnerId, idOf("under_score"));
  const names = await namesOf("?limit=100");
  expect(names).not.toContain("under_score");
  const { body } = await list(`?search=${other.merchantId}`);
  expect([body.merchants, body.totalCount]).toEqual([[], 0]);
});
