// Parses the project's pages: fenced blocks, links and heading anchors.
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

export const ROOT = resolve(import.meta.dirname, "../..");

export interface Block {
  /** Its location: `docs/money.md:52`. */
  readonly place: string;
  /** The fence's info string: `sh`, `text output`. */
  readonly info: string;
  readonly text: string;
}

export interface Page {
  /** Relative to the project's root. */
  readonly path: string;
  readonly text: string;
  readonly blocks: readonly Block[];
  /** Link targets as written. */
  readonly links: readonly string[];
  readonly anchors: ReadonlySet<string>;
}

const OF_THE_ROOT = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "STYLE.md", "CHANGELOG.md"];

export function readPages(): readonly Page[] {
  const docs = readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .sort();
  return [...OF_THE_ROOT, ...docs.map((file) => `docs/${file}`)].map(readPage);
}

export function readPage(path: string): Page {
  const text = readFileSync(join(ROOT, path), "utf8");
  const { blocks, prose } = takeApart(path, text.split("\n"));
  return { path, text, blocks, links: linksOf(prose), anchors: anchorsOf(prose) };
}

/** A fence, possibly in a list. Its indentation is removed from the block. */
const FENCE = /^(\s*)```(.*)$/;

function takeApart(path: string, lines: readonly string[]) {
  const blocks: Block[] = [];
  const prose: string[] = [];
  let open: { indent: string; info: string; line: number; text: string[] } | null = null;
  for (const [index, line] of lines.entries()) {
    const [, indent = "", info = ""] = FENCE.exec(line) ?? [];
    const isFence = FENCE.test(line);
    if (open && isFence) {
      blocks.push({ place: `${path}:${open.line}`, info: open.info, text: `${open.text.join("\n")}\n` });
      open = null;
    } else if (open) open.text.push(line.startsWith(open.indent) ? line.slice(open.indent.length) : line.trimStart());
    else if (isFence) open = { indent, info: info.trim(), line: index + 1, text: [] };
    else prose.push(line);
  }
  if (open) throw new Error(`${path}:${open.line}: the block is never closed`);
  return { blocks, prose: prose.join("\n") };
}

const linksOf = (prose: string): string[] =>
  [...prose.replace(/`[^`\n]*`/g, (code) => " ".repeat(code.length)).matchAll(/\]\(([^)\s]+)\)/g)].map(
    ([, target = ""]) => target,
  );

/** GitHub's anchor of a heading: lower case, hyphens for spaces, other punctuation dropped. */
function anchorsOf(prose: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, heading = ""] of prose.matchAll(/^#{1,6} (.+)$/gm)) {
    const words = heading.replace(/\]\([^)]*\)/g, "").toLowerCase();
    const base = words.replace(/[^\p{L}\p{N}\s_-]/gu, "").replace(/\s/g, "-");
    let anchor = base;
    for (let again = 1; anchors.has(anchor); again++) anchor = `${base}-${again}`;
    anchors.add(anchor);
  }
  return anchors;
}
