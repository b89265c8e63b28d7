// The rendered guides, which `npm run build` writes (scripts/guides).
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const GUIDES_PATH = "/docs";
export const REFERENCE_PATH = `${GUIDES_PATH}/reference`;

export interface Guide {
  readonly path: string;
  readonly title: string;
  /** The article. Samples mark the address of the server with `<var>`. */
  readonly html: string;
  readonly headings: readonly { readonly id: string; readonly words: string }[];
  readonly markdown: string;
}

export interface ListedGuide extends Pick<Guide, "path" | "title"> {
  /** Its first sentence. */
  readonly about: string;
}

export interface Guides {
  /** The navigation. */
  readonly sections: readonly {
    readonly title: string;
    readonly pages: readonly ListedGuide[];
  }[];
  readonly pages: readonly Guide[];
}

/** Resolves from src/pages/guides, dist/pages/guides and dist-test/pages/guides. */
const FILE = fileURLToPath(new URL("../../../dist/guides.json", import.meta.url));

let read: Guides | null = null;

/** @throws Error if they were not built */
export function guides(): Guides {
  try {
    read ??= JSON.parse(readFileSync(FILE, "utf8")) as Guides;
    return read;
  } catch (error) {
    throw new Error(`${FILE} cannot be read, which /docs needs: npm run build makes it`, { cause: error });
  }
}
