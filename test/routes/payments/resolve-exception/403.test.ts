import { expect, test } from "vitest";
import { createKeyFor, serverForFile } from "../../setup.ts";
import { givenException, list, resolve } from "../list-exceptions/exceptions.ts";

const server = serverForFile();

test.each(["read", "wallet", "pos", "charges"] as const)("a key of the role %s", async (role) => {
  const { id, paymentId } = await givenException(server());
  const apiKey = await createKeyFor(server(), role);
  const { status, body } = await resolve(server(), id, "x", { "api-key": apiKey });
  expect([status, body.code]).toEqual([403, "forbidden"]);
  expect((await list(server(), `?paymentId=${paymentId}&status=open`)).body.data).toHaveLength(1);
});
