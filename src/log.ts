// The log: JSON lines on standard error, which leaves standard output to the command.
import pino, { type DestinationStream, type Logger } from "pino";
import { Outage } from "./operations/errors/outage.ts";
import type { LogLevel } from "./settings/config.ts";
import { VERSION } from "./version.ts";

/**
 * The logged part of an error. Other properties are left out: database errors carry their connection, and chain errors
 * carry URLs and request bodies.
 */
function describeError(error: unknown, hasStack = true): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const isTraced = hasStack && !(error instanceof Outage);
  const { name, message } = error;
  const stack = isTraced ? { stack: error.stack } : {};
  const code = "code" in error ? { code: String(error.code) } : {};
  const cause = error.cause === undefined ? {} : { cause: describeError(error.cause, isTraced) };
  return { name, message, ...code, ...stack, ...cause };
}

/** Bytes that wait for a reader that has stopped reading; beyond them lines are dropped rather than memory filled. */
const WAITING_BYTES_MAX = 16_777_216;
/** Lines wait this long for others: a write for each line would cost a request as much CPU as its statement. */
const WRITTEN_AFTER_MS = 10;

/**
 * Written in the background, so that no request waits for the reader of the log; `kill -9` may lose the last few
 * milliseconds. An exit or a crash writes the rest first.
 */
function openStandardError(): DestinationStream {
  const file = pino.destination({ dest: 2, sync: false, maxLength: WAITING_BYTES_MAX });
  let lines = "";
  const write = (): void => {
    const written = lines;
    lines = "";
    file.write(written);
  };
  process.once("exit", () => {
    if (lines === "") return;
    write();
    file.flushSync();
  });
  return {
    write(line) {
      if (lines === "") setTimeout(write, WRITTEN_AFTER_MS);
      lines += line;
    },
  };
}

/** Formatted once per millisecond. */
function createIsoTime(): () => string {
  let [ms, text] = [0, ""];
  return () => {
    const now = Date.now();
    if (now !== ms) [ms, text] = [now, `,"time":"${new Date(now).toISOString()}"`];
    return text;
  };
}

const isoTime = createIsoTime();

let opened: DestinationStream | null = null;

/** One for all logs of the process, so that their lines stay in order. */
function standardError(): DestinationStream {
  opened ??= openStandardError();
  return opened;
}

/**
 * @param role of this process, if it is a service
 * @param fields of each line, at the time when it is written
 */
export function openLog(
  level: LogLevel,
  to: DestinationStream = standardError(),
  role?: string,
  fields?: () => object,
): Logger {
  const base = { ...(role !== undefined && { role }), pid: process.pid, version: VERSION };
  const serializers = { err: (error: unknown) => describeError(error) };
  return pino({ level, base, timestamp: isoTime, serializers, ...(fields && { mixin: fields }) }, to);
}
