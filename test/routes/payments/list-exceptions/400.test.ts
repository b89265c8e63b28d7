import { expect, test } from "vitest";
import { fieldsOf, serverForFile } from "../../setup.ts";
import { givenException, list } from "./exceptions.ts";

const server = serverForFile();

test.each([
  ["?limit=0", "limit"],
  ["?limit=201", "limit"],
  ["?limit=x", "limit"],
  ["?limit=1&limit=2", "limit"],
  ["?kind=other", "kind"],
  ["?kind=late&kind=late", "kind"],
  ["?paymentId=", "paymentId"],
  ["?status=done", "status"],
  ["?merchantId=mrch_1", "merchantId"],
])("%s", async (query, field) => {
  const { status, body } = await list(server(), query);
  expect([status, body.code, fieldsOf(body)]).toEqual([400, "params_validation", [field]]);
});

test("a foreign or altered cursor, or one of another filter or partner", async () => {
  await givenException(server());
  await givenException(server());
  const { body } = await list(server(), "?limit=1");
  const cursor = body.nextCursor ?? "";
  expect((await list(server(), `?limit=2&cursor=${cursor}`)).status).toBe(200); // the limit is not part of it
  const other = await server().newOwner();
  for (const [query, headers] of [
    ["?cursor=", {}],
    ["?cursor=x", {}],
    [`?cursor=${cursor.slice(0, -1)}`, {}],
    [`?cursor=${cursor}A`, {}],
    [`?status=open&cursor=${cursor}`, {}],
    [`?kind=late&cursor=${cursor}`, {}],
    [`?cursor=${cursor}`, { "api-key": other.apiKey }],
  ] as const) {
    const answer = await list(server(), query, headers);
    expect([query, answer.status, answer.body.code]).toEqual([query, 400, "invalid_params"]);
  }
});
