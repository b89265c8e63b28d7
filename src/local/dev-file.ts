// dev.json: everything that a user or a script needs to call a local Turnpike.
import type { Address, Hex } from "viem";
import { readJson, writePrivate } from "./workspace.ts";

/** The address for people: one name for the API and the pages, which browsers treat as secure. */
export const localUrl = (baseUrl: string): string => baseUrl.replace("127.0.0.1", "localhost");

export interface DevFile {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly walletApiKey: string;
  readonly walletApp: { readonly appId: string };
  readonly partnerId: string;
  readonly merchantId: string;
  /** The same of test mode, whose payments stand apart. */
  readonly test: {
    readonly apiKey: string;
    readonly walletApiKey: string;
    readonly partnerId: string;
    readonly merchantId: string;
  };
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
  /** Holds the same balances; refused by this directory's list file, unless SCREENING is set. */
  readonly refusedBuyer?: { readonly address: Address; readonly privateKey: Hex };
  /** The amount from which the demo partner's buyers must enter buyer data; absent if never. */
  readonly collectDataFrom?: { readonly unit: string; readonly value: string };
  readonly destination: Address;
  readonly feeReceiver: Address;
}

export const writeDevFile = (file: string, dev: DevFile): Promise<void> =>
  writePrivate(file, `${JSON.stringify(dev, null, 2)}\n`);

export const readDevFile = async (file: string): Promise<DevFile | null> => (await readJson(file)) as DevFile | null;
