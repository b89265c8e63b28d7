// Checks where webhook endpoints may be.
import { isIP } from "node:net";

export interface UrlRules {
  /** Allows endpoints on this machine, over http as well: for development. */
  readonly allowsLocal: boolean;
  /** Whether endpoints may be at this address. */
  isAllowed(address: string): boolean;
}

/** Why the URL cannot be an endpoint's; null if it can. The addresses of a name are judged at each attempt. */
export function urlFault(text: string, { allowsLocal, isAllowed }: UrlRules): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url) return "must be a URL";
  if (url.username !== "" || url.password !== "") return "must not contain credentials";
  if (url.hash !== "") return "must not have a fragment";
  if (isLoopback(url.hostname)) {
    const isWeb = url.protocol === "http:" || url.protocol === "https:";
    return allowsLocal && isWeb ? null : "must be on the public internet";
  }
  if (url.protocol !== "https:") return "must be an https URL";
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  return isIP(host) === 0 || isAllowed(host) ? null : "must be on the public internet";
}

const LOOPBACK = /^(?:(?:.+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])\.?$/;

/** @param hostname as the URL parser normalises it */
export const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname);
