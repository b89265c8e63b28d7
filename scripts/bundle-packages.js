// Bundles the packages that are hundreds of files each into one file per entry point and lets the compiled server load
// those. Node spends most of a command's start on finding, reading and linking files.
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

const TRACING = "@opentelemetry/";
const ENTRY = "entry:";
/** Exports what Node finds in a package, so that a CommonJS package has named exports in the bundle too. */
const entries = {
  name: "entries",
  resolveId: (id) => (id.startsWith(ENTRY) ? `\0${id}` : null),
  async load(id) {
    if (!id.startsWith(`\0${ENTRY}`)) return null;
    const entry = id.slice(ENTRY.length + 1);
    const found = Object.keys(await import(entry)).filter((name) => /^\w+$/.test(name));
    // Node finds these two only in the CommonJS form, and the bundle has the other one.
    const names = found.filter((name) => !entry.startsWith(TRACING) || !["__esModule", "default"].includes(name));
    return `export { ${names.join(", ")} } from ${JSON.stringify(entry)};`;
  },
};

/** @param out the folder of the compiled server */
export async function bundlePackages(out) {
  const folder = join(out, "packages");
  await build({
    configFile: false,
    logLevel: "warn",
    build: {
      ssr: true,
      outDir: folder,
      minify: false,
      target: "node20",
      rolldownOptions: {
        input: Object.fromEntries(PACKAGES.map((entry) => [nameOf(entry), ENTRY + entry])),
        output: { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
        preserveEntrySignatures: "strict",
      },
    },
    ssr: { noExternal: true },
    plugins: [entries],
  });
  for (const file of filesIn(out)) redirect(file, folder);
}

/** The client is published: its users bring these packages. */
const filesIn = (out) =>
  readdirSync(out, { recursive: true })
    .filter((file) => file.endsWith(".js") && !["browser", "client", "packages"].includes(file.split(sep)[0]))
    .map((file) => join(out, file));

function redirect(file, folder) {
  const text = readFileSync(file, "utf8");
  const changed = text.replace(IMPORT, (whole, before, entry) => {
    if (!PACKAGES.includes(entry)) return whole;
    return `${before}"${relative(dirname(file), join(folder, `${nameOf(entry)}.js`)).replaceAll(sep, "/")}"`;
  });
  if (changed !== text) writeFileSync(file, changed);
}
