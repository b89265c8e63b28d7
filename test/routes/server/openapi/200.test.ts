import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();

test("is public and equals the committed specification", async () => {
  const headers = { "api-key": null, "merchant-id": null };
  const answer = await server().call<object>({ path: "/openapi.json", headers });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(answer.headers.get("cache-control")).toBe("public, max-age=300");
  const checkedIn = readFileSync(resolve(import.meta.dirname, "../../../../openapi.json"), "utf8");
  expect(answer.body).toEqual(JSON.parse(checkedIn));
});
