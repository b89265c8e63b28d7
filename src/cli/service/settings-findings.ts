// All settings and files of a process, compared with each other without the network. A start refuses the problems.
import type { Address } from "viem";
import type { EvmChainConfig } from "../../chains/evm/config/config.ts";
import type { RatesConfig } from "../../rates/config.ts";
import { trySource } from "../../screening/open.ts";
import type { ServiceRole } from "../../service/main.ts";
import { type Config, ConfigError } from "../../settings/config.ts";
import { networkWarnings } from "../../settings/network-warnings.ts";
import { SECRET_KEY_MISSING, servingProblems, servingWarnings } from "../../settings/serving.ts";
import { readChains, readRates } from "../installation.ts";
import type { Finding } from "../output/findings.ts";

/** Warnings and problems of the settings alone. */
export const settingsFindings = (config: Config, role: ServiceRole): Finding[] => [
  ...networkWarnings(config).map((message) => ({ part: "address", state: "warning" as const, message })),
  ...servingProblems(config, role).map(settingsProblem),
  ...servingWarnings(config, role).map((message) => ({ part: "settings", state: "warning" as const, message })),
];

const settingsProblem = (message: string): Finding => ({ part: "settings", state: "problem", message });

interface CheckedSettings {
  readonly findings: readonly Finding[];
  readonly chains: readonly EvmChainConfig[];
  readonly rates: RatesConfig | null;
}

/** @param invalid problems of the settings' form: each such setting has been read as unset, and is not named again */
export async function checkSettings(
  config: Config,
  role: ServiceRole,
  invalid: readonly string[],
): Promise<CheckedSettings> {
  const named = new Set(invalid.map(settingOf));
  const findings = [...settingsFindings(config, role), ...secretFindings(config, role)];
  const chains = await found(() => readChains(config), findings);
  const rates = chains && (await found(() => readRates(config, chains), findings));
  if (chains?.length === 0 && !config.isProduction) {
    const message = "no chain is configured, so buyers get no options: set CHAINS_FILE";
    findings.push({ part: "chains", state: "warning", message });
  }
  findings.push(...(await screeningFindings(config, chains)));
  return {
    findings: [...invalid.map(settingsProblem), ...findings.filter(({ message }) => !named.has(settingOf(message)))],
    chains: chains ?? [],
    rates: rates ?? null,
  };
}

/** Problems start with the setting's name, or with the name that gives its value in a file. */
const settingOf = (message: string): string => /^[A-Z][A-Z0-9_]+?(?=(?:_FILE)?\b)/.exec(message)?.[0] ?? message;

/** Only the API needs it, and a key is created only beside the embedded database. */
const secretFindings = ({ secretKey, databaseUrl }: Config, role: ServiceRole): Finding[] =>
  role === "worker" || secretKey !== null || databaseUrl === null ? [] : [settingsProblem(SECRET_KEY_MISSING)];

/** Null, with a finding for each problem, if the file cannot be used. */
async function found<T>(read: () => Promise<T>, findings: Finding[]): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    findings.push(...error.message.split("\n").map((message) => ({ ...settingsProblem(message), part: "files" })));
    return null;
  }
}

/** Reads the lists. An oracle is asked only once the service runs. */
async function screeningFindings(config: Config, chains: readonly EvmChainConfig[] | null): Promise<Finding[]> {
  const oracleOn = (chain: string) =>
    chains === null || chains.some(({ caip2 }) => caip2 === chain)
      ? async (accounts: readonly Address[]) => accounts.map(() => false)
      : undefined;
  const findings: Finding[] = [];
  for (const source of config.screening ?? []) {
    try {
      await trySource(source, { oracleOn });
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      findings.push(settingsProblem(`SCREENING: ${error.message}`));
    }
  }
  return findings;
}

/** @throws ConfigError that names all problems */
export function refuseProblems(findings: readonly Finding[]): void {
  const problems = findings.filter(({ state }) => state === "problem");
  if (problems.length > 0) throw new ConfigError(problems.map(({ message }) => message));
}
