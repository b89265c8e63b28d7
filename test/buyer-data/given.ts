// Steps of the buyer-data tests: a partner that requires data, a buyer who enters it, and the form as a browser uses
// it.

import { asWallet } from "../harness/chain/wallet.ts";
import { call } from "../harness/server/api.ts";
import type { TestServer } from "../harness/server/server.ts";

type Server = Pick<TestServer, "store" | "partnerId" | "baseUrl" | "walletKey">;

/** Unique values, so that a search for them finds every leak. */
export const ADA = {
  fullName: "Ada Qwyxlace",
  dob: "1985-12-10",
  porCountry: "GB",
  porAddress: "12 Zvorble Square, London",
  tosConfirmed: "true",
} as const;

export const collectedData = (values: Readonly<Record<string, string>> = ADA) => ({
  fields: Object.entries(values).map(([id, value]) => ({ id, value })),
});

/** Requires data from this many US cents. */
export const askFrom = ({ store, partnerId }: Server, cents: bigint, termsUrl: string | null = null) =>
  store.buyerDataRules.set(partnerId, { from: new Map([["USD", cents]]), chains: [], assets: [], termsUrl });

interface CollectData {
  readonly fields: readonly { readonly id: string }[];
  readonly schema: object;
  readonly url: string;
}

export interface AskingOption {
  readonly id: string;
  readonly account: string;
  readonly collectData: CollectData | null;
}

export interface AskingOptions {
  readonly options: readonly AskingOption[];
  readonly collectData: CollectData | null;
}

export async function optionsOf(server: Server, paymentId: string, ...accounts: string[]): Promise<AskingOptions> {
  const { status, body } = await call<AskingOptions>(
    server.baseUrl,
    {},
    {
      path: `/v1/gateway/payment/${paymentId}/options`,
      headers: { "api-key": asWallet(server)["api-key"] },
      body: { accounts },
    },
  );
  if (status !== 200) throw new Error(`options returned ${status}`);
  return body;
}

/** The path of the form that the payment's first option requires. */
export async function formOf(server: Server, paymentId: string, account: string): Promise<string> {
  const { options } = await optionsOf(server, paymentId, account);
  const url = options[0]?.collectData?.url;
  if (!url) throw new Error("no data is required");
  return new URL(url).pathname;
}

/** Loads the form like a browser. */
export const openForm = ({ baseUrl }: Server, path: string) => call<string>(baseUrl, {}, { path });

/** Submits the form like a browser; a redirect is not followed. */
export async function sendForm({ baseUrl }: Server, path: string, values: Readonly<Record<string, string>> | string) {
  const response = await fetch(baseUrl + path, {
    method: "POST",
    redirect: "manual",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: typeof values === "string" ? values : new URLSearchParams(values).toString(),
  });
  return { status: response.status, headers: response.headers, body: await response.text() };
}

/** The message that the page sends to wallets, or null. */
export function messageOf(page: string): string | null {
  const [, message] = /data-message="(\{[^"]*)"/.exec(page) ?? [];
  return message?.replaceAll("&quot;", '"') ?? null;
}
