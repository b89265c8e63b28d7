// Prints the software bill of materials (CycloneDX) of what an installation runs: the packages that it installs, and
// those that the build puts into its own files. `npm run --silent sbom`; the image omits what --without names.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const OUTPUT_BYTES_MAX = 67_108_864;
/** The code of the product, and the build's list of what it bundles. */
const [CODE, LIST] = ["src", "scripts/bundle-packages.js"];
/** The package of an import, unless only its types are imported. */
const IMPORT = /(?<!\bimport type[^;]*)(?:\bfrom|\bimport)\s*\(?"((?:@[\w.-]+\/)?[a-z][\w.-]*)[^"]*"/g;
const LISTED = /^ {2}"((?:@[\w.-]+\/)?[a-z][\w.-]*)[^"]*",$/gm;
/** A part of the contracts, whose code src contains (scripts/compile-contracts.js). */
const COMPILED = "@openzeppelin/contracts";

const { name, version, dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));

function bundled() {
  const files = readdirSync(join(ROOT, CODE), { recursive: true }).filter((file) => /\.tsx?$/.test(file));
  const text = files.map((file) => readFileSync(join(ROOT, CODE, file), "utf8")).join("\n");
  const list = readFileSync(join(ROOT, LIST), "utf8");
  const used = new Set([...text.matchAll(IMPORT), ...list.matchAll(LISTED)].map(([, found]) => found).concat(COMPILED));
  return Object.keys(devDependencies).filter((each) => used.has(each));
}

/** The references of the roots and of everything they need. */
function reached(bom, roots, without) {
  const needs = new Map(bom.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  const isLeftOut = (ref) => without.some((prefix) => ref.startsWith(prefix));
  const found = new Set();
  const waiting = [...roots];
  for (let ref = waiting.pop(); ref !== undefined; ref = waiting.pop()) {
    if (found.has(ref)) continue;
    found.add(ref);
    waiting.push(...(needs.get(ref) ?? []));
  }
  // Dependencies of the packages left out stay: they are still installed.
  return new Set([...found].filter((ref) => !isLeftOut(ref)));
}

function billOfMaterials(without) {
  const args = ["sbom", "--sbom-format=cyclonedx", "--sbom-type=application", "--package-lock-only"];
  const options = { cwd: ROOT, encoding: "utf8", maxBuffer: OUTPUT_BYTES_MAX, stdio: ["ignore", "pipe", "pipe"] };
  const bom = JSON.parse(execFileSync("npm", args, options));
  const direct = [...Object.keys(dependencies), ...bundled()];
  const pins = { ...dependencies, ...devDependencies };
  const found = reached(
    bom,
    direct.map((each) => `${each}@${pins[each]}`),
    without,
  );
  const self = `${name}@${version}`;
  return {
    ...bom,
    metadata: { ...bom.metadata, component: { ...bom.metadata.component, name } },
    components: bom.components.filter((component) => found.has(component["bom-ref"])),
    dependencies: bom.dependencies
      .filter(({ ref }) => ref === self || found.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => found.has(each)) })),
  };
}

const [option, list = ""] = process.argv.slice(2);
const without = option === "--without" ? list.split(",") : [];
process.stdout.write(`${JSON.stringify(billOfMaterials(without), null, 2)}\n`);
