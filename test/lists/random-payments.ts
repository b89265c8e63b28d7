// Random payments, transitions and filters. The same seed repeats them.
import { lowestPaymentId } from "../../src/ids.ts";
import type { PaymentFilter, PaymentOrder } from "../../src/payment/lists/list.ts";
import { PAYMENT_STATUSES } from "../../src/payment/payment.ts";
import type { THRESHOLDS } from "../../src/store/lists/lists.ts";
import { randomFrom } from "../harness/random.ts";
import type { Books, Entry } from "./books.ts";

export const DAY_MS = 86_400_000;
export const PARTNERS = ["prtn_a", "prtn_b"];
export const MERCHANTS = ["mrch_large", "mrch_middle", "mrch_small", "mrch_tiny"];
export const SEARCHES = ["order", "ORDER 1", "inv_", "1%", "v\\x", "ÜBUNG", "a.b", "nothing", "12"];
/** A few hundred payments use every query plan: merchants with and without totals, few matches and many. */
export const LOW_THRESHOLDS: typeof THRESHOLDS = {
  wholePaymentsMax: 15,
  sparsePaymentsMax: 60,
  sortedMax: 60,
  scannedMax: 60,
  foundMax: 100_000,
  scannedMerchantsMax: 100,
};
export const address = (number: number): string => `0x${number.toString().padStart(40, "0")}`;

const CURRENCIES = ["USD", "JPY", "KWD"];
const TILLS = ["till_1", "till_2"];
const ASSETS = [`eip155:1/erc20:${address(1)}`, `eip155:1/erc20:${address(2)}`, `eip155:8453/erc20:${address(1)}`];
const REFERENCES = ["Order 12", "order-77/B", "INV_1%", "inv\\x", "Übung", "a.b", "axb", "ORDER 12"];

/** Length of the time in an id, with its prefix. */
const TIME_LENGTH = "pay_".length + 10;

interface Times {
  /** A midnight UTC. */
  readonly firstMs: number;
  readonly days: number;
  /** Start of a quarter of an hour with many payments. */
  readonly busyMs: number;
}

export function randomPayments(seed: number, { firstMs, days, busyMs }: Times) {
  const random = randomFrom(seed);
  const below = (count: number): number => Math.floor(random() * count);
  const oneOf = <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value;
  const some = <Value>(values: readonly Value[]): Value[] | null =>
    random() < 0.5 ? null : [...new Set([oneOf(values), oneOf(values)])];

  /** Outside of the busy time, moments collide: few distinct milliseconds, and day boundaries. */
  const randomMs = (): number => (random() < 0.15 ? busyMs + below(1_000_000) : randomDayMs());
  const randomDayMs = (): number =>
    firstMs + below(days) * DAY_MS + (random() < 0.3 ? 0 : below(40) * 2_160_000) + below(2) - below(2);
  const randomTime = (): number | null => (random() < 0.45 ? null : randomMs() + below(3) - 1);

  return {
    random,
    below,
    oneOf,
    randomMs,

    newEntry(index: number): Entry {
      const partnerId = oneOf([...PARTNERS, "prtn_a", "prtn_a"]);
      const merchant = MERCHANTS[Math.min(Math.floor(-Math.log2(1 - random()) / 1.5), MERCHANTS.length - 1)];
      const createdMs = randomMs();
      return {
        id: `${lowestPaymentId(createdMs).slice(0, TIME_LENGTH)}${below(36 ** 4).toString(36)}_${index}`,
        partnerId,
        merchantId: `${merchant}_${partnerId}`,
        reference: oneOf(REFERENCES) + (random() < 0.2 ? ` ${index}` : ""),
        currency: oneOf(CURRENCIES),
        amount: BigInt(1 + below(30)) * 10n ** BigInt(below(5)),
        createdMs,
        tillId: random() < 0.3 ? oneOf(TILLS) : undefined,
        status: "requires_action",
        asset: null,
        buyer: null,
      };
    },

    /** Moves an open payment by one allowed transition. */
    async moveOn(books: Books, entry: Entry): Promise<void> {
      if (entry.status === "processing") return books.move(entry, oneOf(["succeeded", "succeeded", "failed"]));
      if (entry.status !== "requires_action") return;
      const kind = random();
      if (kind < 0.15) return books.move(entry, "expired");
      if (kind < 0.25) return books.move(entry, "cancelled");
      if (kind < 0.3) return books.move(entry, "failed");
      const asset = oneOf(ASSETS);
      await books.move(entry, "processing", { asset, buyer: `${asset.split("/")[0]}:${address(below(120))}` });
    },

    randomFilter: (partnerId: string): PaymentFilter => ({
      partnerId,
      merchantIds: some([
        ...MERCHANTS.map((merchant) => `${merchant}_${partnerId}`),
        "mrch_unknown",
        "mrch_large_prtn_b",
      ]),
      statuses: some(PAYMENT_STATUSES),
      assets: random() < 0.7 ? null : some([...ASSETS, "eip155:5/erc20:0x1"]),
      networks: random() < 0.7 ? null : some(["eip155:1", "eip155:8453", "eip155:5"]),
      currency: random() < 0.6 ? null : oneOf([...CURRENCIES, "EUR"]),
      tillId: random() < 0.8 ? null : oneOf([...TILLS, "till_unknown"]),
      reference: random() < 0.7 ? null : oneOf(SEARCHES),
      fromMs: randomTime(),
      toMs: randomTime(),
    }),

    randomOrder: (): PaymentOrder => ({ by: oneOf(["date", "amount"]), direction: oneOf(["asc", "desc"]) }),
  };
}

const FIRST_MS = Date.UTC(2026, 0, 1);

/** Payments of 200 days that have ended. */
export const randomPastPayments = (seed: number): RandomPayments =>
  randomPayments(seed, { firstMs: FIRST_MS, days: 200, busyMs: FIRST_MS + 77 * DAY_MS });

export type RandomPayments = ReturnType<typeof randomPayments>;

export async function addPartners(books: Books): Promise<void> {
  for (const partner of PARTNERS) {
    await books.addPartner(
      partner,
      MERCHANTS.map((merchant) => `${merchant}_${partner}`),
    );
    // Makes the numbers of the next buyers cross a boundary between two bitmap rows.
    await books.sql("insert into buyers (partner_id, account, no) values ($1, 'eip155:1:0xNobody', 8150)", [partner]);
  }
}
