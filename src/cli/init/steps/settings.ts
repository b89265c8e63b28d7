// The chains file and the files of settings, checked as a start checks them, and compared with the chains.

import { createEvmChain } from "../../../chains/evm/chain.ts";
import { SERVICE_ROLES } from "../../../service/main.ts";
import { messageOf } from "../../output/output.ts";
import { checkSettings } from "../../service/settings-findings.ts";
import { type Answered, type Changed, chainsText, changedChains, changedEnv } from "../answered.ts";
import { areKept, keepChecked, type OwnFile, readIfThere } from "../files.ts";
import { at } from "../machine.ts";
import {
  API_ENV,
  BUYER_DATA_FILE,
  CHAINS_FILE,
  COMMON_ENV,
  DATABASE_FILE,
  forRoot,
  forServices,
  RECEIPTS_FILE,
  RELAYERS_FILE,
  SECRET_FILE,
  WORKER_ENV,
  WRITTEN_FILE,
} from "../places.ts";
import { type Setup, settingsOf } from "../setup.ts";
import type { Step } from "../step.ts";
import { relayerKeys } from "./accounts.ts";

export async function settingsStep(setup: Setup): Promise<Step> {
  const { machine } = setup;
  const planned = await settingsFiles(setup);
  const changed = planned.filter(({ changes }) => changes.length > 0);
  return {
    name: "settings",
    does: [
      "checks the chains file and the settings together, and with the chains",
      ...changed.map(({ path, changes }) => `changes in ${path}: ${changes.join("; ")}`),
    ],
    files: [...planned, WRITTEN],
    isDone: async () => areKept(machine, [...(await settingsFiles(setup)), writtenFile(setup)]),
    async apply() {
      await checkChains(setup);
      // The written answers are last, so that a run which ended before still knows what the answers change.
      const files = [...(await settingsFiles(setup)), writtenFile(setup)];
      await keepChecked(machine, files, (drafts) => checkFiles(setup, drafts));
    },
  };
}

const WRITTEN = forRoot(WRITTEN_FILE, "");

const answeredBy = ({ answers }: Setup): Answered => ({
  settings: { PUBLIC_URL: answers.publicUrl, FEE_PERCENTAGE: answers.feePercentage },
  chains: answers.chainEntries,
});

const writtenFile = (setup: Setup): OwnFile => forRoot(WRITTEN_FILE, `${JSON.stringify(answeredBy(setup), null, 2)}\n`);

interface SettingsFile extends OwnFile {
  readonly isThere: boolean;
  /** In a file that is there. */
  readonly changes: readonly string[];
}

/** Makes those that are missing. In the others, only what the answers have changed since the last run changes. */
async function settingsFiles(setup: Setup): Promise<SettingsFile[]> {
  const { machine } = setup;
  const written = await readIfThere(machine, WRITTEN_FILE);
  const before: Answered | null = written === null ? null : JSON.parse(written);
  const answered = answeredBy(setup);
  const changes: Readonly<Record<string, (text: string) => Changed>> = {
    [CHAINS_FILE]: (text) => changedChains(text, before?.chains ?? null, answered.chains),
    [COMMON_ENV]: (text) => changedEnv(text, before?.settings ?? null, answered.settings),
  };
  return Promise.all(
    Object.entries(newFiles(setup, answered)).map(async ([path, made]) => {
      const text = await readIfThere(machine, path);
      if (text === null) return { ...forServices(path, made), isThere: false, changes: [] };
      try {
        const changed = changes[path]?.(text) ?? { text, changes: [] };
        return { ...forServices(path, changed.text), isThere: true, changes: changed.changes };
      } catch (error) {
        throw new Error(`${path}: ${messageOf(error)}`);
      }
    }),
  );
}

/** Only APIs get the secret key, and only workers the relayers' keys. */
const newFiles = ({ machine }: Setup, { settings, chains }: Answered): Readonly<Record<string, string>> => ({
  [CHAINS_FILE]: chainsText(chains),
  [COMMON_ENV]: lines({
    DATABASE_URL_FILE: at(machine, DATABASE_FILE),
    CHAINS_FILE: at(machine, CHAINS_FILE),
    TRUSTED_PROXIES: "127.0.0.1",
    BUYER_DATA_KEYS_FILE: at(machine, BUYER_DATA_FILE),
    ...settings,
  }),
  [API_ENV]: lines({ SECRET_KEY_FILE: at(machine, SECRET_FILE), RECEIPT_KEYS_FILE: at(machine, RECEIPTS_FILE) }),
  [WORKER_ENV]: lines({ RELAYER_KEYS_FILE: at(machine, RELAYERS_FILE) }),
});

const lines = (settings: Readonly<Record<string, string>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join("");

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

/**
 * @param drafts of files that are about to change, by the places of those files
 * @throws Error with everything that would stop a start
 */
async function checkFiles({ machine }: Setup, drafts: ReadonlyMap<string, string>): Promise<void> {
  const { config, problems } = settingsOf(machine, drafts);
  const checked = await Promise.all(
    SERVICE_ROLES.filter((role) => role !== "all").map((role) => checkSettings(config, role, problems)),
  );
  const found = checked.flatMap(({ findings }) => findings.filter(({ state }) => state === "problem"));
  if (found.length === 0) return;
  const text = [...new Set(found.map(({ message }) => message))].join("\n");
  throw new Error([...drafts].reduce((shown, [place, draft]) => shown.replaceAll(draft, place), text));
}
