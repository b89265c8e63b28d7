// Anyone can send any number of worthless transfers under an open payment's key. Each is judged when it arrives, and
// once after the payment ends, in pages, so that such transfers do not slow down blocks.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Option } from "../../../src/payment/option.ts";
import { startServer, type TestServer } from "../../harness/server/server.ts";
import { advancing, block, paidIn } from "../following/made-up-chain.ts";
import { confirmBy, forgetPayments, openPayment, someAddress } from "../relaying/queued.ts";

const WORTHLESS = 2_000;
/** Maximum transfers that one block may judge again. */
const LOOKED_AT_MAX = 500;

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ role: null, bendsBooks: "its chain is made up" });
});
let judged = 0;
beforeEach(async () => {
  await forgetPayments(server);
  judged = 0;
});
afterAll(() => server.stop());

const advance = advancing(
  () => server,
  () => {
    judged += 1;
  },
);

/** Stores one more block and returns the number of judged transfers. */
const lookedAtIn = async (number: number): Promise<number> => {
  judged = 0;
  await advance(block(number - 1), [block(number)]);
  return judged;
};

const inWorthlessToken = (option: Option, amount: bigint): Option => ({
  ...option,
  terms: { ...option.terms, token: someAddress("worthless"), amount, fee: 0n },
});

const worthlessIn = (number: number, option: Option, count: number) =>
  Array.from({ length: count }, (_, log) => paidIn(block(number), inWorthlessToken(option, BigInt(log + 1)), log));

const cancel = ({ paymentId }: Option) =>
  server.store.payments.apply(paymentId, { type: "cancelled", reason: "cancelled_by_user" });

const statesOf = ({ paymentId }: Option) =>
  server.sql("select state, count(*)::integer as count from transfers where payment_id = $1 group by 1 order by 1", [
    paymentId,
  ]);

test("are judged once while the payment is open, then page by page after its end until none is left", async () => {
  const option = await openPayment(server);
  await advance(null, [block(1)]);
  await advance(block(1), [block(2)], worthlessIn(2, option, WORTHLESS));
  expect(judged).toBe(WORTHLESS);
  expect(await lookedAtIn(3)).toBe(0);
  await cancel(option);
  const pages = WORTHLESS / LOOKED_AT_MAX;
  for (let page = 0; page < pages; page++) expect(await lookedAtIn(4 + page)).toBe(LOOKED_AT_MAX);
  expect(await statesOf(option)).toEqual([{ state: "foreign", count: WORTHLESS }]);
  expect(await lookedAtIn(4 + pages)).toBe(0);
});

/** Transfers of a millionth of a dollar that really reach the merchant. */
const dustIn = (number: number, { terms, ...option }: Option, count: number) =>
  Array.from({ length: count }, (_, log) => {
    const own = { ...terms, amount: 1n, fee: 0n, deadlineS: log + 1 };
    return paidIn(block(number), { ...option, terms: own }, log);
  });

test("are no exceptions if they are dust: the payment's end adds them up, and less than a cent is ignored", async () => {
  const option = await openPayment(server);
  await advance(null, [block(1)]);
  await advance(block(1), [block(2)], dustIn(2, option, WORTHLESS));
  expect(await lookedAtIn(3)).toBe(0);
  await cancel(option);
  const pages = WORTHLESS / LOOKED_AT_MAX;
  for (let page = 0; page < pages; page++) expect(await lookedAtIn(4 + page)).toBe(LOOKED_AT_MAX);
  expect(await statesOf(option)).toEqual([{ state: "foreign", count: WORTHLESS }]);
  expect(await server.sql("select from exceptions")).toEqual([]);
});

test("are judged once before they are deep enough, and reported as one sum", async () => {
  const option = await openPayment(server);
  const deep = advancing(
    () => server,
    () => {
      judged += 1;
    },
    { confirmations: [{ fromStandardUnits: 0n, blocks: 4 }] },
  );
  const { terms } = option;
  const cents = Array.from({ length: 100 }, (_, log) => {
    const own = { ...terms, amount: 10_000n, fee: 0n, deadlineS: log + 1 };
    return paidIn(block(2), { ...option, terms: own }, log);
  });
  await deep(null, [block(1)]);
  await deep(block(1), [block(2)], cents);
  expect(judged).toBe(100);
  await deep(block(2), [block(3)]);
  await deep(block(3), [block(4)]);
  expect(judged).toBe(100);
  expect(await deep(block(4), [block(5)])).toEqual({ credited: 0, exceptions: 1 });
  expect(await server.sql("select kind, amount::text from exceptions")).toEqual([
    { kind: "underpaid", amount: "1000000" },
  ]);
});

test("is credited by its confirm even while it is postponed", async () => {
  const option = await openPayment(server);
  const confirmations = [
    { fromStandardUnits: 0n, blocks: 2 },
    { fromStandardUnits: 1_000n, blocks: 9 },
  ];
  const deep = advancing(() => server, undefined, { confirmations });
  await deep(null, [block(1)]);
  await deep(block(1), [block(2)], [paidIn(block(2), option, 0)]);
  await deep(block(2), [block(3)]);
  await confirmBy(server, option);
  expect(await deep(block(3), [block(4)])).toEqual({ credited: 1, exceptions: 0 });
});

test("do not keep the payment's own transfer from paying it, even if it was parked before its confirm", async () => {
  const option = await openPayment(server, { destination: someAddress("a destination until a minute ago") });
  await advance(null, [block(1)]);
  await advance(block(1), [block(2)], [...worthlessIn(2, option, 10), paidIn(block(2), option, 10)]);
  expect(await lookedAtIn(3)).toBe(0);
  await confirmBy(server, option);
  expect(await advance(block(3), [block(4)])).toEqual({ credited: 1, exceptions: 0 });
  await lookedAtIn(5);
  expect(await statesOf(option)).toEqual([
    { state: "credited", count: 1 },
    { state: "foreign", count: 10 },
  ]);
});

test("of many payments are found for each that ends, however many others stay open", async () => {
  const options: Option[] = [];
  for (let i = 0; i < 2 * LOOKED_AT_MAX + 1; i++) options.push(await openPayment(server));
  options.sort((a, b) => (a.paymentId < b.paymentId ? -1 : 1));
  const another = ({ paymentId, ...option }: Option): Option => ({
    ...option,
    paymentId,
    terms: { ...option.terms, payer: someAddress("somebody else"), amount: option.terms.amount + option.terms.fee },
  });
  await advance(null, [block(1)]);
  await advance(
    block(1),
    [block(2)],
    options.map((option, log) => paidIn(block(2), another(option), log)),
  );
  const [first, last] = [options[0], options.at(-1)];
  if (!first || !last) throw new Error("two payments were expected");
  await cancel(last);
  expect([await lookedAtIn(3), await lookedAtIn(4), await lookedAtIn(5)]).toEqual([0, 0, 1]);
  await cancel(first);
  expect(await lookedAtIn(6)).toBe(1);
  expect(await server.sql("select payment_id, kind from exceptions order by created_at, id")).toEqual([
    { payment_id: last.paymentId, kind: "late" },
    { payment_id: first.paymentId, kind: "late" },
  ]);
});
