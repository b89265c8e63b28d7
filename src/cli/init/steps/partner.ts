// The first partner with its API key, and its first merchant with a destination for every asset.
import { createPartnerClient, type PartnerClient } from "../../../client/index.ts";
import { DEFAULT_VERSION } from "../../../contract/versions.ts";
import { newApiKey, storedForm } from "../../../merchant/api-key.ts";
import { openStore, type Store } from "../../../store/store.ts";
import { isKept, keepFile, readIfThere } from "../files.ts";
import { API_KEY_FILE, API_PORTS, DATABASE_FILE, forRoot } from "../places.ts";
import type { Setup } from "../setup.ts";
import type { Step } from "../step.ts";

const KEY_FILE = forRoot(API_KEY_FILE, "");

/** Null before the step that makes it. */
export async function readApiKey({ machine }: Pick<Setup, "machine">): Promise<string | null> {
  return (await readIfThere(machine, API_KEY_FILE))?.trim() || null;
}

export function partnerStep(setup: Setup): Step {
  const { machine, answers, say } = setup;
  return {
    name: "partner",
    does: [
      `makes the partner ${answers.partner}, unless there is one of that name`,
      `makes its first API key, in ${API_KEY_FILE}, which only root can read`,
    ],
    files: [KEY_FILE],
    async isDone() {
      const key = await readApiKey(setup);
      const url = await readIfThere(machine, DATABASE_FILE);
      if (key === null || url === null || !(await isKept(machine, forRoot(API_KEY_FILE, `${key}\n`)))) return false;
      return withStoreOf(url, async ({ keys }) => (await keys.findLive(storedForm(key).hash)) !== null).catch(
        () => false,
      );
    },
    apply: async () =>
      withStoreOf((await readIfThere(machine, DATABASE_FILE)) ?? "", async ({ partners, keys }) => {
        const former = (await partners.list()).find(({ name }) => name === answers.partner);
        const partner = former ?? (await partners.insert(answers.partner, DEFAULT_VERSION));
        // The file is written first: a key that only the database knows would be lost.
        const apiKey = (await readApiKey(setup)) ?? newApiKey("partner", partner.id).apiKey;
        await keepFile(machine, forRoot(API_KEY_FILE, `${apiKey}\n`));
        const { hash, prefix } = storedForm(apiKey);
        if ((await keys.findLive(hash)) === null) {
          await keys.insert({ partnerId: partner.id, role: "partner", hash, prefix });
        }
        say(`   ${partner.id}  ${partner.name}: its API key is in ${API_KEY_FILE}`);
      }),
  };
}

async function withStoreOf<T>(url: string, work: (store: Store) => Promise<T>): Promise<T> {
  // An error of an idle connection is reported by the next statement.
  const store = openStore({ url: url.trim(), connectionsMax: 1, onError: () => {} });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** The first API of this machine, past the proxy. */
export const LOCAL_URL = `http://127.0.0.1:${API_PORTS[0]}`;

export function merchantStep(setup: Setup): Step {
  const { merchant, chains } = setup.answers;
  const wanted = chains.flatMap(({ caip2, assets }) =>
    assets.map(({ id }) => ({ asset: id, destination: `${caip2}:${merchant.destination}` })),
  );
  const client = async (retries?: number): Promise<PartnerClient | null> => {
    const apiKey = await readApiKey(setup);
    return apiKey === null
      ? null
      : createPartnerClient({ baseUrl: LOCAL_URL, apiKey, ...(retries !== undefined && { retries }) });
  };
  const missingOf = async ({ merchants }: PartnerClient, merchantId: string) => {
    const { crypto } = await merchants.settlements.list(merchantId);
    return wanted.filter(({ asset }) => !crypto.some((each) => each.asset === asset));
  };
  return {
    name: "merchant",
    does: [`makes the merchant ${merchant.name}, whose money goes to ${merchant.destination} in every asset`],
    async isDone() {
      const partner = await client(0);
      const merchantId = partner && (await findMerchant(partner, setup).catch(() => null));
      return merchantId ? (await missingOf(partner, merchantId)).length === 0 : false;
    },
    async apply() {
      const partner = await client();
      if (!partner) throw new Error(`there is no API key in ${API_KEY_FILE}`);
      const merchantId =
        (await findMerchant(partner, setup)) ??
        (await partner.merchants.create({ merchantName: merchant.name, merchantEmail: merchant.email })).merchant.id;
      const missing = await missingOf(partner, merchantId);
      if (missing.length > 0) await partner.merchants.settlements.create(merchantId, missing);
      setup.say(`   ${merchantId}  ${merchant.name}`);
    },
  };
}

/** @returns the id of the merchant of the answers; null if there is none */
export async function findMerchant({ merchants }: PartnerClient, { answers }: Setup): Promise<string | null> {
  for await (const { id, name, email } of merchants.list()) {
    if (name === answers.merchant.name && email === answers.merchant.email) return id;
  }
  return null;
}
