// What may stand behind a fence, and what is done with such a block. A page with another one fails.
export const FENCES = {
  /** Run, in the order of the page, in one shell; every command of it must succeed. */
  sh: "run",
  /** Run, and its last command must fail: the page shows what a failure looks like. */
  "sh fails": "run",
  /** Run, and stays up until the page's end, where Ctrl-C must end it in order. */
  "sh stays": "run",
  /** For an operator's machine, with what is not everywhere: parsed, and each command, flag, unit and file of it must exist. */
  "sh operator": "check",
  /** What a developer runs in the project: each script, file and package in it must exist. */
  "sh developer": "check",
  /** Part of what the block before has printed. */
  "text output": "output",
  /** All of what the block before has printed, as JSON. */
  "json answer": "output",
  /** A picture made of characters. */
  text: "picture",
  /** Settings for an EnvironmentFile: each must be one of the program's, with a value that it takes. */
  "ini settings": "parse",
  json: "parse",
  "json chains-file": "parse",
  "json rates-file": "parse",
  /** All of a page are one module, which must compile with the strictest settings. */
  ts: "compile",
} as const;

export type Fence = keyof typeof FENCES;

export const isFence = (info: string): info is Fence => info in FENCES;
