// turnpike partner buyer-data: when a partner's payments ask for the buyer's data. It holds from the next look at a
// payment's options on, for open payments too.
import { Command, Option } from "commander";
import { type Config, readConfig } from "../config.ts";
import { FIAT_DIGITS_MAX, fiatUnit, formatFiat, parseStandardUnits } from "../money/amount.ts";
import { isChainId, parseAssetId } from "../money/caip.ts";
import { findCurrency } from "../money/fiat.ts";
import type { BuyerDataRules } from "../payment/buyer-data-rules.ts";
import type { Store } from "../store/store.ts";
import { readBuyerDataKeys, withStore } from "./installation.ts";
import { CommandError, type OutputOptions, print } from "./output.ts";

interface BuyerDataOptions extends OutputOptions {
  readonly from?: readonly string[];
  readonly chain?: readonly string[];
  readonly asset?: readonly string[];
  readonly terms?: string;
  readonly clear?: boolean;
}

/** One option given several times, or with several values. */
const several = (flags: string, description: string): Option => new Option(`${flags} <entries...>`, description);

export const partnerBuyerDataCommand = (): Command =>
  new Command("buyer-data")
    .description(
      "show or set when buyers are asked for their data: any of the rules asks; what is set replaces all before",
    )
    .argument("<partner>", "its id")
    .addOption(several("--from", "payments of so much and more, by currency, for example USD=1000.00"))
    .addOption(several("--chain", "whatever is paid on a chain, as CAIP-2, for example eip155:1"))
    .addOption(several("--asset", "whatever is paid with an asset, as CAIP-19"))
    .option("--terms <url>", "the terms of service that the buyer confirms; the form links to them")
    .option("--clear", "ask nobody for anything any more")
    .option("--json", "print JSON")
    .action(collectData);

async function collectData(partnerId: string, options: BuyerDataOptions): Promise<void> {
  const config = readConfig();
  const next = rulesOf(options);
  const rules = await withStore(config, async (store) => {
    if (next !== undefined) await set(config, store, partnerId, next);
    return store.buyerDataRules.find(partnerId);
  });
  if (rules === undefined) throw new CommandError(`there is no partner ${partnerId}`);
  print(options, { partnerId, ...toJson(rules) }, toLines(rules));
}

async function set(config: Config, store: Store, partnerId: string, rules: BuyerDataRules | null): Promise<void> {
  if (rules && !(await readBuyerDataKeys(config))) {
    throw new CommandError("set BUYER_DATA_KEYS first, here and for the server: what buyers enter is kept under them");
  }
  await store.buyerDataRules.set(partnerId, rules);
}

/** Undefined where nothing is to be changed, null where nothing is to be asked any more. @throws CommandError */
function rulesOf({ from, chain, asset, terms, clear }: BuyerDataOptions): BuyerDataRules | null | undefined {
  const isGiven = [from, chain, asset, terms].some((option) => option !== undefined);
  if (clear && isGiven) throw new CommandError("--clear goes with no rule");
  if (clear) return null;
  if (!isGiven) return undefined;
  if (!from && !chain && !asset) throw new CommandError("--terms goes with --from, --chain or --asset");
  return {
    from: new Map((from ?? []).map(amountOf)),
    chains: (chain ?? []).map(chainOf),
    assets: (asset ?? []).map(assetOf),
    termsUrl: terms === undefined ? null : termsOf(terms),
  };
}

function amountOf(entry: string): [string, bigint] {
  const [code = "", text = ""] = entry.split("=");
  const currency = findCurrency(code);
  const value = currency && parseStandardUnits(text, currency.decimals, FIAT_DIGITS_MAX);
  if (!currency || value === null) {
    throw new CommandError(`--from must be a currency and an amount of it, for example USD=1000.00: is ${entry}`);
  }
  return [currency.code, value];
}

function chainOf(text: string): string {
  if (!isChainId(text)) throw new CommandError(`--chain must be CAIP-2, for example eip155:8453: is ${text}`);
  return text;
}

function assetOf(text: string): string {
  const asset = parseAssetId(text);
  if (!asset) throw new CommandError(`--asset must be CAIP-19, for example eip155:8453/erc20:0x…: is ${text}`);
  return asset.text;
}

function termsOf(text: string): string {
  if (!URL.canParse(text) || new URL(text).protocol !== "https:") {
    throw new CommandError(`--terms must be an https URL: is ${text}`);
  }
  return text;
}

const toJson = (rules: BuyerDataRules | null) => ({
  collectDataFrom: [...(rules?.from ?? [])].map(([currency, value]) => ({
    unit: fiatUnit(currency),
    value: value.toString(),
  })),
  chains: rules?.chains ?? [],
  assets: rules?.assets ?? [],
  termsUrl: rules?.termsUrl ?? null,
});

function toLines(rules: BuyerDataRules | null): string[] {
  if (!rules) return ["Buyers are not asked for their data."];
  const amounts = [...rules.from].map(([currency, value]) => formatFiat({ currency, value }));
  return [
    "Buyers are asked for their data",
    ...amounts.map((amount) => `  from    ${amount} on`),
    ...rules.chains.map((chain) => `  chain   ${chain}`),
    ...rules.assets.map((asset) => `  asset   ${asset}`),
    ...(rules.termsUrl ? [`  terms   ${rules.termsUrl}`] : []),
  ];
}
