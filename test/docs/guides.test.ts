// Each page of docs/ is shown by servers, or left out on purpose, and has one address.
import { expect, test } from "vitest";
import type { Guides } from "../../src/pages/guides/guides.ts";
import { ROOT, readPages } from "./pages.ts";

/** Made from the pages as they are now, which the last build may not have seen. */
const { buildGuides } = (await import(`${ROOT}/scripts/guides/build.js`)) as {
  readonly buildGuides: (root: string) => { readonly guides: Guides };
};
const { pages } = buildGuides(ROOT).guides;

/** For contributors only. */
const LEFT_OUT = /^docs\/(decisions\/.*|architecture\.md|benchmarks\.md)$/;

test("each page of docs/ is a guide or left out", () => {
  const shown = new Set(pages.map(({ title }) => title));
  const missing = readPages()
    .filter(({ path }) => path.startsWith("docs/") && !LEFT_OUT.test(path))
    .filter(({ text }) => !shown.has(/^# (.*)$/m.exec(text)?.[1] ?? ""));
  expect(missing.map(({ path }) => path)).toEqual([]);
});

test("no two guides have the same path", () => {
  const paths = pages.map(({ path }) => path);
  expect(paths.filter((path, index) => paths.indexOf(path) !== index)).toEqual([]);
});
