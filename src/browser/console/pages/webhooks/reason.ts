// Why an attempt failed: the English texts that the server writes.
import type { Messages } from "../../../../../locales/console/en.ts";

type Reason = keyof Messages["delivery"]["reasons"];

/** Tried in this order. A pattern's groups fill the text's placeholders. */
const REASONS: readonly (readonly [RegExp, Reason])[] = [
  [/^refused the connection$/, "refused"],
  [/^closed the connection without a response$/, "closed"],
  [/^could not be reached\b/, "unreachable"],
  [/^must be public\b/, "notPublic"],
  [/^took longer than (?<seconds>[\d.]+) s$/, "slow"],
  [/^has no valid TLS certificate \((?<code>\w+)\)$/, "certificate"],
  [/^sent a response that is not HTTP$/, "notHttp"],
  [/^responded with status (?<status>\d+)$/, "status"],
  [/^the event's data has been erased$/, "erased"],
  [/^the endpoint is not served$/, "notServed"],
  [/^this installation could not sign the delivery$/, "notSigned"],
];

interface KnownReason {
  readonly reason: Reason;
  readonly values: Readonly<Record<string, string>>;
}

/** @returns null for a text that this version does not know */
export function reasonIn(error: string): KnownReason | null {
  for (const [pattern, reason] of REASONS) {
    const found = pattern.exec(error);
    if (found) return { reason, values: found.groups ?? {} };
  }
  return null;
}
