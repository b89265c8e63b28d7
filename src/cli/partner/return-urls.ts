// turnpike partner return-urls: the places to which checkout pages may return a partner's buyers, in addition to each
// payment's own URLs.
import { Command } from "commander";
import { parseReturnTarget } from "../../payment/return-url.ts";
import { readConfig } from "../../settings/config.ts";
import { withStore } from "../installation.ts";
import { several } from "../output/option-values.ts";
import { CommandError, type OutputOptions, print } from "../output/output.ts";

interface ReturnUrlOptions extends OutputOptions {
  readonly allow?: readonly string[];
  readonly clear?: boolean;
}

export const partnerReturnUrlsCommand = (): Command =>
  new Command("return-urls")
    .description(
      "show or set the apps and sites that a checkout page's returnUrl may name; new ones replace all others",
    )
    .argument("<partner>", "its id")
    .addOption(several("--allow", "an app's scheme, for example shop-app:, or an https origin"))
    .option("--clear", "allow none")
    .option("--json", "print JSON")
    .action(returnUrls);

async function returnUrls(partnerId: string, options: ReturnUrlOptions): Promise<void> {
  const { allow, clear } = options;
  if (allow && clear) throw new CommandError("--clear cannot be combined with --allow");
  const next = clear ? [] : allow?.map(targetOf);
  const found = await withStore(readConfig(), async ({ partners }) => {
    if (next) await partners.setReturnTargets(partnerId, next);
    return partners.returnTargets(partnerId);
  });
  if (!found) throw new CommandError(`there is no partner ${partnerId}`);
  print(options, { partnerId, returnUrls: found }, found.length > 0 ? found : ["None."]);
}

function targetOf(text: string): string {
  const target = parseReturnTarget(text);
  if (target === null) throw new CommandError(`--allow ${text} must be an app's scheme or an https origin`);
  return target;
}
