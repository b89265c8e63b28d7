// Every link leads to a file of the project and to an existing heading; every page is linked.
import { existsSync, readdirSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";
import { ROOT, readPage, readPages } from "./pages.ts";

const pages = readPages();
/** Pages beside programs. */
const besidePrograms = ["examples", "integrations", "libraries"].flatMap((folder) =>
  readdirSync(join(ROOT, folder))
    .map((name) => `${folder}/${name}/README.md`)
    .filter((path) => existsSync(join(ROOT, path)))
    .map(readPage),
);
const linked = [...pages, ...besidePrograms];
const isOutside = (link: string): boolean => /^(https?|mailto):/.test(link);

const targetsOf = ({ path, links }: (typeof pages)[number]) =>
  links
    .filter((link) => !isOutside(link))
    .map((link) => {
      const [file = "", anchor] = link.split("#");
      return { link, file: file === "" ? path : normalize(join(dirname(path), file)), anchor };
    });

test.each(linked.map((page) => [page.path, page] as const))("%s", (_, page) => {
  const broken = targetsOf(page).flatMap(({ link, file, anchor }) => {
    if (!existsSync(join(ROOT, file))) return [`${link}: ${file} does not exist`];
    if (anchor === undefined) return [];
    const target = linked.find(({ path }) => path === file);
    return target?.anchors.has(anchor) ? [] : [`${link}: ${file} has no such heading`];
  });
  expect(broken).toEqual([]);
});

test("every page is reachable from the README", () => {
  const reached = new Set(["README.md"]);
  for (const path of reached) {
    const page = pages.find((candidate) => candidate.path === path);
    if (!page) continue;
    for (const { file } of targetsOf(page)) {
      reached.add(file.replace(/\/$/, ""));
      if (existsSync(join(ROOT, file, "README.md"))) reached.add(join(file, "README.md"));
    }
  }
  expect(pages.map(({ path }) => path).filter((path) => !reached.has(path))).toEqual([]);
});
