// Faults that fail any test at its end (page.ts).
import type { BrowserContext, ConsoleMessage, Request, Response } from "playwright-core";

export const FAULT_KINDS = ["policy", "script", "console", "elsewhere", "asset", "server"] as const;

/**
 * policy: a content security policy violation. script: an uncaught error. console: a logged error. elsewhere: a request
 * to another origin. asset: a part of the page failed to load. server: a 5xx response.
 */
export type FaultKind = (typeof FAULT_KINDS)[number];

export interface Fault {
  readonly kind: FaultKind;
  /** The fault and its place, on one line. */
  readonly what: string;
}

/** A fault that a test causes on purpose. */
export interface Allowance {
  readonly kind: FaultKind;
  readonly what: RegExp;
  readonly why: string;
}

/** Resource types other than the document itself and its program's requests. */
const ASSET_TYPES = ["stylesheet", "script", "image", "font", "media", "manifest", "texttrack"];
/** Chromium's own line for each unsuccessful response; the response itself is judged on arrival (see `judge`). */
const ANSWER_LINE = /^Failed to load resource: the server responded with a status of/;
const POLICY_LINE = /Content Security Policy|Content-Security-Policy/i;
/** Leaving a page aborts its pending requests. */
const LEFT = "net::ERR_ABORTED";
const TELL = "__tellPolicyFault";

/** Watches all pages of a context, including those opened later. The returned list grows as faults happen. */
export async function watchFaults(context: BrowserContext, origins: readonly string[]): Promise<Fault[]> {
  const faults: Fault[] = [];
  const note = (kind: FaultKind, what: string) => void faults.push({ kind, what });
  await context.exposeBinding(TELL, (_source, what: string) => note("policy", what));
  await context.addInitScript(tellPolicyFaults, TELL);
  context.on("weberror", (error) => note("script", readable(error.error())));
  context.on("console", (message) => judgeLine(message, note));
  context.on("request", (request) => {
    if (!isFrom(request.url(), origins)) note("elsewhere", `${request.resourceType()} ${request.url()}`);
  });
  context.on("requestfailed", (request) => judgeFailed(request, note));
  context.on("response", (response) => judge(response, note));
  context.on("page", (page) =>
    page.on("websocket", (socket) => {
      if (!isFrom(socket.url().replace(/^ws/, "http"), origins)) note("elsewhere", `websocket ${socket.url()}`);
    }),
  );
  return faults;
}

type Note = (kind: FaultKind, what: string) => void;

/** Runs in each document before its own scripts; the page's policy does not apply to it. */
function tellPolicyFaults(tell: string): void {
  const told = (window as unknown as Record<string, (what: string) => void>)[tell];
  document.addEventListener("securitypolicyviolation", (event) => {
    const { effectiveDirective, blockedURI, sourceFile, lineNumber, sample, documentURI } = event;
    const place = sourceFile ? `${sourceFile}:${lineNumber}` : documentURI;
    told?.(`${effectiveDirective} refused ${blockedURI}${sample && ` (${sample})`} at ${place}`);
  });
}

function judgeLine(message: ConsoleMessage, note: Note): void {
  const text = message.text();
  const { url, lineNumber } = message.location();
  if (POLICY_LINE.test(text)) note("policy", text);
  else if (message.type() === "error" && !ANSWER_LINE.test(text)) note("console", `${text} (${url}:${lineNumber})`);
}

function judgeFailed(request: Request, note: Note): void {
  const reason = request.failure()?.errorText ?? "";
  if (reason !== LEFT) note("asset", `${request.url()}: ${reason}`);
}

function judge(response: Response, note: Note): void {
  const status = response.status();
  const type = response.request().resourceType();
  if (status >= 500) note("server", `${response.url()} was answered ${status}`);
  else if (status >= 400 && ASSET_TYPES.includes(type)) note("asset", `${response.url()} was answered ${status}`);
}

const isFrom = (url: string, origins: readonly string[]): boolean =>
  /^(data|blob|about):/.test(url) || origins.includes(new URL(url).origin);

const readable = (error: Error): string => error.stack?.split("\n").slice(0, 3).join(" ") ?? error.message;
