import { expect, test } from "vitest";
import { query } from "../../local/query.ts";
import { freshDatabase } from "./postgres.ts";

test("each database is fresh or a copy of its template, and drop removes it despite open connections", async () => {
  const [one, other] = await Promise.all([freshDatabase(), freshDatabase()]);
  await query(one.databaseUrl, "CREATE TABLE here AS SELECT 7 AS n");
  await expect(query(other.databaseUrl, "SELECT FROM here")).rejects.toMatchObject({ code: "42P01" });

  const copy = await freshDatabase({ template: new URL(one.databaseUrl).pathname.slice(1) });
  expect(await query(copy.databaseUrl, "SELECT n FROM here")).toEqual([{ n: 7 }]);

  await Promise.all([one, other, copy].map((database) => database.drop()));
  await expect(query(one.databaseUrl, "SELECT 1")).rejects.toMatchObject({ code: "3D000" });
});
