// The keys are replaced one process at a time, as docs/day-two.md says. What the old ones sealed opens until they
// are removed.
import { randomBytes } from "node:crypto";
import { type Member, runCommand } from "../copy/processes.ts";
import type { Acting, Fault } from "./fault.ts";

const KEY_BYTES = 32;
const PAUSE_LIMIT_S = 10;
const TIMEOUT_MS = 20_000;
const OK = 200;

const newKey = (): string => randomBytes(KEY_BYTES).toString("hex");

type Settings = Readonly<Record<string, string>>;

export const keysRotated: Fault = {
  name: "SECRET_KEY, BUYER_DATA_KEYS and RECEIPT_KEYS are replaced, one process at a time",
  pauseLimitS: PAUSE_LIMIT_S,
  async act(acting) {
    const { copy, note, problem } = acting;
    const [old = ""] = copy.settings.SECRET_KEY?.split(",") ?? [];
    const [next, dataKey, receiptKey] = [newKey(), `drill:${newKey()}`, newKey()];
    const { BUYER_DATA_KEYS: dataKeys, RECEIPT_KEYS: receiptKeys } = copy.settings;
    let settings = copy.settings;
    const restartWith = async (changed: Settings): Promise<void> => {
      settings = { ...settings, ...changed };
      await restartAll([...copy.workers, ...copy.apis], settings);
    };

    const sealedByOld = await readCursor(acting);
    await restartWith({
      SECRET_KEY: `${old},${next}`,
      ...(dataKeys && { BUYER_DATA_KEYS: `${dataKey},${dataKeys}` }),
      ...(receiptKeys && { RECEIPT_KEYS: `${receiptKey},${receiptKeys}` }),
    });
    if (dataKeys) note((await runCommand(settings, "buyer-data", "rotate")).trim());
    else note("BUYER_DATA_KEYS is not set.");
    await restartWith({ SECRET_KEY: `${next},${old}`, ...(dataKeys && { BUYER_DATA_KEYS: dataKey }) });
    const sealedByNext = await readCursor(acting);
    if (!(await opens(acting, sealedByOld))) problem("what the old SECRET_KEY had sealed is refused too early");

    await restartWith({ SECRET_KEY: next });
    if (!(await opens(acting, sealedByNext))) problem("what the new SECRET_KEY has sealed is refused");
    if (await opens(acting, sealedByOld)) problem("what the old SECRET_KEY had sealed opens after its removal");
    note("What the old SECRET_KEY had sealed opened until it was removed.");
    note(receiptKeys ? `Receipts are verified by ${await countReceiptKeys(acting)} keys.` : "RECEIPT_KEYS is not set.");
  },
};

/** In three rounds, so that each process can open what the others seal (docs/day-two.md). */
async function restartAll(members: readonly Member[], settings: Settings): Promise<void> {
  for (const member of members) {
    await member.kill("SIGTERM");
    await member.start(settings);
  }
}

/** A cursor of the list of payments: SECRET_KEY seals it, as it seals options. */
async function readCursor(acting: Acting): Promise<string> {
  const { nextCursor } = (await (await list(acting, "limit=1")).json()) as { readonly nextCursor?: string };
  if (!nextCursor) throw new Error("the list of payments has no next page");
  return nextCursor;
}

const opens = async (acting: Acting, cursor: string): Promise<boolean> =>
  (await list(acting, `limit=1&cursor=${encodeURIComponent(cursor)}`)).status === OK;

const list = ({ copy: { apis, shop } }: Acting, query: string): Promise<Response> =>
  fetch(`${apis[0]?.baseUrl}/v1/payments?${query}`, {
    headers: { "api-key": shop.apiKey, "merchant-id": shop.merchantId },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });

async function countReceiptKeys({ copy: { apis } }: Acting): Promise<number> {
  const url = `${apis[0]?.baseUrl}/.well-known/jwks.json`;
  const { keys } = (await (await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })).json()) as {
    readonly keys: readonly unknown[];
  };
  return keys.length;
}
