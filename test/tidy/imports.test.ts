// Imports point one way between the folders of src/, and between the sub-folders of a layer. There are no cycles.
import { describe, expect, test } from "vitest";
import { CODE, folderOf, importsOf, inSrc, isWithin, LOCALES, loadsOf, sources } from "./sources.ts";

/**
 * Imports point one way. These are the folders that each folder of src/ may import, in addition to itself and packages.
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  "ids.ts": [],
  concurrency: [],
  validation: [],
  money: [],
  payment: ["money"],
  merchant: ["money", "payment/branding/branding.ts"],
  events: ["money", "payment", "merchant"],
  mail: ["payment", "merchant"],
  contract: ["money", "payment", "merchant", "events", "mail/kinds.ts", "pages/messages/languages.ts"],
  operations: ["money", "payment", "merchant", "events", "mail", "ids.ts"],
  store: [
    "settings/database-url.ts",
    "concurrency",
    "operations",
    "money",
    "payment",
    "merchant",
    "events",
    "mail",
    "ids.ts",
  ],
  chains: ["concurrency", "operations", "money", "payment", "settings/config-issues.ts"],
  rates: ["operations", "outbound", "money", "payment", "settings/config-issues.ts"],
  screening: ["operations", "money"],
  outbound: ["mail"],
  logos: ["concurrency", "operations", "outbound", "merchant"],
  [LOCALES]: [],
  pages: [LOCALES, "operations", "contract", "money", "payment", "merchant", "mail", "releases.ts"],
  http: [
    "settings/apps.ts",
    "settings/rate-limits.ts",
    "concurrency",
    "validation",
    "operations",
    "contract",
    "pages",
    "money",
    "payment",
    "merchant",
    "events",
    "mail",
    "ids.ts",
    "version.ts",
    "releases.ts",
  ],
  workers: ["operations"],
  monitoring: ["operations", "payment"],
  client: ["contract", "money", "payment"],
  "server-client": ["client", "contract", "money/fiat.ts"],
  // The browser imports only data of the pages, never the rendering.
  browser: [
    LOCALES,
    "client",
    "contract",
    "events",
    "money",
    "payment",
    "pages/messages",
    "pages/checkout/data.ts",
    "pages/checkout/qr-path.ts",
    "pages/checkout/token-mark.ts",
  ],
  settings: ["validation", "payment", "screening", "mail"],
  "log.ts": ["operations/errors/outage.ts", "settings/config.ts", "version.ts"],
  "version.ts": [],
  "releases.ts": [],
};
/** Folders from which only types may be imported: an editor finds the code, and none of it is loaded. */
const MAY_IMPORT_TYPES: Readonly<Record<string, readonly string[]>> = {
  http: ["store"],
  [LOCALES]: ["pages/messages"],
};
/** These wire everything together and may import everything. */
const WIRING = ["service", "cli", "local"];

/** Within these, imports between sub-folders point one way as well: a sub-folder or a loose file is one place. */
const LAYERS = [
  "payment",
  "contract",
  "operations",
  "http",
  "http/console",
  "http/routes",
  "store",
  "chains/evm",
  "cli",
  "local",
];
const isCode = (file: string): boolean => CODE.test(file);

function cyclesIn(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const cycles: string[] = [];
  const done = new Set<string>();
  const visit = (place: string, path: readonly string[]): void => {
    if (path.includes(place)) cycles.push([...path.slice(path.indexOf(place)), place].join(" → "));
    if (path.includes(place) || done.has(place)) return;
    for (const target of graph.get(place) ?? []) visit(target, [...path, place]);
    done.add(place);
  };
  for (const place of graph.keys()) visit(place, []);
  return cycles;
}

describe("imports", () => {
  test("point one way between folders", () => {
    const wrong = sources.flatMap((file) => {
      const folder = folderOf(file);
      if (WIRING.includes(folder)) return [];
      const allowed = MAY_IMPORT[folder];
      if (!allowed) return [`${inSrc(file)} is in an unknown folder`];
      const mayType = MAY_IMPORT_TYPES[folder] ?? [];
      const loads = loadsOf(file);
      return importsOf(file)
        .filter((target) => folderOf(target) !== folder && !allowed.some((each) => isWithin(inSrc(target), each)))
        .filter((target) => loads.includes(target) || !mayType.some((each) => isWithin(inSrc(target), each)))
        .map((target) => `${inSrc(file)} imports ${inSrc(target)}`);
    });
    expect(wrong).toEqual([]);
  });

  test("have no cycles", () => {
    const graph = new Map(sources.map((file) => [inSrc(file), importsOf(file).filter(isCode).map(inSrc)]));
    expect(cyclesIn(graph)).toEqual([]);
  });

  test.each(LAYERS)("point one way between the sub-folders of %s", (layer) => {
    const placeOf = (file: string): string =>
      inSrc(file)
        .slice(layer.length + 1)
        .split("/")[0] ?? "";
    const within = (file: string): boolean => isWithin(inSrc(file), layer);
    const graph = new Map<string, string[]>();
    for (const file of sources.filter(within)) {
      const targets = importsOf(file).filter(within).map(placeOf);
      const place = placeOf(file);
      graph.set(place, [...(graph.get(place) ?? []), ...targets.filter((target) => target !== place)]);
    }
    expect(graph.size).toBeGreaterThan(1);
    expect(cyclesIn(graph)).toEqual([]);
  });
});
