// dev.json: everything that a person or a script needs to talk to a local Turnpike.
import type { Address, Hex } from "viem";
import { readJson, writePrivate } from "./workspace.ts";

export interface DevFile {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly walletApiKey: string;
  readonly walletApp: { readonly appId: string };
  readonly partnerId: string;
  readonly merchantId: string;
  readonly payLinkHost: string;
  readonly databaseUrl: string;
  readonly chains: readonly {
    readonly caip2: string;
    readonly rpcUrl: string;
    readonly router: Address;
    readonly permit2: Address;
    readonly multicall3: Address;
  }[];
  readonly tokens: readonly {
    readonly symbol: string;
    readonly asset: string;
    readonly decimals: number;
    readonly method: "eip3009" | "permit2" | "erc20" | "native";
  }[];
  readonly buyer: { readonly address: Address; readonly privateKey: Hex };
  /** Holds as much, and is refused by the list file of this directory (where SCREENING names no other). */
  readonly refusedBuyer?: { readonly address: Address; readonly privateKey: Hex };
  /** From so much on the demo partner's buyers are asked for their data; where they are asked at all. */
  readonly collectDataFrom?: { readonly unit: string; readonly value: string };
  readonly destination: Address;
  readonly feeReceiver: Address;
}

export const writeDevFile = (file: string, dev: DevFile): Promise<void> =>
  writePrivate(file, `${JSON.stringify(dev, null, 2)}\n`);

export const readDevFile = async (file: string): Promise<DevFile | null> => (await readJson(file)) as DevFile | null;
