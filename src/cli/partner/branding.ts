// turnpike partner branding: how the pages of a partner's merchants look, unless a merchant has its own.
import { Command } from "commander";
import { BRAND_COLOR, type Branding } from "../../payment/branding/branding.ts";
import { readConfig } from "../../settings/config.ts";
import { withStore } from "../installation.ts";
import { shownOption } from "../output/option-values.ts";
import { CommandError, type OutputOptions, print } from "../output/output.ts";

interface BrandingOptions extends OutputOptions {
  readonly color?: string;
  readonly name?: string;
  readonly clear?: boolean;
}

const NAME_LENGTH_MAX = 64;

export const partnerBrandingCommand = (): Command =>
  new Command("branding")
    .description("show or set the colour and name on the pages of merchants that have no branding")
    .argument("<partner>", "its id")
    .option("--color <color>", "a colour as #rrggbb; its contrast is corrected")
    .option("--name <name>", "shown above the payment, at most 64 characters")
    .option("--clear", "remove it")
    .option("--json", "print JSON")
    .action(branding);

async function branding(partnerId: string, options: BrandingOptions): Promise<void> {
  const next = brandingIn(options);
  const found = await withStore(readConfig(), async ({ partners }) => {
    if (next !== undefined) await partners.setBranding(partnerId, next);
    return partners.branding(partnerId);
  });
  if (found === undefined) throw new CommandError(`there is no partner ${partnerId}`);
  print(options, { partnerId, branding: found }, [found ? `${found.color}  ${found.name ?? ""}`.trimEnd() : "None."]);
}

/** Undefined: unchanged. @throws CommandError */
function brandingIn({ color, name, clear }: BrandingOptions): Branding | null | undefined {
  if (clear && (color ?? name) !== undefined)
    throw new CommandError("--clear cannot be combined with --color or --name");
  if (clear) return null;
  if (color === undefined && name === undefined) return undefined;
  if (color === undefined || !BRAND_COLOR.test(color)) throw new CommandError("--color must be a colour as #rrggbb");
  const shown = name === undefined ? null : shownOption("--name", name, NAME_LENGTH_MAX);
  return { color: color.toLowerCase(), name: shown };
}
