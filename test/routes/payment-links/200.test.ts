// GET, PATCH and DELETE /v1/payment-links.
import { expect, test } from "vitest";
import { createKeyFor, sharedServerForFile } from "../setup.ts";
import { givenLink, LinkVisitor, readLink, type WireLink } from "./given-links.ts";

const server = sharedServerForFile("api");

interface LinkPage {
  readonly data: readonly WireLink[];
  readonly nextCursor: string | null;
}

const list = async (query: string, apiKey?: string): Promise<LinkPage> => {
  const headers = apiKey === undefined ? {} : { "api-key": apiKey };
  return (await server().call<LinkPage>({ path: `/v1/payment-links?${query}`, headers })).body;
};

test("lists are newest first, in pages, by merchant and without deleted links", async () => {
  const made = [];
  for (const description of ["one", "two", "three"]) made.push(await givenLink(server(), { description }));
  const [one, two, three] = made.map(({ id }) => id);
  const first = await list("limit=2");
  expect(first.data.map(({ id }) => id)).toEqual([three, two]);
  const second = await list(`limit=2&cursor=${first.nextCursor}`);
  expect([second.data.map(({ id }) => id), second.nextCursor]).toEqual([[one], null]);
  expect((await list("merchantId=mrch_other")).data).toEqual([]);
  expect((await list(`merchantId=${server().merchantId}&merchantId=mrch_other`)).data).toHaveLength(3);
  const deleted = await server().call({ method: "DELETE", path: `/v1/payment-links/${two}` });
  expect(deleted).toMatchObject({ status: 200, body: { id: two, deleted: true } });
  expect((await list("")).data.map(({ id }) => id)).toEqual([three, one]);
});

test("a reader sees the links, and a point of sale does not", async () => {
  const { id } = await givenLink(server());
  const read = await createKeyFor(server(), "read");
  expect((await list("", read)).data.map((link) => link.id)).toContain(id);
  const headers = { "api-key": await createKeyFor(server(), "pos") };
  expect((await server().call({ path: "/v1/payment-links", headers })).status).toBe(403);
  const changing = { method: "PATCH", path: `/v1/payment-links/${id}`, headers: { "api-key": read } } as const;
  expect((await server().call({ ...changing, body: { enabled: false } })).status).toBe(403);
});

test("a change keeps what it does not name, and is in the audit log", async () => {
  const { id } = await givenLink(server(), { description: "before", maxUses: 5 });
  const patch = (body: object) => server().call<WireLink>({ method: "PATCH", path: `/v1/payment-links/${id}`, body });
  expect((await patch({ enabled: false })).body).toMatchObject({ status: "disabled", description: "before" });
  const expiresAt = Math.floor(Date.now() / 1_000) + 60;
  expect((await patch({ enabled: true, expiresAt })).body).toMatchObject({ status: "active", expiresAt, maxUses: 5 });
  expect((await patch({ description: null, maxUses: null, expiresAt: null })).body).toMatchObject({
    ...{ description: null, maxUses: null, expiresAt: null, enabled: true },
  });
  const lines = await server().sql("select action from audit_log where subject_id = $1 order by id", [id]);
  expect(lines.map(({ action }) => action)).toEqual([
    "payment_link_created",
    ...Array.from({ length: 3 }, () => "payment_link_changed"),
  ]);
});

test("the figures count views, payments and what has been paid", async () => {
  const link = await givenLink(server(), { maxUses: 1 });
  const visitor = new LinkVisitor(server(), link);
  await visitor.open();
  const { paymentId } = await visitor.pay();
  const counted = { opened: 2, created: 1, open: 1, succeeded: 0, beyondLimit: 0, amounts: [] };
  expect(await readLink(server(), link.id)).toMatchObject({ status: "active", stats: counted });
  await server().call({ method: "POST", path: `/v1/payments/${paymentId}/cancel`, body: {} });
  expect((await readLink(server(), link.id)).stats).toEqual({ ...counted, open: 0 });
});
