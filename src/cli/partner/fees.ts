// turnpike partner fees: the operator's fees. A change appends a policy; existing payments keep theirs.
import { Command } from "commander";
import { formatFiat } from "../../money/amount.ts";
import { ANY_CHAIN, feePercentage, percentagePolicy } from "../../payment/fee.ts";
import { readConfig } from "../../settings/config.ts";
import type { StoredFeePolicy } from "../../store/people/fee-policies.ts";
import { readChains, withStore } from "../installation.ts";
import { several } from "../output/option-values.ts";
import { CommandError, type OutputOptions, print } from "../output/output.ts";
import { secondText } from "../output/text.ts";
import { changedFees, type FeeOptions } from "./fee-options.ts";

export const partnerFeesCommand = (): Command =>
  new Command("fees")
    .description("show or change the fees of a partner's new payments")
    .argument("<partner>", "its id")
    .option("--percentage <percentage>", "percentage of each payment, for example 0.4")
    .addOption(several("--fixed", "fixed fee per payment in a currency, for example USD=0.30 (USD=0: none)"))
    .addOption(
      several(
        "--minimum",
        "smallest payment in a currency, for example USD=1.00 (USD=0: the amount that covers the fees)",
      ),
    )
    .addOption(
      several("--receiver", "fee receiver: an address, or for one chain eip155:8453=0x… (none: the chain's receiver)"),
    )
    .option("--history", "also show earlier policies")
    .option("--json", "print JSON")
    .action(fees);

async function fees(partnerId: string, options: FeeOptions & OutputOptions & { history?: boolean }): Promise<void> {
  const config = readConfig();
  const standard = percentagePolicy(config.feePpm);
  const chains = await readChains(config);
  const history = await withStore(config, async (store) => {
    const before = await store.feePolicies.history(partnerId);
    const next = before && changedFees(before[0]?.policy ?? standard, options, chains);
    if (!next) return before;
    const stored = await store.feePolicies.append(partnerId, before[0]?.policy.id ?? null, next);
    if (!stored) throw new CommandError("the fees were changed meanwhile: run it again");
    return [stored, ...before];
  });
  if (!history) throw new CommandError(`there is no partner ${partnerId}`);
  const [current = { policy: standard, since: null }] = history;
  const shown = { partnerId, ...toJson(current) };
  if (options.history) print(options, { ...shown, history: history.map(toJson) }, history.flatMap(toLines));
  else print(options, shown, toLines(current));
}

type ShownPolicy = Omit<StoredFeePolicy, "since"> & {
  /** Null: the installation's default. */
  readonly since: Date | null;
};

const amountsToJson = (amounts: ReadonlyMap<string, bigint>) =>
  Object.fromEntries([...amounts].map(([currency, value]) => [currency, value.toString()]));

const toJson = ({ policy, since }: ShownPolicy) => ({
  percentage: feePercentage(policy.ppm),
  fixed: amountsToJson(policy.fixed),
  minimum: amountsToJson(policy.minimum),
  receivers: Object.fromEntries(policy.receivers),
  since,
});

function toLines({ policy, since }: ShownPolicy): string[] {
  const amounts = (map: ReadonlyMap<string, bigint>) =>
    [...map].map(([currency, value]) => formatFiat({ currency, value })).join(", ");
  const receivers = [...policy.receivers].map(([chain, address]) =>
    chain === ANY_CHAIN ? address : `${chain} ${address}`,
  );
  return [
    since
      ? `Since ${secondText(since)}`
      : "Default of the installation (FEE_PERCENTAGE); no fees are set for this partner",
    `  percentage  ${feePercentage(policy.ppm)} %`,
    `  fixed       ${amounts(policy.fixed) || "none"}`,
    `  minimum     ${amounts(policy.minimum) || "the amount that covers the fees"}`,
    `  receiver    ${receivers.join(", ") || "the chain's fee receiver"}`,
  ];
}
