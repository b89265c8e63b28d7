import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { isFresh } from "./freshness.ts";

test("a build is fresh until a source in any folder is changed, added or removed", async () => {
  const dir = await mkdtemp(join(tmpdir(), "turnpike-test-freshness-"));
  onTestFinished(() => rm(dir, { recursive: true }));
  const [built, sources, inner, file] = [
    join(dir, "built"),
    join(dir, "src"),
    join(dir, "src/a"),
    join(dir, "src/a/b"),
  ];
  await mkdir(inner, { recursive: true });
  await writeFile(file, "");
  const setAges = async (folder: number, source: number) => {
    for (const path of [sources, inner]) await utimes(path, folder, folder);
    await utimes(file, source, source);
  };
  await setAges(100, 100);
  expect(isFresh([built], [sources])).toBe(false);
  await writeFile(built, "");
  await utimes(built, 200, 200);
  expect(isFresh([built], [sources])).toBe(true);
  await setAges(100, 300);
  expect(isFresh([built], [sources])).toBe(false);
  await setAges(300, 100);
  expect(isFresh([built], [sources])).toBe(false);
});
