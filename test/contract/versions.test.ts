import { expect, test } from "vitest";
import { DEFAULT_VERSION, isPublished, isVersionForm } from "../../src/contract/versions.ts";

test.each(["2026-02-18", "2026-02-19.preview"])("%s is published", (version) => {
  expect([isVersionForm(version), isPublished(version)]).toEqual([true, true]);
});

test.each(["2026-02-19", "2026-02-18.preview", "1999-12-31"])("%s is well-formed but not published", (version) => {
  expect([isVersionForm(version), isPublished(version)]).toEqual([true, false]);
});

test.each([
  "",
  "2026",
  "2026-2-18",
  "2026-02-18 ",
  "2026-02-18.Preview",
  "2026-13-01",
  "2026-01-32",
  "toString",
  "__proto__",
])("'%s' is not well-formed", (version) => {
  expect([isVersionForm(version), isPublished(version)]).toEqual([false, false]);
});

test("new partners are pinned to the first", () => {
  expect(DEFAULT_VERSION).toBe("2026-02-18");
});
