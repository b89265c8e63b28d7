import { expect, test } from "vitest";
import { errorOf, sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();

test("an unknown and another partner's merchant get the same response", async () => {
  const other = await server().newOwner();
  for (const merchantId of ["mrch_unknown", other.merchantId, "m".repeat(100)]) {
    const { status, code } = await errorOf(server().call({ path: `/v1/merchants/${merchantId}/payments` }));
    expect([status, code]).toEqual([404, "not_found"]);
  }
});
