// What doctor says of buyers' data: whether what is asked for can be kept, and what is kept can be read.
import type { Config } from "../config.ts";
import { openStore } from "../store/store.ts";
import { readBuyerDataKeys } from "./installation.ts";

interface BuyerDataFinding {
  readonly part: string;
  readonly state: "ok" | "warning" | "problem";
  readonly message: string;
}

/** @returns nothing where nobody is asked for data and none is kept */
export async function checkBuyerData(config: Config, databaseUrl: string): Promise<BuyerDataFinding[]> {
  const store = openStore({ url: databaseUrl, connectionsMax: 1, onError: () => {} });
  try {
    const [isAsked, used] = [await store.buyerDataRules.areThere(), await store.buyerData.keyIds()];
    if (!isAsked && used.length === 0) return [];
    const known = ((await readBuyerDataKeys(config)) ?? []).map(({ id }) => id);
    return [{ part: "buyers' data", ...judge(isAsked, used, known) }];
  } finally {
    await store.close();
  }
}

function judge(isAsked: boolean, used: readonly string[], known: readonly string[]): Omit<BuyerDataFinding, "part"> {
  const lost = used.filter((id) => !known.includes(id));
  if (lost.length > 0) {
    return {
      state: "problem",
      message: `some is sealed by ${lost.join(", ")}: put that key back into BUYER_DATA_KEYS`,
    };
  }
  if (isAsked && known.length === 0) {
    const message = "a partner asks for it, but BUYER_DATA_KEYS is not set: those options are left out";
    return { state: "problem", message };
  }
  const old = used.filter((id) => id !== known[0]);
  if (old.length > 0) {
    const message = `some is still sealed by ${old.join(", ")}: run npx turnpike buyer-data rotate`;
    return { state: "warning", message };
  }
  return { state: "ok", message: `sealed by the key ${known[0]}` };
}
