// turnpike config: what is in force, and where each value comes from. Values of secrets are not shown.
import { existsSync } from "node:fs";
import { Command } from "commander";
import { localWorkspace } from "../../local/workspace.ts";
import { type Config, ConfigError } from "../../settings/config.ts";
import { databaseHosts, withHost } from "../../settings/database-url.ts";
import { isSettingFile } from "../../settings/files.ts";
import { NAMES, SETTINGS } from "../../settings/settings.ts";
import { settingsByChain } from "../installation.ts";
import { type OutputOptions, print } from "../output/output.ts";
import { counted, table } from "../output/text.ts";
import { ENV_FILE, type Given, type GivenOptions, readGiven } from "./given.ts";

interface ShowOptions extends OutputOptions, GivenOptions {
  readonly set?: boolean;
}

interface Shown {
  readonly name: string;
  /** Null: unset, without a default. */
  readonly value: string | null;
  readonly from: string;
}

export const configCommand = (): Command =>
  new Command("config")
    .description("settings: what is in force")
    .addCommand(
      new Command("show")
        .description("show each setting's value, and where it comes from; secrets are not shown")
        .addOption(ENV_FILE)
        .option("--set", "only settings that are set")
        .option("--json", "print JSON")
        .action(show),
    );

function show(options: ShowOptions): void {
  const given = readGiven(options);
  if (given.problems.length > 0) throw new ConfigError(given.problems);
  const byChain = settingsByChain(given.config).map(({ setting }) => setting);
  const settings = [...NAMES.settings, ...byChain].map((name) => shown(name, given));
  const listed = options.set ? settings.filter(({ from }) => !UNSET.includes(from)) : settings;
  print(options, { settings: listed }, [
    ...table(
      ["setting", "value", "from"],
      listed.map(({ name, value, from }) => [name, value ?? "–", from]),
      "Nothing is set.",
    ),
    ...given.warnings,
  ]);
}

const UNSET = ["default", "unset", "local installation"];

function shown(name: string, given: Given): Shown {
  const text = given.environment[name]?.trim();
  if (text) return { name, value: withoutSecret(name, text), from: originIn(name, given) };
  const local = localFile(name, given.config);
  if (local) return { name, value: local, from: "local installation" };
  const fallback = given.defaults[name] ?? (name in SETTINGS ? SETTINGS[name as keyof typeof SETTINGS].fallback : "");
  return fallback === "" ? { name, value: null, from: "unset" } : { name, value: fallback, from: "default" };
}

function originIn(name: string, { given, originOf }: Given): string {
  if (given[name]?.trim()) return originOf(name);
  return `${given[`${name}_FILE`]} (${name}_FILE, ${originOf(`${name}_FILE`)})`;
}

function localFile(name: string, config: Config): string | null {
  const local = localWorkspace(config);
  const files: Readonly<Record<string, string | undefined>> = {
    CHAINS_FILE: local?.chainsFile,
    RATES_FILE: local?.ratesFile,
  };
  const file = files[name];
  return file !== undefined && existsSync(file) ? file : null;
}

/** A database's URL shows its hosts and name, which tell one database from another; a collector's, its origin. */
function withoutSecret(name: string, value: string): string {
  if (name === "OTEL_EXPORTER_OTLP_ENDPOINT") return new URL(value).origin;
  if (!isSettingFile(`${name}_FILE`)) return value;
  if (/^DATABASE_/.test(name)) return (databaseHosts(value) ?? []).map(placeOf).join(", ");
  return `${counted(value.split(",").length, "value")}, not shown`;
}

function placeOf(url: string): string {
  const { host, pathname } = new URL(withHost(url));
  return `${host}${pathname}`;
}
