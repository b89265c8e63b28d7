// Words that say how good or bad something is, in colour on a terminal. Not with NO_COLOR (https://no-color.org), and
// not in a pipe or a file.
import { styleText } from "node:util";

const COLORS = {
  ok: "green",
  warning: "yellow",
  problem: "red",
  requires_action: "cyan",
  processing: "yellow",
  succeeded: "green",
  failed: "red",
  expired: "gray",
  cancelled: "gray",
} as const;

export type Toned = keyof typeof COLORS;

/** @param width the least number of characters; spaces follow the word */
export const toned = (word: Toned, width = 0, stream: NodeJS.WritableStream = process.stdout): string =>
  styleText(COLORS[word], word, { stream }) + " ".repeat(Math.max(0, width - word.length));
