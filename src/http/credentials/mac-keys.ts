import { hkdfSync } from "node:crypto";

/** The first key makes MACs; every key checks them. */
export type MacKeys = readonly [Buffer, ...Buffer[]];

/** The keys for one purpose, from the installation's secret and the one it replaces, if any (RFC 5869). */
export function macKeys(purpose: "cursor" | "challenge", secret: Buffer, former: Buffer | null): MacKeys {
  const keyOf = (from: Buffer): Buffer => Buffer.from(hkdfSync("sha256", from, "", `turnpike ${purpose}`, 32));
  return [keyOf(secret), ...(former ? [keyOf(former)] : [])];
}
