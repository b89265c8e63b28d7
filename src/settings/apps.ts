// The apps that may open payment links.

export interface AndroidApp {
  readonly packageName: string;
  /** SHA-256 of its signing certificates: 32 upper-case hex pairs, separated by colons. */
  readonly fingerprints: readonly string[];
}

const PACKAGE = /^[A-Za-z]\w*(\.[A-Za-z]\w*)+$/;
const FINGERPRINT = /^[0-9A-F]{2}(:[0-9A-F]{2}){31}$/;
/** A team id and a bundle id. */
const APPLE_APP = /^[A-Z0-9]{10}(\.[A-Za-z0-9-]+)+$/;

/** `package=fingerprint`, comma-separated; an app with several certificates has several entries. */
export function androidApps(value: string): readonly AndroidApp[] | undefined {
  if (value === "none") return [];
  const byPackage = new Map<string, string[]>();
  for (const entry of value.split(",")) {
    const [packageName = "", fingerprint = "", ...more] = entry.trim().split("=");
    const upper = fingerprint.toUpperCase();
    if (!PACKAGE.test(packageName) || !FINGERPRINT.test(upper) || more.length > 0) return undefined;
    byPackage.set(packageName, [...(byPackage.get(packageName) ?? []), upper]);
  }
  return [...byPackage].map(([packageName, fingerprints]) => ({ packageName, fingerprints }));
}

export function iosApps(value: string): readonly string[] | undefined {
  if (value === "none") return [];
  const apps = value.split(",").map((app) => app.trim());
  return apps.every((app) => APPLE_APP.test(app)) ? apps : undefined;
}
