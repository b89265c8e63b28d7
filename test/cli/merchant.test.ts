// Operator commands for a merchant's destinations.
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type TestServer } from "../harness/server.ts";
import { json, turnpike } from "./turnpike.ts";

let server: TestServer;
let settings: Readonly<Record<string, string>>;
beforeAll(async () => {
  server = await startServer({ role: "api" });
  settings = server.installation.environment;
});
afterAll(() => server.stop());

const settlements = async () =>
  (
    await server.call<{ fiat: object[]; crypto: { id: string; asset: string; destination: string }[] }>({
      path: `/v1/merchants/${server.merchantId}/settlements`,
    })
  ).body;

test("a fiat destination is visible to the partner until it is removed", async () => {
  const { merchantId } = server;
  const args = ["merchant", "add-fiat", merchantId, "--bank-type", "sepa", "--status", "pending"];
  const added = await json<{ id: string }>(args, settings);
  expect(added).toEqual({ merchantId, id: expect.stringMatching(/^fiat_/), status: "pending", bankType: "sepa" });
  expect((await settlements()).fiat).toEqual([{ id: added.id, status: "pending", bankType: "sepa" }]);
  expect(await json(["merchant", "remove-fiat", added.id], settings)).toEqual({ id: added.id, removed: true });
  expect((await settlements()).fiat).toEqual([]);
});

test("the log says who changed which destination, when, and from what to what", async () => {
  const [settlement] = (await settlements()).crypto;
  const { id: settlementId = "", asset = "", destination = "" } = settlement ?? {};
  const path = `/v1/merchants/${server.merchantId}/settlements/crypto/${settlementId}`;
  await server.call({ method: "DELETE", path });
  const key = (await server.store.keys.list(server.partnerId)).find(({ role }) => role === "partner");
  const log = await json<object[]>(["merchant", "log", server.merchantId], settings);
  expect(log.slice(-1)).toEqual([
    {
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      actor: key?.id,
      action: "settlement_deleted",
      settlementId,
      asset,
      before: destination,
      after: null,
    },
  ]);
  const { stdout } = await turnpike(["merchant", "log", server.merchantId], settings);
  expect(stdout).toContain(`${key?.id}  settlement_deleted  ${asset}  ${destination} → –`);
});

test.each([
  ["an unknown merchant", ["merchant", "add-fiat", "mrch_0", "--bank-type", "sepa"], "there is no merchant mrch_0"],
  ["the log of an unknown merchant", ["merchant", "log", "mrch_0"], "there is no merchant mrch_0"],
  ["an empty bank type", ["merchant", "add-fiat", "mrch_0", "--bank-type", ""], "1 to 64 characters"],
  ["an unknown destination", ["merchant", "remove-fiat", "fiat_0"], "there is no fiat destination fiat_0"],
])("%s is refused with an explanation", async (_, args, words) => {
  const answer = await turnpike(args, settings);
  expect(answer).toMatchObject({ code: 1, stdout: "" });
  expect(answer.stderr).toContain(words);
});
