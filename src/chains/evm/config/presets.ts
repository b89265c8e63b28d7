// Expands the presets in the chains file. An entry's own fields override its preset.
import type { ConfigIssue } from "../../../settings/config-issues.ts";
import type { ChainPreset } from "./presets/preset.ts";
import { PRESETS } from "./presets/presets.ts";

type Entry = Readonly<Record<string, unknown>>;

/** @returns the file without presets, not yet validated further */
export function expandPresets(json: unknown): { readonly json: unknown; readonly issues: readonly ConfigIssue[] } {
  if (!Array.isArray(json)) return { json, issues: [] };
  const expanded = json.map((entry: unknown, index) => expandEntry(entry, String(index)));
  return { json: expanded.map((one) => one.json), issues: expanded.flatMap(({ issues }) => issues) };
}

interface Expanded {
  readonly json: unknown;
  readonly issues: readonly ConfigIssue[];
}

function expandEntry(entry: unknown, path: string): Expanded {
  if (!isRecord(entry)) return { json: entry, issues: [] };
  const { preset: name, ...own } = entry;
  if (name === undefined) return withAssets(own, null, path);
  const preset = typeof name === "string" && Object.hasOwn(PRESETS, name) ? PRESETS[name] : undefined;
  if (!preset) {
    return {
      json: own,
      issues: [{ field: `${path}.preset`, message: `must be one of ${listed(Object.keys(PRESETS))}` }],
    };
  }
  if (own.caip2 !== undefined && own.caip2 !== preset.caip2) {
    const message = `must be left out or be ${preset.caip2}, the chain of the preset ${name}`;
    return { json: own, issues: [{ field: `${path}.caip2`, message }] };
  }
  return withAssets({ ...preset, assets: Object.keys(preset.assets), ...own }, preset, path);
}

/** Replaces asset names with the preset's assets. */
function withAssets(entry: Entry, preset: ChainPreset | null, path: string): Expanded {
  const { assets } = entry;
  if (!Array.isArray(assets)) return { json: entry, issues: [] };
  const known = preset?.assets ?? {};
  const issues = assets.flatMap((asset: unknown, at): ConfigIssue[] => {
    if (typeof asset !== "string" || Object.hasOwn(known, asset)) return [];
    const message = preset
      ? `must be one of ${listed(Object.keys(known))}, or a complete asset`
      : "must be a complete asset: only an entry with a preset can refer to assets by name";
    return [{ field: `${path}.assets.${at}`, message }];
  });
  const full = assets.map((asset: unknown) => (typeof asset === "string" ? (known[asset] ?? asset) : asset));
  return { json: { ...entry, assets: full }, issues };
}

const listed = (words: readonly string[]): string => words.join(", ");

const isRecord = (value: unknown): value is Entry =>
  typeof value === "object" && value !== null && !Array.isArray(value);
