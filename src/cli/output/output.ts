// Command output: lines for a person or one JSON object for a script, and failures.
import { ConfigError } from "../../settings/config.ts";
import { writeError } from "./usage-errors.ts";

export interface OutputOptions {
  readonly json?: boolean;
}

export function print(options: OutputOptions, json: unknown, lines: readonly string[]): void {
  process.stdout.write(options.json ? `${JSON.stringify(json)}\n` : `${lines.join("\n")}\n`);
}

/** A failure that the user can fix; only its message is shown. */
export class CommandError extends Error {}

/** What to tell of anything that was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Writes the failure to standard error and sets the exit code: 2 for settings, 1 for anything else. */
export function reportFailure(error: unknown): void {
  writeError(messageOf(error));
  process.exitCode = error instanceof ConfigError ? 2 : 1;
}
