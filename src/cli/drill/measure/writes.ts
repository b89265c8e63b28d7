// A shop that creates payments on the copy without a pause, at whichever API responds, as a proxy in front of them
// would choose one: what it gets is what partners would get.
import { setTimeout as sleep } from "node:timers/promises";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import type { EvmChainConfig } from "../../../chains/evm/config/config.ts";
import { createPartnerClient } from "../../../client/index.ts";
import { DEFAULT_VERSION } from "../../../contract/versions.ts";
import { newApiKey, storedForm } from "../../../merchant/api-key.ts";
import type { Store } from "../../../store/store.ts";

const EVERY_MS = 100;
const TIMEOUT_MS = 20_000;
const CREATED = 201;

export interface ShopKey {
  readonly apiKey: string;
  readonly merchantId: string;
}

/** Makes a partner, its key, and a merchant whose destination is an account without a known key. */
export async function openShop(
  { partners, keys }: Pick<Store, "partners" | "keys">,
  { caip2, assets }: EvmChainConfig,
  baseUrl: string,
): Promise<ShopKey> {
  const { id } = await partners.insert("turnpike drill", DEFAULT_VERSION);
  const { apiKey } = newApiKey("partner", id);
  const { hash, prefix } = storedForm(apiKey);
  await keys.insert({ partnerId: id, role: "partner", hash, prefix });
  const { merchants } = createPartnerClient({ baseUrl, apiKey });
  const { merchant } = await merchants.create({ merchantName: "Drill", merchantEmail: "drill@example.com" });
  const destination = `${caip2}:${privateKeyToAddress(generatePrivateKey())}`;
  const asset = assets[0]?.id ?? "";
  await merchants.settlements.create(merchant.id, [{ asset, destination }]);
  return { apiKey, merchantId: merchant.id };
}

/** What the shop saw during a fault. */
export interface Writes {
  /** The ids of payments whose creation was acknowledged. */
  readonly acknowledged: readonly string[];
  /** How many requests each API refused, by status; `no response` for a connection that ended. */
  readonly refused: Readonly<Record<string, number>>;
  /** Seconds: the longest time between two acknowledged writes. */
  readonly longestPauseS: number;
}

export interface RunningShop {
  readonly lastWriteMs: () => number;
  stop(): Promise<Writes>;
}

/** Creates payments until it is stopped. */
export function keepWriting({ apiKey, merchantId }: ShopKey, apis: readonly string[]): RunningShop {
  const acknowledged: string[] = [];
  const refused: Record<string, number> = {};
  let [lastMs, longestMs, isStopped, next] = [performance.now(), 0, false, 0];
  const writeAt = async (api: string, key: string): Promise<boolean> => {
    const answer = await fetch(`${api}/v1/payments`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "api-key": apiKey,
        "merchant-id": merchantId,
        "idempotency-key": key,
      },
      body: JSON.stringify({ amount: { unit: "iso4217/USD", value: "100" }, referenceId: key }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => null);
    const body = (await answer?.json().catch(() => null)) as { readonly paymentId?: string } | null;
    if (answer?.status === CREATED && body?.paymentId) {
      acknowledged.push(body.paymentId);
      return true;
    }
    const why = answer === null ? "no response" : String(answer.status);
    refused[why] = (refused[why] ?? 0) + 1;
    return false;
  };
  const run = async (): Promise<void> => {
    for (let number = 0; !isStopped; number += 1) {
      const key = `drill ${performance.timeOrigin} ${number}`;
      while (!isStopped && !(await writeAt(apis[next++ % apis.length] ?? "", key))) await sleep(EVERY_MS);
      const nowMs = performance.now();
      longestMs = Math.max(longestMs, nowMs - lastMs);
      lastMs = nowMs;
      await sleep(EVERY_MS);
    }
  };
  const running = run();
  return {
    lastWriteMs: () => lastMs,
    async stop() {
      isStopped = true;
      await running;
      return { acknowledged, refused, longestPauseS: longestMs / 1_000 };
    },
  };
}
