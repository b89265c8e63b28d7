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

export const openLog = (level: LogLevel, to: DestinationStream = pino.destination(2)): Logger =>
  pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: describeError } }, to);
