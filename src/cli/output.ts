// What a command says: lines for a person, or one JSON object for a script; and how it fails.
import { ConfigError } from "../settings/config.ts";

export interface OutputOptions {
  readonly json?: boolean;
}

/** One result: `lines` for a person, `json` for a script. */
export function print(options: OutputOptions, json: unknown, lines: readonly string[]): void {
  process.stdout.write(options.json ? `${JSON.stringify(json)}\n` : `${lines.join("\n")}\n`);
}

/** A failure that the command's user can mend; its message is all they need. */
export class CommandError extends Error {}

/** Says what failed on standard error and sets the exit code: 2 for settings, 1 for all else. */
export function reportFailure(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(message.replace(/^/gm, "turnpike: ").concat("\n"));
  process.exitCode = error instanceof ConfigError ? 2 : 1;
}
