// Measures a checkout's layout, by default this one's: node scripts/house.js [FOLDER] [--json]
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

const given = process.argv.slice(2);
const root = given.find((argument) => !argument.startsWith("--")) ?? ".";
const files = execFileSync("git", ["-C", root, "ls-files", "-z"], { encoding: "utf8", maxBuffer: 2 ** 26 })
  .split("\0")
  .filter((path) => path !== "" && existsSync(join(root, path)));
const read = (path) => readFileSync(join(root, path), "utf8");

const CODE = /\.(tsx?|js|css|sql|sol)$/;
const isTranslation = (path) => /^locales\/|\/messages\//.test(path);
const code = (folder) =>
  files.filter((path) => path.startsWith(`${folder}/`) && CODE.test(path) && !isTranslation(path));
const pages = files.filter((path) => path.startsWith("docs/") && path.endsWith(".md"));
const translations = files.filter((path) => isTranslation(path) && CODE.test(path));

const linesOf = (path) => read(path).split("\n").length - 1;
const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);
const linesIn = (paths) => sum(paths.map(linesOf));
const wordsIn = (paths) => sum(paths.map((path) => read(path).split(/\s+/).filter(Boolean).length));

/** The folder with the most files that lie in it directly. */
function fullest(paths) {
  const counts = new Map();
  for (const path of paths) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  const [[folder, count]] = [...counts].sort(([, a], [, b]) => b - a);
  return `${folder}: ${count}`;
}

function sizes(paths) {
  const sorted = paths.map((path) => [linesOf(path), path]).sort(([a], [b]) => a - b);
  const [lines, largest] = sorted.at(-1);
  return { median: sorted[Math.floor(sorted.length / 2)][0], largest: `${largest}: ${lines}` };
}

/** An import or export with names, an import for its side effects, or a dynamic import, of a file in the project. */
const IMPORT = /^(?:import|export)\s[^;]*?from\s+"(\.[^"]+)"|^import\s+"(\.[^"]+)"|\bimport\("(\.[^"]+)"\)/gms;
const importsOf = (path) =>
  [...read(path).matchAll(IMPORT)].map(([, named, effect, late]) =>
    normalize(join(dirname(path), named ?? effect ?? late)),
  );

/** The rooms of a folder are its loose files and its sub-folders; an arrow leads from a room to one that it imports. */
function rooms(folder) {
  const inside = files.filter((path) => path.startsWith(`${folder}/`) && /\.tsx?$/.test(path));
  const roomOf = (path) => path.slice(folder.length + 1).split("/")[0];
  const arrows = new Map(inside.map((path) => [roomOf(path), new Set()]));
  for (const path of inside) {
    for (const target of importsOf(path)) {
      const isInside = inside.includes(target) && roomOf(target) !== roomOf(path);
      if (isInside) arrows.get(roomOf(path)).add(roomOf(target));
    }
  }
  const all = [...arrows].flatMap(([from, targets]) => [...targets].map((to) => [from, to]));
  const inCycles = all.filter(([from, to]) => reaches(arrows, to, from));
  return { rooms: arrows.size, arrows: all.length, arrowsInCycles: inCycles.length };
}

function reaches(arrows, from, to, seen = new Set()) {
  if (from === to) return true;
  if (seen.has(from)) return false;
  seen.add(from);
  return [...arrows.get(from)].some((next) => reaches(arrows, next, to, seen));
}

const NAME = '(?:if (?:not )?exists )?"?([a-z_][a-z0-9_]*)\\b"?';
const CREATED = `create (?:unlogged )?table ${NAME}(?! partition of)`;
const RENAMED = `alter table ${NAME} rename to ${NAME}`;
const DROPPED = "drop table (?:if exists )?([a-z0-9_, ]+)";
const CHANGED = new RegExp([CREATED, RENAMED, DROPPED].join("|"), "g");

/** The tables after all migrations in their order. Partitions do not count; the first month's have this ending. */
function tables(paths) {
  const found = new Set();
  for (const path of paths.sort()) {
    const text = read(path).replace(/--.*$/gm, "").toLowerCase().replace(/\s+/g, " ");
    for (const [, created, from, to, dropped] of text.matchAll(CHANGED)) {
      for (const name of [from, ...(dropped?.split(/[ ,]+/) ?? [])]) found.delete(name);
      const name = created ?? to;
      if (name && !name.endsWith("_first")) found.add(name);
    }
  }
  return found;
}

const sql = files.filter((path) => path.startsWith("src/") && path.endsWith(".sql"));
const decisions = pages.filter((path) => path.startsWith("docs/decisions/"));
const house = {
  files: files.length,
  "lines of src": linesIn(code("src")),
  "lines of test": linesIn(code("test")),
  "lines of docs": linesIn(pages),
  "lines of translations": linesIn(translations),
  "files of translations": translations.length,
  "fullest folder of src": fullest(code("src")),
  "fullest folder of test": fullest(code("test")),
  "median file of src": sizes(code("src")).median,
  "largest file of src": sizes(code("src")).largest,
  ...Object.fromEntries(
    ["store", "operations", "http", "cli", "chains/evm"].map((folder) => [`src/${folder}`, rooms(`src/${folder}`)]),
  ),
  tables: tables(sql).size,
  "files of SQL": sql.length,
  decisions: decisions.length,
  "words of decisions": wordsIn(decisions),
  "entries at the root": new Set(files.map((path) => path.split("/")[0])).size,
};
const shown = Object.entries(house).map(([what, value]) => {
  const { rooms: inside, arrows, arrowsInCycles } = value;
  const text = inside === undefined ? value : `${inside} rooms, ${arrows} arrows, ${arrowsInCycles} of them in cycles`;
  return `${what.padEnd(24)}  ${text}`;
});
console.log(given.includes("--json") ? JSON.stringify(house) : shown.join("\n"));
