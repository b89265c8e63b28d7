// turnpike payment months and drop-months: operators see months of payments, and delete old ones.
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { newPaymentId } from "../../../src/ids.ts";
import { type FreshDatabase, freshDatabase } from "../../harness/database/postgres.ts";
import { Books } from "../../lists/books.ts";
import { endFirstMonth, partitionOfMonth, startOfMonth } from "../../store/months/ended-months.ts";
import { json, turnpike } from "../turnpike.ts";

interface WireMonth {
  readonly name: string;
}

let database: FreshDatabase;
let books: Books;
let open: string;
beforeAll(async () => {
  database = await freshDatabase({ template: inject("templateDatabase") });
  books = await Books.open(database.databaseUrl);
  await endFirstMonth({ query: (text) => books.sql(text) }, 6);
  await books.addPartner("prtn_a", ["mrch_a"]);
  await given(-7, true);
  await given(-6, true);
  open = await given(-5, false);
});
afterAll(async () => {
  await books.close();
  await database.drop();
});

const nameOf = (ahead: number): string => partitionOfMonth(ahead).replace("_", "-");

/** A payment in the month that begins this many months ahead; cancelled or open. */
async function given(ahead: number, isEnded: boolean): Promise<string> {
  const createdMs = startOfMonth(ahead).getTime();
  const id = newPaymentId(null, createdMs);
  await books.createOpen(id, createdMs);
  const entry = books.entries.at(-1);
  if (isEnded && entry) await books.move(entry, "cancelled");
  return id;
}

const settings = () => ({ DATABASE_URL: database.databaseUrl, SECRET_KEY: "0123456789abcdef".repeat(4) });
const run = (...args: readonly string[]) => turnpike(["payment", ...args], settings());
const jsonOf = <T>(...args: readonly string[]) => json<T>(["payment", ...args], settings());
const count = async (): Promise<number> => (await books.sql("select from payments")).rowCount ?? 0;

test("months are listed with their size, and whether they can be dropped", async () => {
  const { months } = await jsonOf<{ months: readonly WireMonth[] }>("months");
  expect(months.map(({ name }) => name)).toEqual([
    "first",
    ...Array.from({ length: 10 }, (_, index) => nameOf(index - 6)),
  ]);
  expect(months[0]).toEqual({
    name: "first",
    endsAt: startOfMonth(-6).toISOString(),
    payments: expect.any(Number),
    bytes: expect.any(Number),
    isOld: true,
    isDropped: false,
  });
  expect(months.at(-1)).toMatchObject({ isOld: false });
  const { code, stdout } = await run("months");
  expect(code).toBe(0);
  const [head, first, ...others] = stdout.trimEnd().split("\n");
  expect(head).toMatch(/^month +ended +payments +MB$/);
  expect(first).toMatch(
    new RegExp(`^first +${startOfMonth(-6).toISOString().slice(0, 10)} +~\\d+ +\\d+ +can be dropped$`),
  );
  expect(others.at(-1)).toMatch(new RegExp(`^${nameOf(3)} +\\S+ +~0 +0$`));
});

test("a month must be named in full", async () => {
  for (const word of ["2026", "2026-13", "2026-1", "last"]) {
    expect(await run("drop-months", "--before", word)).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining("it is not a month such as 2026-01."),
    });
  }
  expect(await run("drop-months")).toMatchObject({ code: 1, stderr: expect.stringContaining("--before") });
});

test("without --yes, the months are shown and nothing is deleted", async () => {
  const { code, stdout, stderr } = await run("drop-months", "--before", nameOf(-5));
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(/^month .*\nfirst .*\n\S+ .*\nThese months would be deleted permanently\. .* with --yes\n$/);
  expect(await jsonOf("drop-months", "--before", nameOf(-5))).toMatchObject({
    wouldDrop: [{ name: "first" }, { name: nameOf(-6) }],
  });
  expect(await count()).toBe(3);
  expect((await books.sql("select from payment_months where dropped_at is not null")).rowCount).toBe(0);
});

test("a time before all old months drops nothing, with the reason", async () => {
  const nothing = "No month can be dropped: it must lie before the given month and have ended 93 days ago.";
  for (const yes of [[], ["--yes"]]) {
    expect(await run("drop-months", "--before", "2020-01", ...yes)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(nothing),
    });
  }
  expect(await count()).toBe(3);
});

test("with --yes, the months are deleted", async () => {
  expect(await run("drop-months", "--before", nameOf(-6), "--yes")).toEqual({
    code: 0,
    stdout: "first is deleted\n",
    stderr: "",
  });
  expect(await jsonOf("drop-months", "--before", nameOf(-5), "--yes")).toMatchObject({
    dropped: [{ name: nameOf(-6) }],
    kept: [],
  });
  expect((await books.sql("select id from payments")).rows).toEqual([{ id: open }]);
  const { months } = await jsonOf<{ months: readonly WireMonth[] }>("months");
  expect(months[0]).toMatchObject({ name: nameOf(-5), isDropped: false });
});

test("a month with an unfinished payment is kept, with exit code 1 and the payment", async () => {
  const command = ["drop-months", "--before", nameOf(-4), "--yes"];
  const reason =
    `turnpike: ${nameOf(-5)} is kept, because these payments are not final, or have an undecided transfer, a ` +
    `recent exception or a recent refund: ${open}. turnpike payment show and turnpike exceptions explain them\n`;
  expect(await run(...command)).toMatchObject({ code: 1, stderr: reason });
  const answer = await run(...command, "--json");
  expect(answer).toMatchObject({ code: 1, stderr: reason });
  expect(JSON.parse(answer.stdout)).toEqual({ dropped: [], kept: [{ name: nameOf(-5), unfinished: [open] }] });
  expect(await count()).toBe(1);
});
