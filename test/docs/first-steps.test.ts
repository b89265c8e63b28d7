// Pages for a reader who starts from scratch, followed from the first command to the last.
import { expect, onTestFinished, test } from "vitest";
import { followPage, isRun } from "./follow.ts";
import { readPage } from "./pages.ts";
import { makePlace } from "./place.ts";

test.each(["README.md", "docs/first-payment.md"])("%s", { timeout: 120_000 }, async (path) => {
  const page = readPage(path);
  expect(page.blocks.filter(isRun)).not.toEqual([]);
  const place = await makePlace();
  onTestFinished(() => place.remove());
  await followPage(page, place);
});
