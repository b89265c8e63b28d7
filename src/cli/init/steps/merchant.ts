// The first merchant with a destination for every asset. A destination that is there is never changed: that would send
// a live merchant's money elsewhere.
import { createPartnerClient } from "../../../client/index.ts";
import type { Store } from "../../../store/store.ts";
import { API_KEY_FILE, API_PORTS } from "../places.ts";
import type { Setup } from "../setup.ts";
import type { Step } from "../step.ts";
import { findPartner, readApiKey, withStore } from "./partner.ts";

/** The first API of this machine, past the proxy. */
export const LOCAL_URL = `http://127.0.0.1:${API_PORTS[0]}`;

interface Destination {
  readonly asset: string;
  readonly destination: string;
}

interface Found {
  readonly merchantId: string | null;
  /** Destinations to be made. */
  readonly missing: readonly Destination[];
  /** What the merchant has in place of destinations of the answers that it never had. */
  readonly differing: readonly Destination[];
}

export function merchantStep(setup: Setup): Step {
  const { merchant } = setup.answers;
  return {
    name: "merchant",
    does: [`makes the merchant ${merchant.name}, whose money goes to ${merchant.destination} in every asset`],
    async isDone() {
      const found = await look(setup).catch(() => null);
      return found !== null && found.merchantId !== null && [...found.missing, ...found.differing].length === 0;
    },
    async apply() {
      const { merchantId: former, missing, differing } = await look(setup);
      if (former !== null && differing.length > 0) refuseOther(setup, former, differing);
      const apiKey = await readApiKey(setup);
      if (apiKey === null) throw new Error(await keyMissing(setup));
      const { merchants } = createPartnerClient({ baseUrl: LOCAL_URL, apiKey });
      const profile = { merchantName: merchant.name, merchantEmail: merchant.email };
      const merchantId = former ?? (await merchants.create(profile)).merchant.id;
      if (missing.length > 0) await merchants.settlements.create(merchantId, [...missing]);
      setup.say(`   ${merchantId}  ${merchant.name}`);
    },
  };
}

/** The error of a step that needs the key after its file was deleted. */
export async function keyMissing(setup: Setup): Promise<string> {
  const partner = await withStore(setup, (store) => findPartner(store, setup));
  return (
    `there is no ${API_KEY_FILE}: put a key of the partner into it (turnpike key create --partner ${partner?.id}), and ` +
    "revoke that key afterwards"
  );
}

/** The id of the merchant of the answers; null if there is none. */
export const readMerchantId = async (setup: Setup): Promise<string | null> => (await look(setup)).merchantId;

const look = (setup: Setup): Promise<Found> => withStore(setup, (store) => lookIn(store, setup));

async function lookIn(store: Store, setup: Setup): Promise<Found> {
  const { merchant, chains } = setup.answers;
  const wanted = chains.flatMap(({ caip2, assets }) =>
    assets.map(({ id }) => ({ asset: id, destination: `${caip2}:${merchant.destination}` })),
  );
  const partner = await findPartner(store, setup);
  const merchantId = partner && (await findMerchant(store, partner.id, setup));
  if (!partner || !merchantId) return { merchantId: null, missing: wanted, differing: [] };
  const log = (await store.settlements.log(merchantId)) ?? [];
  // What was once the destination has been changed or removed since, by the merchant's people.
  const left = wanted.filter(
    ({ asset, destination }) => !log.some((entry) => entry.asset === asset && entry.after === destination),
  );
  const there = await store.settlements.list(partner.id, merchantId);
  const ofAsset = (asset: string) => there.find((each) => each.asset === asset);
  // Once the partner has the key, it makes the destinations on further chains itself.
  const isHandedOver = log.length > 0 && (await readApiKey(setup)) === null;
  return {
    merchantId,
    missing: isHandedOver ? [] : left.filter(({ asset }) => !ofAsset(asset)),
    differing: left.flatMap(({ asset }) => ofAsset(asset) ?? []),
  };
}

const PAGE = 100;

async function findMerchant({ lists }: Store, partnerId: string, { answers }: Setup): Promise<string | null> {
  const { name, email } = answers.merchant;
  const filter = { ids: null, status: null, search: name };
  let after: readonly [createdAt: string, id: string] | null = null;
  for (;;) {
    const { merchants } = await lists.merchants(partnerId, filter, after, PAGE);
    const found = merchants.find((each) => each.name === name && each.email === email);
    const last = merchants.at(-1);
    if (found || !last || merchants.length < PAGE) return found?.id ?? null;
    after = [last.createdAt.toISOString(), last.id];
  }
}

/** @throws Error */
function refuseOther({ answers }: Setup, merchantId: string, differing: readonly Destination[]): never {
  const { name, destination } = answers.merchant;
  const found = differing.map((each) => `   ${each.asset}: ${each.destination}`).join("\n");
  throw new Error(
    `${name} (${merchantId}) is paid elsewhere than at ${destination}:\n${found}\n` +
      "init does not change where a merchant's money goes. Change each destination in the console (Merchants), or put " +
      "the account that is right back into the answer merchant.destination",
  );
}
