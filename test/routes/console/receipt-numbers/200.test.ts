// Receipt numbers: from 1 on each day, shared by all tills of a merchant, and never changed.
import { beforeAll, expect, test } from "vitest";
import type { ConsolePayment } from "../../../../src/contract/console/payment.ts";
import type { PairingCreated, ReceiptNumbers } from "../../../../src/contract/console/tills.ts";
import { confirm, signPayment } from "../../../harness/chain/wallet.ts";
import { consoleCall, cookieOf, type SignedIn, signIn } from "../../../harness/server/console.ts";
import { sharedServerForFile, type WireBody } from "../../setup.ts";

const server = sharedServerForFile();
let owner: SignedIn;
beforeAll(async () => {
  owner = await signIn(server());
});

const NOON = "2026-02-18T12:00:00Z";

async function pairedTill() {
  const body = { name: "Counter", merchantId: server().merchantId };
  const headers = { "api-key": server().apiKey };
  const { body: pairing } = await owner.call<PairingCreated>({ path: "/tills", headers, body });
  const paired = await consoleCall<{ till: { code: string } }>(server(), {
    path: "/pair",
    body: { code: pairing.code },
  });
  const call: SignedIn["call"] = (request) =>
    consoleCall(server(), { ...request, headers: { cookie: cookieOf(paired), ...request.headers } });
  const sell = async (reference: string): Promise<string> => {
    const sale = {
      amount: { unit: "iso4217/USD", value: "500" },
      referenceId: `${paired.body.till.code}-${reference}`,
    };
    return (await call<WireBody>({ path: "/v1/payments", body: sale })).body.paymentId;
  };
  return {
    sell,
    sold: async (reference: string): Promise<string> => {
      const paymentId = await sell(reference);
      await confirm(server(), await signPayment(server(), paymentId, await server().newBuyer()), 30_000);
      return paymentId;
    },
    numbers: async (timeZone = "Europe/Berlin", since = NOON) =>
      (await call<ReceiptNumbers>({ path: "/receipt-numbers", body: { since, timeZone } })).body.receipts,
    call,
  };
}

const berlinDay = () => new Date().toLocaleDateString("sv", { timeZone: "Europe/Berlin" });

test("paid sales of two tills share the numbers of a day, and keep them; open and others' sales have none", async () => {
  const [bar, terrace] = [await pairedTill(), await pairedTill()];
  const open = await bar.sell("open");
  const [first, second, third] = [await bar.sold("1"), await bar.sold("2"), await terrace.sold("3")];
  const day = berlinDay();
  const [barNumbers, terraceNumbers, barAgain] = await Promise.all([bar.numbers(), terrace.numbers(), bar.numbers()]);
  expect(barNumbers.map(({ paymentId }) => paymentId)).toEqual([first, second]);
  expect(terraceNumbers.map(({ paymentId }) => paymentId)).toEqual([third]);
  expect(barAgain).toEqual(barNumbers);
  const given = [...barNumbers, ...terraceNumbers];
  expect(given.map(({ number }) => number).toSorted()).toEqual([1, 2, 3]);
  expect(new Set(given.map((sale) => sale.day))).toEqual(new Set([day]));
  expect(await bar.numbers("Asia/Tokyo")).toEqual(barNumbers);

  const read = async (paymentId: string) =>
    (await owner.call<ConsolePayment>({ path: `/payments/${paymentId}` })).body.receipt;
  expect(await read(third)).toEqual({ day, number: terraceNumbers[0]?.number });
  expect(await read(open)).toBeUndefined();
});

test("each day begins with 1, by the till's clock", async () => {
  const till = await pairedTill();
  const [early, late] = [await till.sold("early"), await till.sold("late")];
  const at = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
  for (const [id, time] of [
    [early, `${at}T22:30:00Z`],
    [late, `${at}T23:30:00Z`],
  ])
    await server().sql("update payments set created_at = $2 where id = $1", [id, time]);
  const next = new Date(Date.parse(`${at}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  expect(await till.numbers("Etc/GMT-1")).toEqual([
    { paymentId: early, day: at, number: 1 },
    { paymentId: late, day: next, number: 1 },
  ]);
});

test("an unknown time zone is refused", async () => {
  const { call } = await pairedTill();
  for (const timeZone of ["Mars/Olympus", ""]) {
    const answer = await call<WireBody>({ path: "/receipt-numbers", body: { since: NOON, timeZone } });
    expect([timeZone, answer.status]).toEqual([timeZone, 400]);
  }
});
