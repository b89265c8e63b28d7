import { expect, test } from "vitest";
import { givenListed, listOf } from "../../listed.ts";
import { sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();

async function newMerchant(name: string): Promise<string> {
  const { body } = await server().call({
    path: "/v1/merchants",
    body: { merchantName: name, merchantEmail: "m@example.com" },
    headers: { "idempotency-key": name },
  });
  return body.merchant.id;
}

test("lists the payments of the header's merchant, with the partner list's filters", async () => {
  const second = await newMerchant("Second");
  const [mine] = await givenListed(server(), "first's", [100]);
  await server().call({
    path: "/v1/payments",
    body: { amount: { unit: "iso4217/USD", value: "500" }, referenceId: "second's" },
    headers: { "merchant-id": second },
  });
  const own = await listOf(server(), "/v1/merchants/payments");
  expect(own.data.map(({ paymentId }) => paymentId)).toEqual([mine]);
  expect(own.stats.totalTransactions).toBe(1);
  const others = await listOf(server(), "/v1/merchants/payments?status=requires_action&sortBy=amount", {
    "merchant-id": second,
  });
  expect(others.data).toMatchObject([{ referenceId: "second's", merchant: { id: second, name: "Second" } }]);
  const all = await listOf(server(), "/v1/payments");
  expect(all.stats.totalTransactions).toBe(2);
});

test("pages by cursor", async () => {
  const merchantId = await newMerchant("Paged");
  const headers = { "merchant-id": merchantId };
  for (const referenceId of ["one", "two", "three"]) {
    const body = { amount: { unit: "iso4217/USD", value: "500" }, referenceId };
    await server().call({ path: "/v1/payments", body, headers });
  }
  const first = await listOf(server(), "/v1/merchants/payments?limit=2", headers);
  const second = await listOf(server(), `/v1/merchants/payments?limit=2&cursor=${first.nextCursor}`, headers);
  expect([...first.data, ...second.data].map(({ referenceId }) => referenceId)).toEqual(["three", "two", "one"]);
  expect(second.nextCursor).toBeNull();
});

test("a deleted merchant's payments stay listed under its id", async () => {
  const merchantId = await newMerchant("Gone");
  const body = { amount: { unit: "iso4217/USD", value: "500" }, referenceId: "before" };
  await server().call({ path: "/v1/payments", body, headers: { "merchant-id": merchantId } });
  await server().call({ method: "DELETE", path: `/v1/merchants/${merchantId}` });
  const { data } = await listOf(server(), "/v1/merchants/payments", { "merchant-id": merchantId });
  expect(data).toMatchObject([{ referenceId: "before", merchant: { id: merchantId, name: "Gone" } }]);
});
