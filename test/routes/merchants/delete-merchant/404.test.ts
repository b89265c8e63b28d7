import { expect, test } from "vitest";
import { errorOf, sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();

test("an unknown and another partner's merchant get the same response, and the latter is kept", async () => {
  const other = await server().newOwner();
  for (const id of ["mrch_unknown", other.merchantId]) {
    const answer = errorOf(server().call({ method: "DELETE", path: `/v1/merchants/${id}` }));
    expect(await answer).toEqual({ status: 404, code: "not_found", message: "Merchant not found" });
  }
  expect(await server().store.merchants.find(other.partnerId, other.merchantId)).not.toBeNull();
});

test("another partner's deleted merchant is unknown", async () => {
  const other = await server().newOwner();
  await server().store.merchants.remove(other.partnerId, other.merchantId);
  const { status } = await server().call({ method: "DELETE", path: `/v1/merchants/${other.merchantId}` });
  expect(status).toBe(404);
});
