// turnpike partner deposits: how much less than asked pays a partner's payments, because exchanges deduct their fees.
import { Command } from "commander";
import { formatFiat } from "../../money/amount.ts";
import type { DepositTolerance } from "../../payment/deposit.ts";
import { feePercentage, parseFeePercentage } from "../../payment/fee.ts";
import { readConfig } from "../../settings/config.ts";
import { withStore } from "../installation.ts";
import { currencyAmount, several } from "../output/option-values.ts";
import { CommandError, type OutputOptions, print } from "../output/output.ts";

interface DepositOptions extends OutputOptions {
  readonly tolerance?: string;
  readonly atMost?: readonly string[];
}

export const partnerDepositsCommand = (): Command =>
  new Command("deposits")
    .description("show or set how much less than asked a deposit may be (for new deposit addresses)")
    .argument("<partner>", "its id")
    .option("--tolerance <percentage>", "percentage of what is asked, for example 0.5 (0: none)")
    .addOption(several("--at-most", "the most in a currency, for example USD=1.00; other currencies have no tolerance"))
    .option("--json", "print JSON")
    .action(deposits);

async function deposits(partnerId: string, options: DepositOptions): Promise<void> {
  const next = toleranceIn(options);
  const found = await withStore(readConfig(), async ({ partners }) => {
    if (next !== undefined) await partners.setDepositTolerance(partnerId, next);
    return partners.depositTolerance(partnerId);
  });
  if (found === undefined) throw new CommandError(`there is no partner ${partnerId}`);
  const most = [...(found?.most ?? [])].map(([currency, value]) => ({ currency, value }));
  const atMost = Object.fromEntries(most.map(({ currency, value }) => [currency, value.toString()]));
  print(options, { partnerId, tolerance: found && { percentage: feePercentage(found.ppm), atMost } }, [
    found ? `${feePercentage(found.ppm)} %, at most ${most.map(formatFiat).join(", ")}` : "None.",
  ]);
}

/** Undefined: unchanged. @throws CommandError */
function toleranceIn({ tolerance, atMost }: DepositOptions): DepositTolerance | null | undefined {
  if (tolerance === undefined && atMost === undefined) return undefined;
  const ppm = parseFeePercentage(tolerance ?? "");
  if (ppm === null)
    throw new CommandError("--tolerance must be below 100 with at most 4 decimals, for example 0.5 (0: none)");
  if (ppm === 0n) return null;
  if (atMost === undefined) throw new CommandError("--tolerance needs --at-most, for example --at-most USD=1.00");
  return { ppm, most: new Map(atMost.map((entry) => currencyAmount("--at-most", entry))) };
}
