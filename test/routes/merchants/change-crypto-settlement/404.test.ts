import { expect, test } from "vitest";
import { errorOf, sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();

test("an unknown settlement and those of other or deleted merchants get the same response", async () => {
  const other = await server().newOwner();
  const { store, partnerId, merchantId, sql } = server();
  await store.merchants.insert({ id: "mrch_second", partnerId, name: "Second", email: null, logo: null });
  const [own] = await store.settlements.list(partnerId, merchantId);
  const [others] = await store.settlements.list(other.partnerId, other.merchantId);
  const before = await sql("select * from crypto_settlements order by id");
  const ask = (merchant: string, id = "") =>
    errorOf(
      server().call({
        method: "PUT",
        path: `/v1/merchants/${merchant}/settlements/crypto/${id}`,
        body: { destination: `${server().caip2}:0x70997970C51812dc3A010C7d01b50e0d17dc79C8` },
      }),
    );
  const notFound = { status: 404, code: "not_found", message: "Settlement not found" };
  expect(await ask(merchantId, "crypto_unknown")).toEqual(notFound);
  expect(await ask(merchantId, others?.id)).toEqual(notFound);
  expect(await ask(other.merchantId, others?.id)).toEqual(notFound);
  expect(await ask("mrch_second", own?.id)).toEqual(notFound);
  expect(await ask("mrch_unknown", own?.id)).toEqual(notFound);
  await store.merchants.remove(partnerId, merchantId);
  expect(await ask(merchantId, own?.id)).toEqual(notFound);
  expect(await sql("select * from crypto_settlements order by id")).toEqual(before);
});
