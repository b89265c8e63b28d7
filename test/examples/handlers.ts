// Finds every program of the documentation that handles an event or a return, so that none stays untested.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, readPage, readPages } from "../docs/pages.ts";

/** What only a handler says. A subscription to an event, in a shell command or a JSON body, handles none. */
const HANDLES = new RegExp(
  [
    "payment[._]succeeded",
    "charge:confirmed",
    "verifyEventBody|verify_event|construct_event",
    String.raw`webhooks?(\.|->)verify\(`,
    String.raw`events\.follow\(`,
    String.raw`payment_id\b`,
  ].join("|"),
);
const IS_NO_PROGRAM = /^(sh|json|ini|text|$)/;
const IS_PROGRAM = /\.(js|mjs|cjs|ts|tsx|html|py|php|rb|go|java|cs)$/;
const FOLDERS = ["examples", "integrations", "libraries"];

export interface Handler {
  /** The page with the kind of block, or the file: `docs/webhooks.md ts`. */
  readonly name: string;
  readonly text: string;
}

const filesIn = (folder: string): readonly string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => !file.includes("node_modules"))
    .map((file) => `${folder}/${file}`)
    .sort();

export function findHandlers(): readonly Handler[] {
  const files = FOLDERS.flatMap(filesIn);
  const pages = [...readPages(), ...files.filter((file) => file.endsWith(".md")).map(readPage)];
  // All blocks of a page and kind are one program.
  const blocks = pages.flatMap(({ path, blocks }) =>
    [...new Set(blocks.map(({ info }) => info))]
      .filter((info) => !IS_NO_PROGRAM.test(info))
      .map((info) => ({
        name: `${path} ${info}`,
        text: blocks
          .filter((block) => block.info === info)
          .map(({ text }) => text)
          .join("\n"),
      })),
  );
  const programs = files
    .filter((file) => IS_PROGRAM.test(file) && !file.endsWith(".d.ts"))
    .map((file) => ({ name: file, text: readFileSync(join(ROOT, file), "utf8") }));
  return [...blocks, ...programs].filter(({ text }) => HANDLES.test(text));
}
