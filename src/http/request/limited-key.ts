// What a key makes must not outlive it, or be usable from more addresses.
import { isInNetworks } from "../../merchant/ip-address.ts";
import type { KeyCaller } from "./caller.ts";
import { RequestError } from "./request-error.ts";

type Limits = Pick<KeyCaller, "liveMs" | "allowedAddresses">;

const MS_PER_S = 1_000;

/** Users and tills have no such limits. */
const isLimited = ({ liveMs, allowedAddresses }: Limits): boolean => liveMs !== null || allowedAddresses.length > 0;

/** Users, devices and webhook endpoints cannot inherit a key's limits. @throws RequestError forbidden */
export function refuseLimitedKey(caller: Limits): void {
  if (!isLimited(caller)) return;
  const message =
    "A key that expires, or that is limited to some addresses, may not do this: users, tills and webhook endpoints " +
    "would outlive it or be used from elsewhere. Use a key without limits, or sign in as a user";
  throw new RequestError("forbidden", { message });
}

/**
 * A payment link must end with the key that makes or prolongs it. An address limits no link: buyers open it.
 * @param expiresAtS of the link; null: never
 * @throws RequestError params_validation
 */
export function refuseLaterThanKey({ liveMs }: Limits, expiresAtS: number | null, nowS: number): void {
  if (liveMs === null) return;
  const latestS = Math.floor(nowS + liveMs / MS_PER_S);
  if (expiresAtS !== null && expiresAtS <= latestS) return;
  throw invalid("expiresAt", `is required, and must not be later than your key's expiry: ${latestS}`);
}

interface KeyLimits {
  readonly expiresAt: Date | null;
  readonly allowedAddresses: readonly string[];
}

/** The limits of a new key: at least those of the key that makes it. @throws RequestError params_validation */
export function withinKey(caller: Limits, asked: KeyLimits, nowMs: number): KeyLimits {
  if (!isLimited(caller)) return asked;
  const { liveMs, allowedAddresses: own } = caller;
  const latest = liveMs === null ? null : new Date(Math.floor(nowMs + liveMs));
  if (latest && asked.expiresAt && asked.expiresAt > latest) {
    throw invalid("expiresAt", `must not be later than your own key's: ${latest.toISOString()}`);
  }
  const isWithin = (network: string) =>
    own.includes(network) || (/^[^/]+(\/32|\/128)?$/.test(network) && isInNetworks(own, network.split("/")[0] ?? ""));
  if (own.length > 0 && !asked.allowedAddresses.every(isWithin)) {
    throw invalid("allowedAddresses", "must be networks of your own key, or addresses in them");
  }
  return {
    expiresAt: asked.expiresAt ?? latest,
    allowedAddresses: asked.allowedAddresses.length > 0 ? asked.allowedAddresses : own,
  };
}

const invalid = (field: string, message: string): RequestError =>
  new RequestError("params_validation", { issues: [{ field, message }] });
