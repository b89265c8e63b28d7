import { expect, test } from "vitest";
import { givenLogoServer } from "../../logo-server.ts";
import { errorOf, serverForFile } from "../../setup.ts";

const logos = givenLogoServer();
const server = serverForFile({ logoSource: logos.source });

test("an unknown, another partner's and a deleted merchant get the same response, and no logo is fetched", async () => {
  const other = await server().newOwner();
  const { store, partnerId, merchantId } = server();
  await store.merchants.remove(partnerId, merchantId);
  for (const id of ["mrch_unknown", other.merchantId, merchantId]) {
    const body = { merchantName: "Taken over", iconUrl: logos.url("/square.png") };
    const answer = errorOf(server().call({ method: "PATCH", path: `/v1/merchants/${id}`, body }));
    expect(await answer).toEqual({ status: 404, code: "not_found", message: "Merchant not found" });
  }
  expect(logos.requests()).toBe(0);
  expect(await server().sql("select 1 from merchants where name = 'Taken over'")).toEqual([]);
});
