// Adds packages of other platforms that npm left out of the lock files because its registry lacks them; `npm ci` fails
// without them on every platform. Run it after `npm install` (npm run lockfile).
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

const FILES = ["../package-lock.json", "../test/runtimes/package-lock.json", "../test/generators/package-lock.json"];
const SYSTEMS = {
  android: "android",
  darwin: "darwin",
  freebsd: "freebsd",
  linux: "linux",
  openharmony: "openharmony",
  win32: "win32",
  windows: "win32",
};
const PROCESSORS = {
  64: "x64",
  amd64: "x64",
  arm: "arm",
  arm64: "arm64",
  ia32: "ia32",
  ppc64: "ppc64",
  riscv64: "riscv64",
  s390x: "s390x",
  x64: "x64",
};

for (const name of FILES) complete(name, new URL(name, import.meta.url));

function complete(name, file) {
  const lock = JSON.parse(readFileSync(file, "utf8"));
  let added = 0;
  for (const [path, entry] of Object.entries(lock.packages)) {
    for (const [dependency, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (isThere(lock, path, dependency)) continue;
      lock.packages[`node_modules/${dependency}`] = {
        version,
        ...platformOf(dependency),
        ...(entry.dev && { dev: true }),
        optional: true,
      };
      added += 1;
    }
  }
  const unverified = [];
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path === "" || entry.link || entry.integrity) continue;
    // Only an alias has a name; any other package is named by its folder.
    const name = entry.name ?? path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    const integrity = integrityOf(name, entry.version);
    if (integrity) entry.integrity = integrity;
    else unverified.push(`${path} ${entry.version}`);
  }
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`${added} packages of other platforms added to ${name}`);
  for (const entry of unverified) console.log(`without integrity, because the registry does not have it: ${entry}`);
}

/** The package's hash (Subresource Integrity), with which npm refuses any other content; null if it is unknown. */
function integrityOf(name, version) {
  try {
    const text = execFileSync("npm", ["view", `${name}@${version}`, "dist.integrity"], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    return text.toString().trim() || null;
  } catch {
    return null; // E404
  }
}

/** Whether Node's resolution finds the package from the dependent's folder. */
function isThere(lock, path, name) {
  for (let folder = path; ; folder = folder.slice(0, Math.max(folder.lastIndexOf("/node_modules/"), 0))) {
    if (lock.packages[`${folder ? `${folder}/` : ""}node_modules/${name}`]) return true;
    if (folder === "" || !folder.includes("/")) return false;
  }
}

/** System and processor, from the package's name. Without them npm would install it everywhere. */
function platformOf(name) {
  const words = name.split(/[-/]/);
  const os = words.map((word) => SYSTEMS[word]).find(Boolean);
  const cpu = words.map((word) => PROCESSORS[word]).find(Boolean);
  if (!os || !cpu) throw new Error(`${name}: unknown platform. Add it to package-lock.json by hand.`);
  return { cpu: [cpu], os: [os] };
}
