import { expect, test } from "vitest";
import { serverForFile } from "../../setup.ts";
import { givenException, resolve } from "../list-exceptions/exceptions.ts";

const server = serverForFile();

test("an unknown exception, and another partner's", async () => {
  const { id } = await givenException(server());
  const other = await server().newOwner();
  for (const answer of [
    await resolve(server(), "exc_unknown", "x"),
    await resolve(server(), id, "x", { "api-key": other.apiKey }),
  ]) {
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([404, "not_found", "Exception not found"]);
  }
});
