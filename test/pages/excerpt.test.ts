import { expect, test } from "vitest";
import { excerptOf } from "../../src/browser/guides/excerpt.ts";

const WORDS = Array.from({ length: 100 }, (_, no) => `word${no}`);
const TEXT = WORDS.join(" ");

test.each([["word0"], ["word3"], ["word50"], ["word99"], ["nowhere"]])(
  "an excerpt around %s has whole words only, and says where it is cut",
  (term) => {
    const excerpt = excerptOf(TEXT, [term]);
    const words = excerpt.split(" ").filter((word) => word !== "…");
    expect(words.every((word) => WORDS.includes(word))).toBe(true);
    expect(words.includes(term)).toBe(term !== "nowhere");
    expect(excerpt.startsWith("…")).toBe(words[0] !== WORDS[0]);
    expect(excerpt.endsWith("…")).toBe(words.at(-1) !== WORDS.at(-1));
    expect(words.join(" ").length).toBeLessThanOrEqual(160);
  },
);

test("a short text is shown as it is", () => expect(excerptOf("All of it", ["all"])).toBe("All of it"));
