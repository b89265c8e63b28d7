// The n-grams of references that a search looks up in their index.
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Listing, openListing } from "./listing.ts";

let listing: Listing;
beforeAll(async () => {
  listing = await openListing();
});
afterAll(() => listing.close());

/** Whether the text is looked up by these n-grams. */
async function isLookedUpBy(text: string, ngrams: readonly string[]): Promise<boolean> {
  const { rows } = await listing.books.sql(
    `select array(select unnest(search_pieces('prtn_a', $1)) order by 1)
            = array(select hashtextextended(piece, hashtextextended('prtn_a', 0)) from unnest($2::text[]) as piece
                     order by 1) as is_equal`,
    [text, ngrams],
  );
  return rows[0].is_equal;
}

test.each([
  ["too short for a piece", "or", []],
  ["of three characters", "ord", ["ord"]],
  ["of four", "orde", ["ord", "rde"]],
  ["a number of nine digits", "005526624", ["26624", "00552"]],
  ["a word before a number: the word is in all references", "order-005526624", ["26624", "-0055"]],
  ["a word before a number of ten digits", "order-4005526624", ["26624", "40055"]],
  ["a number of eight digits after a word", "order-05526624", ["26624", "r-055", "order"]],
  ["a number before a word", "005526624-order", ["order", "6624-", "00552"]],
  ["words", "blue widget", ["idget", "lue w", "blue "]],
])("%s", async (_, text, ngrams) => {
  expect(await isLookedUpBy(text, ngrams)).toBe(true);
});

test("a reference that contains the text has its n-grams", async () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "-", "0", "1", "2", "3"), maxLength: 14 });
  const samples = fc.sample(fc.tuple(word, word, word), { numRuns: 2_000, seed: 59 });
  const references = samples.map((parts) => parts.join(""));
  const { rows } = await listing.books.sql(
    `select reference, text from unnest($1::text[], $2::text[]) as sample(reference, text)
      where not reference_pieces('prtn_a', reference) @> search_pieces('prtn_a', text)`,
    [references, samples.map(([, text]) => text)],
  );
  expect(rows).toEqual([]);
});
