// Settings that commands read in place of their own environment: the files that a service's unit names.
import { type Environment, type ParsedConfig, parseConfig } from "../../settings/config.ts";
import { readEnvFiles } from "../../settings/env-file.ts";
import { unknownNames } from "../../settings/misspelt.ts";
import { NAMES } from "../../settings/settings.ts";
import { several } from "../output/option-values.ts";

export interface GivenOptions {
  readonly envFile?: readonly string[];
}

export const ENV_FILE = several(
  "--env-file",
  "settings in a file, in place of the environment; may be repeated, and then a later file overrides an earlier one",
);

/** The units of deploy/ set it. */
const UNIT_DEFAULTS: Environment = { NODE_ENV: "production" };

export interface Given extends ParsedConfig {
  readonly warnings: readonly string[];
  readonly defaults: Environment;
  /** Where a name that is set comes from. */
  readonly originOf: (name: string) => string;
}

export function readGiven({ envFile }: GivenOptions): Given {
  if (!envFile) {
    return { ...parseConfig(), warnings: [], defaults: {}, originOf: () => "environment" };
  }
  const { environment, origins, problems, warnings } = readEnvFiles(envFile);
  const parsed = parseConfig(UNIT_DEFAULTS, environment);
  return {
    ...parsed,
    problems: [...problems, ...parsed.problems],
    warnings: [...warnings, ...unknownNames(environment, NAMES)],
    defaults: UNIT_DEFAULTS,
    originOf: (name) => origins.get(name) ?? "",
  };
}
