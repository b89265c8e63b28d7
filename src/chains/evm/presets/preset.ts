// A chain as it ships with Turnpike: everything of its entry in the chains file that is not the operator's own.
import type { AssetEntry } from "../config-assets.ts";
import type { ChainEntry } from "../config-schema.ts";

export interface ChainPreset
  extends Pick<
    ChainEntry,
    "caip2" | "name" | "explorerUrl" | "publicRpcUrl" | "testNet" | "confirmations" | "blockTimeS" | "maxFeePerGasGwei"
  > {
  /** By the name under which the operator asks for one. */
  readonly assets: Readonly<Record<string, AssetEntry>>;
}

/** Nothing is at stake on a test net, and nobody wants to wait there. */
export const TEST_NET_CONFIRMATIONS = [{ from: "0", blocks: 1 }];
