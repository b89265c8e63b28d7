// turnpike partner buyer-data: when a partner's payments require buyer data. Also applies to open payments.
import { Command } from "commander";
import { fiatUnit, formatFiat } from "../../money/amount.ts";
import { isChainId, parseAssetId } from "../../money/caip.ts";
import type { BuyerDataRules } from "../../payment/buyer-data-rules.ts";
import { type Config, readConfig } from "../../settings/config.ts";
import type { Store } from "../../store/store.ts";
import { readBuyerDataKeys, withStore } from "../installation.ts";
import { currencyAmount, several } from "../output/option-values.ts";
import { CommandError, type OutputOptions, print } from "../output/output.ts";

interface BuyerDataOptions extends OutputOptions {
  readonly from?: readonly string[];
  readonly chain?: readonly string[];
  readonly asset?: readonly string[];
  readonly terms?: string;
  readonly clear?: boolean;
}

export const partnerBuyerDataCommand = (): Command =>
  new Command("buyer-data")
    .description(
      "show or set when buyers must enter buyer data: if any rule matches; new rules replace all earlier ones",
    )
    .argument("<partner>", "its id")
    .addOption(several("--from", "payments of at least this amount, by currency, for example USD=1000.00"))
    .addOption(several("--chain", "payments on a chain, as CAIP-2, for example eip155:1"))
    .addOption(several("--asset", "payments with an asset, as CAIP-19"))
    .option("--terms <url>", "the terms of service that the buyer accepts; the form links to them")
    .option("--clear", "stop collecting buyer data")
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
    throw new CommandError("set BUYER_DATA_KEYS first, here and for the server: they encrypt the buyer data");
  }
  await store.buyerDataRules.set(partnerId, rules);
}

/** Undefined if nothing changes, null if buyer data is no longer collected. @throws CommandError */
function rulesOf({ from, chain, asset, terms, clear }: BuyerDataOptions): BuyerDataRules | null | undefined {
  const isGiven = [from, chain, asset, terms].some((option) => option !== undefined);
  if (clear && isGiven) throw new CommandError("--clear cannot be combined with rules");
  if (clear) return null;
  if (!isGiven) return undefined;
  if (!from && !chain && !asset) throw new CommandError("--terms requires --from, --chain or --asset");
  return {
    from: new Map((from ?? []).map((entry) => currencyAmount("--from", entry))),
    chains: (chain ?? []).map(chainOf),
    assets: (asset ?? []).map(assetOf),
    termsUrl: terms === undefined ? null : termsOf(terms),
  };
}

function chainOf(text: string): string {
  if (!isChainId(text)) throw new CommandError(`--chain must be CAIP-2, for example eip155:8453, not ${text}`);
  return text;
}

function assetOf(text: string): string {
  const asset = parseAssetId(text);
  if (!asset) throw new CommandError(`--asset must be CAIP-19, for example eip155:8453/erc20:0x…, not ${text}`);
  return asset.text;
}

function termsOf(text: string): string {
  if (!URL.canParse(text) || new URL(text).protocol !== "https:") {
    throw new CommandError(`--terms must be an https URL, not ${text}`);
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
  if (!rules) return ["No buyer data is collected."];
  const amounts = [...rules.from].map(([currency, value]) => formatFiat({ currency, value }));
  return [
    "Buyer data is collected",
    ...amounts.map((amount) => `  from    ${amount}`),
    ...rules.chains.map((chain) => `  chain   ${chain}`),
    ...rules.assets.map((asset) => `  asset   ${asset}`),
    ...(rules.termsUrl ? [`  terms   ${rules.termsUrl}`] : []),
  ];
}
