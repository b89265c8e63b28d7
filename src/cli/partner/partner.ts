// turnpike partner: the partners, their pinned API versions, fees and buyer data rules.
import { Command } from "commander";
import { DEFAULT_VERSION, isPublished, PUBLISHED_VERSIONS } from "../../contract/versions.ts";
import { readConfig } from "../../settings/config.ts";
import { withStore } from "../installation.ts";
import { shownOption } from "../output/option-values.ts";
import { CommandError, type OutputOptions, print } from "../output/output.ts";
import { table } from "../output/text.ts";
import { partnerBrandingCommand } from "./branding.ts";
import { partnerBuyerDataCommand } from "./buyer-data.ts";
import { partnerDepositsCommand } from "./deposits.ts";
import { partnerEmbedOriginsCommand } from "./embed-origins.ts";
import { partnerFeesCommand } from "./fees.ts";
import { partnerReturnUrlsCommand } from "./return-urls.ts";
import { partnerSecondPersonCommand } from "./second-person.ts";

const NAME_LENGTH_MAX = 256;

export const partnerCommand = (): Command =>
  new Command("partner")
    .description(
      "partners: create, list, pin to an API version, fees, deposits, buyer data, return URLs, branding, embedding, approvals",
    )
    .addCommand(
      new Command("create")
        .description("create a partner")
        .requiredOption("--name <name>", "its name")
        .option("--json", "print JSON")
        .action(create),
    )
    .addCommand(new Command("list").description("list the partners").option("--json", "print JSON").action(list))
    .addCommand(
      new Command("pin")
        .description("pin a partner to an API version")
        .argument("<partner>", "its id")
        .argument("<version>", PUBLISHED_VERSIONS.join(" or "))
        .option("--json", "print JSON")
        .action(pin),
    )
    .addCommand(partnerFeesCommand())
    .addCommand(partnerDepositsCommand())
    .addCommand(partnerBuyerDataCommand())
    .addCommand(partnerReturnUrlsCommand())
    .addCommand(partnerBrandingCommand())
    .addCommand(partnerEmbedOriginsCommand())
    .addCommand(partnerSecondPersonCommand());

async function create(options: OutputOptions & { name: string }): Promise<void> {
  const name = shownOption("--name", options.name, NAME_LENGTH_MAX);
  const config = readConfig();
  const partner = await withStore(config, (store) => store.partners.insert(name, DEFAULT_VERSION), {
    mayCreate: config.isTurnpikeDirNamed,
  });
  print(options, toJson(partner), [
    `${partner.id}  ${partner.name}  ${partner.version}`,
    `Create a key for it: turnpike key create --partner ${partner.id}`,
  ]);
}

async function list(options: OutputOptions): Promise<void> {
  const partners = await withStore(readConfig(), (store) => store.partners.list());
  const rows = partners.map(({ id, name, version }) => [id, version, name]);
  print(options, partners.map(toJson), table(["partner", "API version", "name"], rows, "No partners yet."));
}

async function pin(partnerId: string, version: string, options: OutputOptions): Promise<void> {
  if (!isPublished(version)) throw new CommandError(`the version must be ${PUBLISHED_VERSIONS.join(" or ")}`);
  const isKnown = await withStore(readConfig(), (store) => store.partners.pin(partnerId, version));
  if (!isKnown) throw new CommandError(`there is no partner ${partnerId}`);
  print(options, { partnerId, version }, [`${partnerId} is pinned to ${version}.`]);
}

const toJson = ({ id, name, version }: { id: string; name: string; version: string }) => ({
  partnerId: id,
  name,
  version,
});
