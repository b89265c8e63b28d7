// Files of settings as systemd reads them (EnvironmentFile=, src/basic/env-file.c): NAME=value, comments with # or ;. A
// value may be quoted, and may go on in the next line.
import { textOf } from "./files.ts";

export interface EnvFiles {
  readonly environment: Readonly<Record<string, string>>;
  /** The file that each name comes from, by name. */
  readonly origins: ReadonlyMap<string, string>;
  /** Lines that systemd would ignore, and files that cannot be read, without their contents. */
  readonly problems: readonly string[];
  /** Names that an earlier file sets to something else. */
  readonly warnings: readonly string[];
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Parts of a value that come first: in single quotes, in double quotes, or blanks. The file's end closes quotes. */
const QUOTED = /'([^']*)'?|"((?:\\.?|[^"\\])*)"?|[ \t]/gs;
/** The rest of a value, where quotes mean nothing; without blanks at its end. */
const BARE = /(?:[ \t]*(?:\\.?|[^\\ \t\r\n]))*/s;
/** A comment, or a line with a name and perhaps a value. */
const ENTRY = new RegExp(
  `[#;][^\\r\\n]*|(?<key>[^#; \\t\\r\\n][^=\\r\\n]*)(?:=(?<quoted>(?:${QUOTED.source})*)(?<bare>${BARE.source}))?`,
  "gs",
);

/** A later file overrides an earlier one. */
export function readEnvFiles(files: readonly string[]): EnvFiles {
  const environment: Record<string, string> = {};
  const origins = new Map<string, string>();
  const problems: string[] = [];
  const warnings: string[] = [];
  for (const file of files) {
    for (const [name, value] of settingsIn(file, problems)) {
      const earlier = origins.get(name);
      if (earlier !== undefined && environment[name] !== value) {
        warnings.push(`${name} is set in ${earlier} and again in ${file}, where it has another value: ${file} counts`);
      }
      environment[name] = value;
      origins.set(name, file);
    }
  }
  return { environment, origins, problems, warnings };
}

/**
 * Sets a name in a file's text. All else in it stays, comments and order too.
 * @param value without characters that would need quotes
 */
export function withEnvSetting(text: string, name: string, value: string): string {
  const entry = entriesOf(text).findLast((each) => each.name === name);
  if (entry?.value === value) return text;
  const line = `${name}=${value}`;
  if (entry) return text.slice(0, entry.start) + line + text.slice(entry.end);
  return `${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${line}\n`;
}

function settingsIn(file: string, problems: string[]): (readonly [name: string, value: string])[] {
  const text = textOf(file, file, problems) ?? "";
  return entriesOf(text).flatMap(({ name, value, start }) => {
    if (value !== null) return [[name, value] as const];
    const line = text.slice(0, start).split(/\r?\n/).length;
    problems.push(`${file}: line ${line} is not NAME=value, so systemd ignores it`);
    return [];
  });
}

interface Entry {
  readonly name: string;
  /** Null: systemd ignores the line. */
  readonly value: string | null;
  /** Where it stands in the text. */
  readonly start: number;
  readonly end: number;
}

const entriesOf = (text: string): Entry[] =>
  [...text.matchAll(ENTRY)].flatMap(({ 0: { length }, index, groups }) => {
    const { key, quoted, bare } = groups ?? {};
    if (key === undefined) return [];
    const name = key.replace(/[ \t]+$/, "");
    const isSetting = quoted !== undefined && bare !== undefined && NAME.test(name);
    const value = isSetting ? unquoted(quoted) + unescaped(bare) : null;
    return [{ name, value, start: index, end: index + length }];
  });

const unquoted = (text: string): string =>
  text.replace(QUOTED, (_, single?: string, double?: string) => single ?? inDoubleQuotes(double ?? ""));

/** Before other characters than these, a backslash is one. */
const inDoubleQuotes = (text: string): string =>
  text.replace(/\\(["\\`$]|\n|$)/g, (_, escaped: string) => (escaped === "\n" ? "" : escaped));

const unescaped = (text: string): string =>
  text.replace(/\\(.?)/gs, (_, escaped: string) => (/[\r\n]/.test(escaped) ? "" : escaped));
