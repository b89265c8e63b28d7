// The log: JSON lines on standard error, which leaves standard output to the command.
import pino, { type DestinationStream, type Logger } from "pino";
import type { LogLevel } from "./settings/config.ts";

/**
 * The logged part of an error. Other properties are left out: database errors carry their connection, and chain errors
 * carry URLs and request bodies.
 */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack } = error;
  const code = "code" in error ? { code: String(error.code) } : {};
  const cause = error.cause === undefined ? {} : { cause: describeError(error.cause) };
  return { name, message, ...code, stack, ...cause };
}

/** Bytes that wait for a reader that has stopped reading; beyond them lines are dropped rather than memory filled. */
const WAITING_BYTES_MAX = 16_777_216;

/**
 * Written in the background, so that no request waits for the reader of the log; `kill -9` may lose the last few
 * milliseconds. An exit or a crash writes the rest first.
 */
const standardError = (): DestinationStream => pino.destination({ dest: 2, sync: false, maxLength: WAITING_BYTES_MAX });

export const openLog = (level: LogLevel, to: DestinationStream = standardError()): Logger =>
  pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: describeError } }, to);
