// The options of one asset: a token on a network, payable from one or more accounts.
import type { PaymentOption } from "../../../../client/index.ts";

/** The CAIP-2 id if the network has no name. */
export const networkOf = ({ amount, account }: PaymentOption): string =>
  amount.display?.networkName ?? account.slice(0, account.lastIndexOf(":"));

export const symbolOf = ({ amount }: PaymentOption): string => amount.display?.assetSymbol ?? amount.unit;

export const addressOf = (account: string): string => account.slice(account.lastIndexOf(":") + 1);

export const shortAddress = (account: string): string =>
  addressOf(account).replace(/^(.{6}).+(.{4})$/, (_, head: string, tail: string) => `${head}…${tail}`);

/** The options of each asset, grouped by token in the order of their first option. */
export function groupsOf(options: readonly PaymentOption[]): readonly (readonly PaymentOption[][])[] {
  const byToken = new Map<string, Map<string, PaymentOption[]>>();
  for (const option of options) {
    const assets = byToken.get(symbolOf(option)) ?? new Map<string, PaymentOption[]>();
    byToken.set(symbolOf(option), assets);
    assets.set(option.amount.unit, [...(assets.get(option.amount.unit) ?? []), option]);
  }
  return [...byToken.values()].map((assets) => [...assets.values()]);
}

/** The asset's option from the account that is chosen now, or else its first. */
export const sameAccount = (asset: readonly PaymentOption[], chosen: PaymentOption | null): PaymentOption | undefined =>
  asset.find(({ account }) => chosen && addressOf(account) === addressOf(chosen.account)) ?? asset[0];
