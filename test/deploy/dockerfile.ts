// Parses a valid Dockerfile line by line, as far as its tests need it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../docs/pages.ts";

export interface Instruction {
  readonly keyword: string;
  readonly args: string;
}

export const readDockerfile = (): string => readFileSync(join(ROOT, "Dockerfile"), "utf8");

export const instructionsOf = (text: string): readonly Instruction[] =>
  text
    .replace(/^#.*$/gm, "")
    .replace(/\\\n\s*/g, "")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const [, keyword = "", args = ""] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
      return { keyword, args };
    });

/** Its stages in order, each with the instructions after its FROM, whose image has the arguments' defaults. */
export function stagesOf(text: string): readonly { readonly image: string; readonly steps: readonly Instruction[] }[] {
  const stages: { image: string; steps: Instruction[] }[] = [];
  const defaults = new Map<string, string>();
  for (const instruction of instructionsOf(text)) {
    const [word = ""] = instruction.args.split(" ");
    if (instruction.keyword === "ARG" && stages.length === 0) {
      const [name = "", value = ""] = word.split("=");
      defaults.set(`\${${name}}`, value);
    } else if (instruction.keyword === "FROM") stages.push({ image: defaults.get(word) ?? word, steps: [] });
    else stages.at(-1)?.steps.push(instruction);
  }
  return stages;
}
