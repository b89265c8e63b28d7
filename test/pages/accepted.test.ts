// The accepted tokens and networks on the checkout page: counted only if that hides more than one.
import { expect, test } from "vitest";
import { CATALOGUES } from "../../src/pages/catalogues.ts";
import { renderAccepted } from "../../src/pages/checkout/accepted.ts";
import type { AcceptedToken, CheckoutView } from "../../src/pages/checkout/view.ts";

const rendered = (accepted: readonly AcceptedToken[]): string =>
  renderAccepted({ accepted, texts: CATALOGUES.en.page, locale: "en" } as unknown as CheckoutView);

const tokens = (count: number, networks: readonly string[] = ["Base"]): AcceptedToken[] =>
  Array.from({ length: count }, (_, at) => ({ symbol: `T${at}`, name: `Token ${at}`, networks }));

const summaryOf = (html: string): string => /<summary>(.*)<\/summary>/s.exec(html)?.[1] ?? "";
const countOf = (html: string): string | undefined => /<span class="more">([^<]+)</.exec(html)?.[1];

test.each([
  [4, 4, undefined],
  [5, 5, undefined],
  [6, 4, "+2"],
])("%i tokens: %i are named", (count, named, more) => {
  const html = rendered(tokens(count));
  expect(summaryOf(html).match(/class="token"/g)).toHaveLength(named);
  expect(countOf(html)).toBe(more);
});

test("networks that all tokens share are named once", () => {
  expect(rendered(tokens(3, ["Base", "Polygon"])).match(/Base and Polygon/g)).toHaveLength(1);
  const different = rendered([...tokens(1, ["Base", "Polygon"]), ...tokens(1, ["Base"])]);
  expect(different.match(/Base and Polygon/g)).toHaveLength(2);
});

test("a fifth network is named, too", () => {
  expect(summaryOf(rendered(tokens(1, ["A", "B", "C", "D", "E"])))).toContain("A, B, C, D, and E");
  expect(summaryOf(rendered(tokens(1, ["A", "B", "C", "D", "E", "F"])))).toContain("A, B, C, D, and …");
});
