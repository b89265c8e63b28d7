// The doctor's check of buyer data: whether it can be encrypted, and whether stored data can be decrypted.
import type { Config } from "../../settings/config.ts";
import { openStore } from "../../store/store.ts";
import { readBuyerDataKeys } from "../installation.ts";

interface BuyerDataFinding {
  readonly part: string;
  readonly state: "ok" | "warning" | "problem";
  readonly message: string;
}

/**
 * Webhook secrets and the addresses of mail have the same keys.
 * @returns no finding if nothing is collected or stored
 */
export async function checkBuyerData(config: Config, databaseUrl: string): Promise<BuyerDataFinding[]> {
  const store = openStore({ url: databaseUrl, connectionsMax: 1, onError: () => {} });
  try {
    const isAsked = await store.buyerDataRules.areThere();
    const used = [
      ...new Set([
        ...(await store.buyerData.keyIds()),
        ...(await store.webhooks.keyIds()),
        ...(await store.mail.keyIds()),
      ]),
    ];
    if (!isAsked && used.length === 0) return [];
    const known = ((await readBuyerDataKeys(config)) ?? []).map(({ id }) => id);
    return [{ part: "buyer data", ...judge(isAsked, used, known) }];
  } finally {
    await store.close();
  }
}

function judge(isAsked: boolean, used: readonly string[], known: readonly string[]): Omit<BuyerDataFinding, "part"> {
  const lost = used.filter((id) => !known.includes(id));
  if (lost.length > 0) {
    return {
      state: "problem",
      message: `some is encrypted with ${lost.join(", ")}: restore that key in BUYER_DATA_KEYS`,
    };
  }
  if (isAsked && known.length === 0) {
    const message = "a partner requires it, but BUYER_DATA_KEYS is not set: those options are not offered";
    return { state: "problem", message };
  }
  const old = used.filter((id) => id !== known[0]);
  if (old.length > 0) {
    const message = `some is still encrypted with ${old.join(", ")}: run turnpike buyer-data rotate`;
    return { state: "warning", message };
  }
  return { state: "ok", message: `encrypted with the key ${known[0]}` };
}
