import { expect, test } from "vitest";
import { errorOf, sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();

test("an unknown, another partner's and a deleted merchant get the same response", async () => {
  const other = await server().newOwner();
  const { store, partnerId, merchantId } = server();
  await store.merchants.remove(partnerId, merchantId);
  for (const id of ["mrch_unknown", other.merchantId, merchantId]) {
    const answer = errorOf(server().call({ path: `/v1/merchants/${id}/settlements` }));
    expect(await answer).toEqual({ status: 404, code: "not_found", message: "Merchant not found" });
  }
});
