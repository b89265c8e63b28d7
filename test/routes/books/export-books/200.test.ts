// GET /v1/books: the same file as the command's, for the partner of the key only.
import { createHash } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { writeSettings } from "../../../cli/chains/two-chains.ts";
import { json, turnpike } from "../../../cli/turnpike.ts";
import { newUser } from "../../../harness/server/users.ts";
import { givenSucceededPayment } from "../../given.ts";
import { type RouteServer, serverForFile } from "../../setup.ts";
import { monthAgo, moveEvents } from "../months.ts";

const server = serverForFile({ bendsBooks: "events are moved to an earlier month" });

const [LAST, PRESENT] = [monthAgo(1), monthAgo(0)];
let paid: string;
beforeAll(async () => {
  paid = await givenSucceededPayment(server() as RouteServer, { referenceId: "=0042" });
  await moveEvents(server(), LAST);
});

/** Keeps the byte order mark, which clients of text drop. */
async function books(query: string, apiKey = server().apiKey) {
  const answer = await fetch(`${server().baseUrl}/v1/books?${query}`, { headers: { "api-key": apiKey } });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, headers: answer.headers, body: bytes.toString("utf8") };
}

async function newMerchant(merchantName: string): Promise<string> {
  const body = { merchantName, merchantEmail: "shop@example.com" };
  const headers = { "idempotency-key": merchantName };
  const created = await server().call<{ merchant: { id: string } }>({ path: "/v1/merchants", body, headers });
  return created.body.merchant.id;
}

const byCommand = async (...options: string[]): Promise<string> =>
  (await turnpike(["books", "export", "--partner", server().partnerId, ...options], await writeSettings(server())))
    .stdout;

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

describe("a month in each format", () => {
  test.each([
    ["csv", "", "text/csv; charset=utf-8", "csv"],
    ["csv", "&locale=de", "text/csv; charset=utf-8", "csv"],
    ["hledger", "", "text/plain; charset=utf-8", "journal"],
    ["beancount", "", "text/plain; charset=utf-8", "beancount"],
  ])("%s%s is the command's file", async (format, locale, type, ending) => {
    const { status, headers, body } = await books(`month=${LAST}&format=${format}${locale}`);
    expect([status, headers.get("content-type"), headers.get("books-checksum")]).toEqual([200, type, null]);
    expect(headers.get("content-disposition")).toBe(`attachment; filename="books-${LAST}-open.${ending}"`);
    expect(body).toContain(paid);
    const options = locale ? ["--locale", "de"] : [];
    expect(body).toBe(await byCommand("--month", LAST, "--format", format, ...options));
  });

  test("the formulas of references are harmless in the CSV, which is the default", async () => {
    expect((await books(`month=${LAST}`)).body).toContain(`,${paid},'=0042,`);
  });
});

test("a merchant's file has its entries only, and a month without entries has none", async () => {
  const other = await newMerchant("Other");
  const line = `month=${LAST}&format=canonical`;
  expect((await books(`${line}&merchantId=${server().merchantId}`)).body).toContain(paid);
  expect((await books(`${line}&merchantId=${other}`)).body).toBe("");
  expect((await books(`month=${PRESENT}&format=canonical`)).body).toBe("");
  const limited = await newUser(server(), server().apiKey, { role: "reader", merchantIds: [other] });
  const theirs = await limited.call<string>({ path: `/v1/books?${line}` });
  expect([theirs.status, theirs.body]).toEqual([200, ""]);
});

test("a deleted merchant's books can still be read", async () => {
  const gone = await newMerchant("Gone");
  const headers = { "idempotency-key": "gone" };
  expect((await server().call({ method: "DELETE", path: `/v1/merchants/${gone}`, headers })).status).toBe(200);
  expect((await books(`month=${LAST}&merchantId=${gone}`)).status).toBe(200);
});

test("a test key sees the books of test mode only", async () => {
  const twin = await server().newTestOwner(server().partnerId);
  const { status, body } = await books(`month=${LAST}&format=canonical`, twin.readKey);
  expect([status, body]).toEqual([200, ""]);
});

test("a closed month names the checksum of its canonical file, in each format", async () => {
  const { checksum } = await json<{ checksum: string }>(
    ["books", "close", "--partner", server().partnerId, "--month", LAST],
    await writeSettings(server()),
  );
  for (const format of ["csv", "hledger", "beancount", "canonical"]) {
    const { headers } = await books(`month=${LAST}&format=${format}`);
    expect([format, headers.get("books-checksum")]).toEqual([format, checksum]);
    expect(headers.get("content-disposition")).toMatch(new RegExp(`filename="books-${LAST}\\.`));
  }
  expect(sha256((await books(`month=${LAST}&format=canonical`, server().readKey)).body)).toBe(checksum);
});
