// The software bill of materials: valid by CycloneDX's own schema, and complete.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import { ROOT } from "../docs/pages.ts";

const require = createRequire(import.meta.url);
const SCHEMAS = join(dirname(require.resolve("@cyclonedx/cyclonedx-library/package.json")), "res/schema");
const schema = (name: string) => JSON.parse(readFileSync(join(SCHEMAS, `${name}.SNAPSHOT.schema.json`), "utf8"));

/** The schemas' references are relative to it. */
const BASE = "http://cyclonedx.org/schema/";
const OUTPUT = { encoding: "utf8", maxBuffer: 16_777_216 } as const;

interface BillOfMaterials {
  readonly specVersion: string;
  readonly components: readonly { readonly "bom-ref": string }[];
  readonly metadata: { readonly component: object };
}

interface Locked {
  readonly version?: string;
  readonly name?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
}

test("it is valid CycloneDX, and lists every runtime package of the lockfile and what the build bundles", () => {
  const bom: BillOfMaterials = JSON.parse(execFileSync(process.execPath, [join(ROOT, "scripts/sbom.js")], OUTPUT));
  const ajv = new Ajv({ strict: false });
  for (const name of ["spdx", "jsf-0.82"]) ajv.addSchema(schema(name), `${BASE}${name}.SNAPSHOT.schema.json`);
  addFormats.default(ajv);
  for (const format of ["iri-reference", "idn-email"]) ajv.addFormat(format, true);
  expect(ajv.validate(schema(`bom-${bom.specVersion}`), bom), ajv.errorsText()).toBe(true);

  const refs = bom.components.map((component) => component["bom-ref"]);
  const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as {
    readonly packages: Readonly<Record<string, Locked>>;
  };
  const runtime = Object.entries(packages)
    .filter(([path, { dev, link }]) => path.startsWith("node_modules/") && !dev && !link)
    .map(([path, { name, version }]) => `${name ?? path.split("node_modules/").at(-1)}@${version}`);
  expect(runtime.length).toBeGreaterThan(50);
  expect(runtime.filter((ref) => !refs.includes(ref))).toEqual([]);
  for (const bundled of ["react@", "@openzeppelin/contracts@", "@opentelemetry/sdk-trace@"]) {
    expect(
      refs.some((ref) => ref.startsWith(bundled)),
      bundled,
    ).toBe(true);
  }
  for (const tool of ["vitest@", "@biomejs/biome@", "vite@"]) {
    expect(
      refs.some((ref) => ref.startsWith(tool)),
      tool,
    ).toBe(false);
  }
  expect(bom.metadata.component).toMatchObject({ name: "turnpike", type: "application" });
});
