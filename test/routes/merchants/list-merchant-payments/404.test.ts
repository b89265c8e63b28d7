import { expect, test } from "vitest";
import { errorOf, sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();

test("an unknown and another partner's merchant get the same response", async () => {
  const other = await server().newOwner();
  for (const merchantId of ["mrch_unknown", other.merchantId, "m".repeat(5000)]) {
    const answer = server().call({ path: "/v1/merchants/payments", headers: { "merchant-id": merchantId } });
    expect(await errorOf(answer)).toEqual({ status: 404, code: "merchant_not_found", message: "Merchant not found" });
  }
});
