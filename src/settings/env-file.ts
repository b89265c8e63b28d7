// Files of settings as systemd reads them (EnvironmentFile=): NAME=value, comments with # or ;, a value may be quoted.
import { readFileSync } from "node:fs";

export interface EnvFiles {
  readonly environment: Readonly<Record<string, string>>;
  /** The file that each name comes from, by name. */
  readonly origins: ReadonlyMap<string, string>;
  /** Lines that systemd would ignore, and files that cannot be read, without their contents. */
  readonly problems: readonly string[];
  /** Names that an earlier file sets to something else. */
  readonly warnings: readonly string[];
}

const LINE = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/;

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

function settingsIn(file: string, problems: string[]): (readonly [name: string, value: string])[] {
  const lines = textOf(file, problems).split(/\r?\n/);
  return lines.flatMap((text, index) => {
    const line = text.trim();
    if (line === "" || /^[#;]/.test(line)) return [];
    const [, name, value] = LINE.exec(line) ?? [];
    if (name !== undefined && value !== undefined) return [[name, unquoted(value)] as const];
    problems.push(`${file}: line ${index + 1} is not NAME=value, so systemd ignores it`);
    return [];
  });
}

function textOf(file: string, problems: string[]): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "unknown";
    problems.push(`${file} cannot be read (${code})`);
    return "";
  }
}

const unquoted = (value: string): string => value.trim().replace(/^(["'])(.*)\1$/, "$2");
