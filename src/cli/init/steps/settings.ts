// The chains file and the files of settings, checked as a start checks them, and compared with the chains.
import { createEvmChain } from "../../../chains/evm/chain.ts";
import { SERVICE_ROLES } from "../../../service/main.ts";
import { checkSettings } from "../../service/settings-findings.ts";
import { areKept, keepFiles, type OwnFile } from "../files.ts";
import { at } from "../machine.ts";
import {
  API_ENV,
  BUYER_DATA_FILE,
  CHAINS_FILE,
  COMMON_ENV,
  DATABASE_FILE,
  forServices,
  RECEIPTS_FILE,
  RELAYERS_FILE,
  SECRET_FILE,
  WORKER_ENV,
} from "../places.ts";
import { type Setup, settingsOf } from "../setup.ts";
import type { Step } from "../step.ts";
import { relayerKeys } from "./accounts.ts";

export function settingsStep(setup: Setup): Step {
  const { machine } = setup;
  const files = settingsFiles(setup);
  return {
    name: "settings",
    does: ["writes the chains file and the settings; checks them together, and with the chains"],
    files,
    isDone: () => areKept(machine, files),
    async apply() {
      await checkChains(setup);
      await keepFiles(machine, files);
      await checkFiles(setup);
    },
  };
}

/** Only APIs get the secret key, and only workers the relayers' keys. */
function settingsFiles({ machine, answers }: Setup): OwnFile[] {
  const { publicUrl, feePercentage, chainEntries } = answers;
  const lines = (settings: Readonly<Record<string, string>>): string =>
    Object.entries(settings)
      .map(([name, value]) => `${name}=${value}\n`)
      .join("");
  return [
    forServices(CHAINS_FILE, `${JSON.stringify(chainEntries, null, 2)}\n`),
    forServices(
      COMMON_ENV,
      lines({
        DATABASE_URL_FILE: at(machine, DATABASE_FILE),
        CHAINS_FILE: at(machine, CHAINS_FILE),
        PUBLIC_URL: publicUrl,
        TRUSTED_PROXIES: "127.0.0.1",
        BUYER_DATA_KEYS_FILE: at(machine, BUYER_DATA_FILE),
        FEE_PERCENTAGE: feePercentage,
      }),
    ),
    forServices(
      API_ENV,
      lines({ SECRET_KEY_FILE: at(machine, SECRET_FILE), RECEIPT_KEYS_FILE: at(machine, RECEIPTS_FILE) }),
    ),
    forServices(WORKER_ENV, lines({ RELAYER_KEYS_FILE: at(machine, RELAYERS_FILE) })),
  ];
}

/** @throws Error with everything that the chains contradict */
async function checkChains(setup: Setup): Promise<void> {
  const keys = await relayerKeys(setup);
  const problems = await Promise.all(
    setup.answers.chains.map(async (chain) =>
      (await createEvmChain(chain, keys).check())
        .filter(({ kind }) => kind !== "warning")
        .map(({ message }) => `${chain.name}: ${message}`),
    ),
  );
  if (problems.flat().length > 0) throw new Error(problems.flat().join("\n"));
}

/** @throws Error with everything that would stop a start */
async function checkFiles({ machine }: Setup): Promise<void> {
  const { config, problems } = settingsOf(machine);
  const checked = await Promise.all(
    SERVICE_ROLES.filter((role) => role !== "all").map((role) => checkSettings(config, role, problems)),
  );
  const found = checked.flatMap(({ findings }) => findings.filter(({ state }) => state === "problem"));
  if (found.length > 0) throw new Error([...new Set(found.map(({ message }) => message))].join("\n"));
}
