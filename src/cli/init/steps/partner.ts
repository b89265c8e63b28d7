// The first partner with its API key, which is made once: the partner gets it, and its file goes.
import { DEFAULT_VERSION } from "../../../contract/versions.ts";
import { newApiKey, storedForm } from "../../../merchant/api-key.ts";
import type { Partner } from "../../../merchant/partner.ts";
import { openStore, type Store } from "../../../store/store.ts";
import { isKept, keepFile, readIfThere } from "../files.ts";
import { API_KEY_FILE, DATABASE_FILE, forRoot } from "../places.ts";
import type { Setup } from "../setup.ts";
import type { Step } from "../step.ts";

const KEY_FILE = forRoot(API_KEY_FILE, "");

/** Null before the step that makes it, and after its file was deleted. */
export async function readApiKey({ machine }: Pick<Setup, "machine">): Promise<string | null> {
  return (await readIfThere(machine, API_KEY_FILE))?.trim() || null;
}

/** The partner of the answers; null before the step that makes it. */
export const findPartner = async ({ partners }: Store, { answers }: Setup): Promise<Partner | null> =>
  (await partners.list()).find(({ name }) => name === answers.partner) ?? null;

export function partnerStep(setup: Setup): Step {
  const { machine, answers, say } = setup;
  return {
    name: "partner",
    does: [
      `makes the partner ${answers.partner}, unless there is one of that name`,
      `makes an API key, unless the partner has had one, in ${API_KEY_FILE}, which only root can read`,
    ],
    files: [KEY_FILE],
    isDone: () =>
      withStore(setup, async (store) => {
        const partner = await findPartner(store, setup);
        if (partner === null) return false;
        const apiKey = await readApiKey(setup);
        if (apiKey === null) return hasHadKey(store, partner);
        const isKnown = (await ownerOf(store, apiKey)) === partner.id;
        return isKnown && isKept(machine, forRoot(API_KEY_FILE, `${apiKey}\n`));
      }).catch(() => false),
    apply: () =>
      withStore(setup, async (store) => {
        const former = await findPartner(store, setup);
        const apiKey = await readApiKey(setup);
        const owner = apiKey && (await ownerOf(store, apiKey));
        if (owner && owner !== former?.id) await refuseOther(store, owner, setup);
        if (former && apiKey === null && (await hasHadKey(store, former))) return;
        const partner = former ?? (await store.partners.insert(answers.partner, DEFAULT_VERSION));
        const kept = apiKey ?? newApiKey("partner", partner.id).apiKey;
        // The file is written first: a key that only the database knows would be lost.
        await keepFile(machine, forRoot(API_KEY_FILE, `${kept}\n`));
        const { hash, prefix } = storedForm(kept);
        if (!owner) await store.keys.insert({ partnerId: partner.id, role: "partner", hash, prefix });
        say(`   ${partner.id}  ${partner.name}: its API key is in ${API_KEY_FILE}`);
      }),
  };
}

/** Also a key that was revoked since: the operator or the partner did that. */
const hasHadKey = async ({ keys }: Store, partner: Partner): Promise<boolean> =>
  (await keys.list(partner.id)).some(({ role }) => role === "partner");

/** The id of the partner whose key it is; null if the database does not know the key. */
async function ownerOf({ keys }: Store, apiKey: string): Promise<string | null> {
  const { hash, prefix } = storedForm(apiKey);
  const live = await keys.findLive(hash);
  if (live !== null) return live.partnerId;
  return (await keys.list(null)).find((key) => key.prefix === prefix)?.partnerId ?? null;
}

/** @throws Error */
async function refuseOther({ partners }: Store, owner: string, { answers }: Setup): Promise<never> {
  const name = (await partners.list()).find(({ id }) => id === owner)?.name;
  throw new Error(
    `the key in ${API_KEY_FILE} is that of ${name} (${owner}), and a partner's name cannot be changed. Put ${name} back ` +
      `into the answer partner. If ${answers.partner} is another partner, give ${name} its key and delete that file`,
  );
}

/** Works on the store of the machine's database. */
export async function withStore<T>({ machine }: Setup, work: (store: Store) => Promise<T>): Promise<T> {
  const url = (await readIfThere(machine, DATABASE_FILE)) ?? "";
  // An error of an idle connection is reported by the next statement.
  const store = openStore({ url: url.trim(), connectionsMax: 1, onError: () => {} });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
