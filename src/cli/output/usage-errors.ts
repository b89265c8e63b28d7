// Errors about the words of a command line, in the form of every other error.
import { styleText } from "node:util";
import type { Command } from "commander";

/** Each line of an error, with one prefix; red where the terminal shows colours. */
export function writeError(text: string): void {
  const prefix = styleText("red", "turnpike:", { stream: process.stderr });
  process.stderr.write(`${text.trimEnd().replace(/^/gm, `${prefix} `)}\n`);
}

/** Applies to the command and all below it: settings of Commander do not reach commands that are added later. */
export function reportUsageErrors(command: Command, parents = ""): void {
  const name = `${parents}${command.name()}`;
  command.configureOutput({
    outputError: (text) => writeError(`${text.replace(/^error: /, "").trimEnd()}\nRun ${name} --help for usage.`),
  });
  for (const each of command.commands) reportUsageErrors(each, `${name} `);
}
