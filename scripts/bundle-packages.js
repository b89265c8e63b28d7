// Bundles the packages that are hundreds of files each into one file per entry point and lets the compiled server load
// those. Node spends most of a command's start on finding, reading and linking files, and keeps their text in memory.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { build } from "vite";

const PACKAGES = [
  "@opentelemetry/api",
  "@opentelemetry/context-async-hooks",
  "@opentelemetry/core",
  "@opentelemetry/exporter-trace-otlp-http",
  "@opentelemetry/resources",
  "@opentelemetry/sdk-trace",
  "@fastify/cookie",
  "@fastify/cors",
  "@fastify/static",
  "fast-json-stringify",
  "fastify",
  "kysely",
  "pg",
  "prom-client",
  "typebox",
  "typebox/compile",
  "typebox/error",
  "typebox/value",
  "undici",
  "viem",
  "viem/accounts",
];
const nameOf = (entry) => entry.replace("@", "").replace("/", "-");
const IMPORT = /(\bfrom\s+|\bimport\()"([@a-z][a-z/-]*)"/g;
/** `import One, { two, three as four } from "package"`. */
const NAMED_IMPORT = /\b(?:import|export)\s+(?:(\w+)\s*,?\s*)?(?:\{([^}]*)\}\s*)?from\s+"([@a-z][a-z/-]*)"/g;

/** Removes comments and indentation; names stay, so that stack traces and profiles can be read. */
const SHORT = { compress: false, mangle: false, codegen: { removeWhitespace: true } };

const TRACING = "@opentelemetry/";
const ENTRY = "entry:";
/**
 * Exports what the server imports of a package, so that the rest is left out, in a form in which a CommonJS package has
 * named exports too.
 */
const entriesOf = (imported) => ({
  name: "entries",
  resolveId: (id) => (id.startsWith(ENTRY) ? `\0${id}` : null),
  async load(id) {
    if (!id.startsWith(`\0${ENTRY}`)) return null;
    const entry = id.slice(ENTRY.length + 1);
    const found = Object.keys(await import(entry)).filter((name) => imported.get(entry)?.has(name));
    // Node finds these two only in the CommonJS form, and the bundle has the other one.
    const names = found.filter((name) => !entry.startsWith(TRACING) || !["__esModule", "default"].includes(name));
    return `export { ${names.join(", ")} } from ${JSON.stringify(entry)};`;
  },
});

/** @param out the folder of the compiled server */
export async function bundlePackages(out) {
  const folder = join(out, "packages");
  const files = filesIn(out);
  await build({
    configFile: false,
    logLevel: "warn",
    build: {
      ssr: true,
      outDir: folder,
      target: "node20",
      rolldownOptions: {
        input: Object.fromEntries(PACKAGES.map((entry) => [nameOf(entry), ENTRY + entry])),
        output: { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js", minify: SHORT },
        preserveEntrySignatures: "strict",
      },
    },
    ssr: { noExternal: true },
    plugins: [entriesOf(importedNames(files))],
  });
  for (const file of readdirSync(folder)) escapeText(join(folder, file));
  for (const file of files) redirect(file, folder);
}

/** The client is published: its users bring these packages. */
const filesIn = (out) =>
  readdirSync(out, { recursive: true })
    .filter((file) => file.endsWith(".js") && !["browser", "client", "packages"].includes(file.split(sep)[0]))
    .map((file) => join(out, file));

/** The names that these files import, by package. */
function importedNames(files) {
  const imported = new Map(PACKAGES.map((entry) => [entry, new Set()]));
  for (const file of files) {
    for (const [, standard, named = "", entry] of readFileSync(file, "utf8").matchAll(NAMED_IMPORT)) {
      if (standard) imported.get(entry)?.add("default");
      for (const part of named.split(",")) imported.get(entry)?.add(part.trim().split(/\s/)[0]);
    }
  }
  return imported;
}

/** V8 keeps a text with a single character beyond Latin-1 in two bytes per character. */
function escapeText(file) {
  const escaped = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  writeFileSync(file, readFileSync(file, "utf8").replace(/[^\0-\x7f]/g, escaped));
}

function redirect(file, folder) {
  const text = readFileSync(file, "utf8");
  const changed = text.replace(IMPORT, (whole, before, entry) => {
    if (!PACKAGES.includes(entry)) return whole;
    return `${before}"${relative(dirname(file), join(folder, `${nameOf(entry)}.js`)).replaceAll(sep, "/")}"`;
  });
  if (changed !== text) writeFileSync(file, changed);
}
