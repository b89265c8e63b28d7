// turnpike check: all settings and files of a service, without the network. Exit code 2 if it would not start.
import { Command, Option } from "commander";
import { SERVICE_ROLES, type ServiceRole } from "../../service/main.ts";
import { offlineFindings } from "../chains/offline.ts";
import { findDevFile, relayersFor } from "../installation.ts";
import { printFindings } from "../output/findings.ts";
import type { OutputOptions } from "../output/output.ts";
import { ENV_FILE, type GivenOptions, readGiven } from "./given.ts";
import { checkSettings } from "./settings-findings.ts";

interface CheckOptions extends OutputOptions, GivenOptions {
  readonly role: ServiceRole;
}

export const checkCommand = (): Command =>
  new Command("check")
    .description(
      "check all settings, files and keys of a service together, without the network; exit code 2 on problems",
    )
    .addOption(new Option("--role <role>", "what the service does").choices([...SERVICE_ROLES]).default("all"))
    .addOption(ENV_FILE)
    .option("--json", "print JSON")
    .action(check);

async function check(options: CheckOptions): Promise<void> {
  const { role } = options;
  const given = readGiven(options);
  const { findings, chains } = await checkSettings(given.config, role, given.problems);
  const isDev = (await findDevFile(given.config)) !== null;
  const isSound = printFindings(
    options,
    [
      ...given.warnings.map((message) => ({ part: "settings", state: "warning" as const, message })),
      ...findings,
      ...chains.flatMap((chain) =>
        offlineFindings(chain, role === "api" ? null : relayersFor(given.config, chain, isDev)),
      ),
    ],
    { warned: "It can start; see the warnings above.", sound: "No problems found." },
  );
  if (!isSound) process.exitCode = 2;
}
