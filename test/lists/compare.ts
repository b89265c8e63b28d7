// Compares lists, searches and charts with a recount of payments.
import { expect } from "vitest";
import {
  type PaymentFilter,
  type PaymentOrder,
  type PaymentPosition,
  UNFILTERED,
} from "../../src/payment/lists/list.ts";
import { readSearchTerms } from "../../src/payment/lists/search-terms.ts";
import type { createListStore } from "../../src/store/lists/lists.ts";
import type { Entry } from "./books.ts";
import { address, MERCHANTS, PARTNERS, type RandomPayments, SEARCHES } from "./random-payments.ts";
import { isFound, matches, ordered, statisticsOf, volumeOf } from "./recount.ts";

const { reference: _reference, ...UNNARROWED } = { ...UNFILTERED, merchantIds: null };

type Lists = ReturnType<typeof createListStore>;

/** @param entries the payments that should be listed at that moment */
export function compareLists(lists: Lists, entries: () => readonly Entry[], payments: RandomPayments) {
  const { below, oneOf, random, randomFilter, randomMs, randomOrder } = payments;

  /** Reads all pages of a filter, each with statistics of all matches. */
  async function walk(filter: PaymentFilter, order: PaymentOrder, limit: number, pagesMax: number): Promise<void> {
    const expected = ordered(
      entries().filter((entry) => matches(entry, filter)),
      order,
    );
    let after: PaymentPosition | null = null;
    const seen: string[] = [];
    for (let page = 0; page < pagesMax; page++) {
      const { payments, end, statistics } = await lists.page(filter, order, after, limit);
      expect({
        ...statistics,
        revenue: Object.fromEntries(statistics.revenue),
        currencies: Object.fromEntries(statistics.currencies),
      }).toEqual(statisticsOf(expected));
      seen.push(...payments.map(({ id }) => id));
      expect(end === null).toBe(seen.length === expected.length);
      after = end;
      if (!end) break;
    }
    expect(seen).toEqual(expected.slice(0, seen.length).map(({ id }) => id));
    expect(seen.length).toBe(Math.min(expected.length, pagesMax * limit));
  }

  return {
    /** Compares random filters, in random orders and pages. */
    async filters(count: number): Promise<void> {
      for (let i = 0; i < count; i++) {
        const [filter, order] = [randomFilter(oneOf(PARTNERS)), randomOrder()];
        const limit = oneOf([1, 7, 50, 200]);
        try {
          await walk(filter, order, limit, 3);
        } catch (error) {
          throw new Error(`filter ${i}: ${JSON.stringify({ filter, order, limit })}`, { cause: error });
        }
      }
    },

    /** Compares every page of a whole partner, in every order. */
    async wholePartner(partnerId: string): Promise<void> {
      for (const by of ["date", "amount"] as const) {
        for (const direction of ["asc", "desc"] as const) {
          await walk({ ...UNNARROWED, partnerId, reference: null }, { by, direction }, 97, 100);
        }
      }
    },

    /** Compares the volume in buckets of all lengths, bounded by quarters of an hour. */
    async volume(): Promise<void> {
      const partnerId = oneOf(PARTNERS);
      const some = MERCHANTS.filter(() => random() < 0.5).map((name) => `${name}_${partnerId}`);
      const merchantIds = random() < 0.5 ? null : some;
      const quarter = () => Math.floor(randomMs() / 900_000) * 900;
      const bounds = [...new Set([quarter(), quarter(), quarter(), quarter(), quarter()])].sort((a, b) => a - b);
      const own = entries().filter(
        (entry) => entry.partnerId === partnerId && (merchantIds?.includes(entry.merchantId) ?? true),
      );
      expect(await lists.volume({ partnerId, merchantIds }, bounds)).toEqual(volumeOf(own, bounds));
    },

    /** Compares searches by buyer, amount and reference, with and without a random filter, page by page. */
    async searches(): Promise<void> {
      const texts = [address(7), `eip155:1:${address(11)}`, "0x000000…005", "12", "7.00", "9 USD", "0.5 KWD"];
      for (const text of [...texts, ...SEARCHES]) {
        const terms = readSearchTerms(text);
        if (!terms) continue; // too short
        for (const narrowed of [randomFilter("prtn_a"), { ...randomFilter("prtn_a"), ...UNNARROWED }]) {
          const filter = { ...narrowed, reference: null };
          const expected = ordered(
            entries().filter((entry) => matches(entry, filter) && isFound(entry, terms)),
            { by: "date", direction: "desc" },
          );
          let after: PaymentPosition | null = null;
          const seen: string[] = [];
          do {
            const page: Awaited<ReturnType<Lists["find"]>> = await lists.find(filter, terms, after, 50);
            expect(page.omits).toEqual([]);
            seen.push(...page.payments.map(({ id }) => id));
            after = page.end;
          } while (after);
          expect(seen, text).toEqual(expected.map(({ id }) => id));
        }
      }
    },

    /** Compares the currencies of a merchant's payments. */
    async currencies(): Promise<void> {
      const partnerId = oneOf(PARTNERS);
      const merchantId = `${MERCHANTS[below(MERCHANTS.length)]}_${partnerId}`;
      const { currencies } = statisticsOf(entries().filter((entry) => entry.merchantId === merchantId));
      expect(Object.fromEntries(await lists.currencies({ partnerId, merchantIds: [merchantId] }))).toEqual(currencies);
    },
  };
}
