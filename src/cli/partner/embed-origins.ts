// turnpike partner embed-origins: the sites that may show a partner's checkout pages in a frame.
import { Command } from "commander";
import { parseEmbedOrigin } from "../../payment/branding/embedding.ts";
import { readConfig } from "../../settings/config.ts";
import { withStore } from "../installation.ts";
import { several } from "../output/option-values.ts";
import { CommandError, type OutputOptions, print } from "../output/output.ts";

interface EmbedOptions extends OutputOptions {
  readonly allow?: readonly string[];
  readonly clear?: boolean;
}

export const partnerEmbedOriginsCommand = (): Command =>
  new Command("embed-origins")
    .description("show or set the sites that may show the checkout page in a frame; new ones replace all others")
    .argument("<partner>", "its id")
    .addOption(several("--allow", "an https origin, for example https://shop.example, or http://localhost with a port"))
    .option("--clear", "allow none")
    .option("--json", "print JSON")
    .action(embedOrigins);

async function embedOrigins(partnerId: string, options: EmbedOptions): Promise<void> {
  const { allow, clear } = options;
  if (allow && clear) throw new CommandError("--clear cannot be combined with --allow");
  const next = clear ? [] : allow?.map(originOf);
  const found = await withStore(readConfig(), async ({ partners }) => {
    if (next) await partners.setEmbedOrigins(partnerId, next);
    return partners.embedOrigins(partnerId);
  });
  if (!found) throw new CommandError(`there is no partner ${partnerId}`);
  print(options, { partnerId, embedOrigins: found }, found.length > 0 ? found : ["None."]);
}

function originOf(text: string): string {
  const origin = parseEmbedOrigin(text);
  if (origin === null) throw new CommandError(`--allow ${text} must be an https origin`);
  return origin;
}
