// A chain that ships with Turnpike: its entry in the chains file without the operator's own settings.
import type { AssetEntry } from "../assets.ts";
import type { ChainEntry } from "../schema.ts";

export interface ChainPreset
  extends Pick<
    ChainEntry,
    "caip2" | "name" | "explorerUrl" | "publicRpcUrl" | "testNet" | "confirmations" | "blockTimeS" | "maxFeePerGasGwei"
  > {
  /** Keyed by the name that operators use in the chains file. */
  readonly assets: Readonly<Record<string, AssetEntry>>;
}

/** Test nets hold no value, so payments need not wait for depth. */
export const TEST_NET_CONFIRMATIONS = [{ from: "0", blocks: 1 }];
