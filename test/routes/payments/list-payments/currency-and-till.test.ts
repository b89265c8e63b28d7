// Filters by currency and by till, in the list, its statistics, the search and the export.
import { expect, test } from "vitest";
import type { Found } from "../../../../src/contract/console/records.ts";
import type { PairingCreated } from "../../../../src/contract/console/tills.ts";
import { consoleCall, cookieOf, signIn } from "../../../harness/server/console.ts";
import { givenPayment } from "../../given.ts";
import { type ListBody, listOf } from "../../listed.ts";
import { serverForFile } from "../../setup.ts";

const server = serverForFile();
const list = (query: string) => listOf(server(), `/v1/payments?${query}`);
const ids = ({ data }: { readonly data: readonly { readonly paymentId: string }[] }) =>
  data.map(({ paymentId }) => paymentId);

const given = (unit: string, value: string, referenceId: string) =>
  givenPayment(server(), { amount: { unit: `iso4217/${unit}`, value }, referenceId });

async function givenTill(name: string) {
  const owner = await signIn(server());
  const { body: pairing } = await owner.call<PairingCreated>({
    path: "/tills",
    headers: { "api-key": server().apiKey },
    body: { name, merchantId: server().merchantId },
  });
  const paired = await consoleCall<{ till: { code: string } }>(server(), {
    path: "/pair",
    body: { code: pairing.code },
  });
  const headers = {
    cookie: cookieOf(paired),
    origin: new URL(server().baseUrl).origin,
    "merchant-id": server().merchantId,
  };
  const sell = async (value: string): Promise<string> => {
    const { body } = await consoleCall<{ paymentId: string }>(server(), {
      path: "/v1/payments",
      headers,
      body: { amount: { unit: "iso4217/USD", value }, referenceId: `${paired.body.till.code}-${value}` },
    });
    return body.paymentId;
  };
  const listed = (query: string) => consoleCall<ListBody>(server(), { path: `/v1/payments?${query}`, headers });
  return { id: pairing.id, sell, listed };
}

test("a currency narrows list, statistics, order by amount, search and export", async () => {
  const small = await given("EUR", "900", "mixed small");
  const large = await given("EUR", "1100", "mixed large");
  await given("USD", "1000", "mixed dollars");
  await given("JPY", "900000", "mixed yen");
  const euros = await list("referenceId=mixed&currency=EUR&sortBy=amount");
  expect(ids(euros)).toEqual([large, small]);
  expect(euros.stats.totalTransactions).toBe(2);
  expect((await list("currency=EUR&startTs=2020-01-01T00:00:00Z")).stats.totalTransactions).toBe(2);
  expect(ids(await list("currency=XAU"))).toEqual([]);
  const session = await signIn(server());
  const found = await session.call<Found>({ path: "/find?text=9.00&currency=EUR" });
  expect(ids(found.body)).toEqual([small]);
  const { body: csv } = await session.call<string>({ path: "/payments.csv?currency=EUR" });
  expect(csv).toContain(large);
  expect(csv).not.toContain("mixed yen");
  const { body } = await session.call({ path: "/currencies" });
  expect(body).toEqual({ currencies: ["EUR", "JPY", "USD"] });
});

test("a till narrows list, statistics, search and export; a till sees no other till's sales by it", async () => {
  const [one, other] = [await givenTill("One"), await givenTill("Other")];
  const sales = [await one.sell("4100"), await one.sell("4200")];
  const elsewhere = await other.sell("4100");
  await given("USD", "4100", "by the server");
  const own = await list(`tillId=${one.id}`);
  expect(ids(own)).toEqual(sales.toReversed());
  expect(own.stats.totalTransactions).toBe(2);
  expect(ids(await list(`tillId=${one.id}&sortBy=amount&sortDir=asc`))).toEqual(sales);
  expect(ids(await list("tillId=till_unknown"))).toEqual([]);
  const session = await signIn(server());
  const found = await session.call<Found>({ path: `/find?text=41.00&tillId=${one.id}` });
  expect(ids(found.body)).toEqual([sales[0]]);
  const { body: csv } = await session.call<string>({ path: `/payments.csv?tillId=${one.id}` });
  expect(csv).toContain(sales[0]);
  expect(csv).not.toContain(elsewhere);
  expect(ids((await one.listed(`tillId=${one.id}`)).body)).toEqual(sales.toReversed());
  expect(ids((await one.listed(`tillId=${other.id}`)).body)).toEqual([]);
});
