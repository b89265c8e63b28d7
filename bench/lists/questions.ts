// The list queries of the benchmark: each kind of filter, with new random values per request.
import { type PaymentFilter, type PaymentOrder, UNFILTERED } from "../../src/payment/lists/list.ts";
import { ASSETS, DAYS, MERCHANTS, merchantId, PARTNER } from "./generate.ts";

export interface Question {
  readonly filter: PaymentFilter;
  readonly order: PaymentOrder;
  readonly limit: number;
  /** Starts in the middle: requests the page after this one. */
  readonly isDeep?: boolean;
}

const EVERYTHING: PaymentFilter = {
  ...UNFILTERED,
  partnerId: PARTNER,
  merchantIds: null,
};

const DAY_MS = 86_400_000;
const LIMIT = 50;
const LIMIT_MAX = 200;
const NEWEST: PaymentOrder = { by: "date", direction: "desc" };
const DEAREST: PaymentOrder = { by: "amount", direction: "desc" };
const CHEAPEST: PaymentOrder = { by: "amount", direction: "asc" };

const below = (count: number): number => Math.floor(Math.random() * count);

/** Two random times of the year. */
function someTime(): Pick<PaymentFilter, "fromMs" | "toMs"> {
  const moments = [0, 0].map(() => Date.now() - below(DAYS * DAY_MS)).sort((a, b) => a - b);
  return { fromMs: moments[0] ?? null, toMs: moments[1] ?? null };
}

const lastDays = (days: number): Pick<PaymentFilter, "fromMs"> => ({
  fromMs: Date.now() - days * DAY_MS - below(DAY_MS),
});
const large = () => merchantId(below(5));
const small = () => merchantId(MERCHANTS / 2 + below(MERCHANTS / 2));

const ask = (filter: Partial<PaymentFilter>, order = NEWEST, limit = LIMIT): Question => ({
  filter: { ...EVERYTHING, ...filter },
  order,
  limit,
});

/** A name and a function that makes a query; `count` is the number of payments. */
export const QUESTIONS: Readonly<Record<string, (count: number) => Question>> = {
  "no filter": () => ask({}),
  "no filter, 200 on a page": () => ask({}, NEWEST, LIMIT_MAX),
  "no filter, oldest first": () => ask({}, { by: "date", direction: "asc" }),
  "by amount": () => ask({}, DEAREST),
  "by amount, a page in the middle": () => ({ ...ask({}, CHEAPEST), isDeep: true }),
  "status failed": () => ask({ statuses: ["failed"] }),
  "status processing": () => ask({ statuses: ["processing"] }),
  "three statuses": () => ask({ statuses: ["succeeded", "failed", "cancelled"] }),
  "a large merchant": () => ask({ merchantIds: [large()] }),
  "a small merchant": () => ask({ merchantIds: [small()] }),
  "two large merchants and a small one": () => ask({ merchantIds: [large(), large(), small()] }),
  "twenty small merchants": () => ask({ merchantIds: Array.from({ length: 20 }, small) }),
  "a large merchant by amount": () => ask({ merchantIds: [large()] }, DEAREST),
  "a token": () => ask({ assets: [ASSETS[1] ?? ""] }),
  "a rare token by amount": () => ask({ assets: [ASSETS[3] ?? ""] }, CHEAPEST),
  "a network": () => ask({ networks: ["eip155:1"] }),
  "the last week": () => ask(lastDays(7)),
  "some time": () => ask(someTime()),
  "some time by amount": () => ask(someTime(), DEAREST),
  "a day by amount": () => ask({ ...lastDays(1) }, CHEAPEST),
  "some time, status, token": () => ask({ ...someTime(), statuses: ["succeeded"], assets: [ASSETS[0] ?? ""] }),
  "some time, large merchant, status": () => ask({ ...someTime(), merchantIds: [large()], statuses: ["expired"] }),
  "some time, large merchant by amount": () => ask({ ...someTime(), merchantIds: [large()] }, DEAREST),
  "reference of one": (count) => ask({ reference: `order-${String(1 + below(count)).padStart(9, "0")}` }),
  "reference of about a hundred": (count) =>
    ask({
      reference: String(1 + below(count))
        .padStart(9, "0")
        .slice(0, 7),
    }),
};

/** Texts found in all references, in about a hundred thousand of ten million, and in a few thousand. */
export const SEARCHES_OF_MANY = ["order", "order-0000", "7777"];
export const searchFor = (reference: string): Question => ask({ reference });
