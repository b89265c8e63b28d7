// The audit log as a CSV file.
import { expect, test } from "vitest";
import { asPartner } from "../../../harness/server/as-partner.ts";
import { signIn } from "../../../harness/server/console.ts";
import { newUser } from "../../../harness/server/users.ts";
import { sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();

const HEAD =
  "at_utc,actor_type,actor_id,actor_name,address,via,action,subject_type,subject_id,subject_name,merchant_id,before,after";

test("one line per entry, newest first, with the list's filters, as a download", async () => {
  const owner = asPartner(server(), await server().newOwner());
  const { merchantId, apiKey } = owner;
  const path = `/v1/merchants/${merchantId}`;
  for (const merchantName of ["=1+1", "Two"]) await owner.call({ method: "PATCH", path, body: { merchantName } });
  const session = await signIn(owner, owner.readKey);
  const { status, headers, body } = await session.call<string>({ path: "/audit.csv?kind=merchants" });
  expect([status, headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
  expect(headers.get("content-disposition")).toMatch(/^attachment; filename="audit-\d{4}-\d\d-\d\d\.csv"$/);
  const [head, ...lines] = body.split("\r\n");
  expect(head).toBe(HEAD);
  const line = (before: string, after: string) => {
    const facts = [before, after].map(
      (name) => `"{""logo"":null,""name"":""${name}"",""email"":""shop@example.com""}"`,
    );
    return expect.stringMatching(
      new RegExp(
        `^\\d{4}-\\d\\d-\\d\\d [\\d:]{8},key,key_\\w+,${apiKey.slice(0, 15)},127\\.0\\.0\\.1,api,merchant_changed,merchant,` +
          `${merchantId},,${merchantId},${facts.join(",").replace(/[{}+=]/g, "\\$&")}$`,
      ),
    );
  };
  expect(lines).toEqual([
    line("=1+1", "Two"),
    line("Test shop", "=1+1"),
    expect.stringContaining("merchant_created"),
    "",
  ]);
  const none = await session.call<string>({ path: "/audit.csv?kind=tills&locale=de" });
  expect(none.body.split("\r\n")).toEqual([HEAD.replaceAll(",", ";"), ""]);
});

test("a reader and a cashier may not export it, a manager may", async () => {
  for (const [role, status] of [
    ["cashier", 403],
    ["reader", 403],
    ["manager", 200],
  ] as const) {
    const user = await newUser(server(), server().apiKey, { role });
    expect((await user.call({ path: "/audit.csv" })).status).toBe(status);
  }
});
