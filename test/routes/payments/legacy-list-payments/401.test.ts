import { expect, test } from "vitest";
import { sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();
const codeWith = async (headers: Record<string, string | null>) => {
  const { status, body } = await server().call({ path: `/v1/merchants/${server().merchantId}/payments`, headers });
  return [status, body.code];
};

test("without a key, with a wrong one, with two different ones", async () => {
  expect(await codeWith({ "api-key": null })).toEqual([401, "missing_api_key"]);
  expect(await codeWith({ "api-key": null, "x-api-key": "tp_wrong" })).toEqual([401, "invalid_api_key"]);
  expect(await codeWith({ "x-api-key": server().readKey })).toEqual([401, "conflicting_auth_headers"]);
});
