// The allowed kinds of code block and their treatment. A page with another kind fails.
export const FENCES = {
  /** Run in the order of the page, in one shell. Every command must succeed. */
  sh: "run",
  /** Run, and its last command must fail: the page shows a failure. */
  "sh fails": "run",
  /** Run in the foreground until the page's end, where Ctrl-C must end it cleanly. */
  "sh stays": "run",
  /** Meant for an operator's machine, so only parsed. Each command, flag, unit and file must exist. */
  "sh operator": "check",
  /** Meant for developers of the project. Each script, file and package must exist. */
  "sh developer": "check",
  /** Part of the previous block's output. */
  "text output": "output",
  /** All of the previous block's output, as JSON. */
  "json answer": "output",
  /** A diagram in text. */
  text: "picture",
  /** Settings for an EnvironmentFile. Each must exist and have a valid value. */
  "ini settings": "parse",
  /** Configuration of PostgreSQL or pgBackRest, which an operator's test uses. */
  "ini postgresql": "operator",
  json: "parse",
  "json chains-file": "parse",
  "json rates-file": "parse",
  /** A webhook handler in CommonJS. */
  "js commerce-handler": "handler",
  /** Parts of one program for each language; test/operator/guide-samples.test.ts runs it against a server. */
  "sh program": "operator",
  "js program": "operator",
  "python program": "operator",
  "php program": "operator",
  /** Programs that verify a webhook; test/operator/webhook-samples.test.ts runs them against deliveries. */
  "sh verify": "operator",
  "python verify": "operator",
  "php verify": "operator",
  "js verify": "operator",
  /** All blocks of a page form one module, which must compile with the strictest settings. */
  ts: "compile",
} as const;

export type Fence = keyof typeof FENCES;

export const isFence = (info: string): info is Fence => info in FENCES;
