// turnpike key: API keys. A key is shown once, when it is created; only its hash is stored.
import { Command, Option } from "commander";
import { newApiKey } from "../merchant/api-key.ts";
import { type ApiKeyRecord, ROLES, type Role } from "../merchant/partner.ts";
import { readConfig } from "../settings/config.ts";
import { withStore } from "./installation.ts";
import { CommandError, type OutputOptions, print } from "./output.ts";
import { aligned } from "./text.ts";

export const keyCommand = (): Command =>
  new Command("key")
    .description("API keys: create, revoke, list")
    .addCommand(
      new Command("create")
        .description("create a key; it is shown only once")
        .requiredOption("--partner <id>", "the partner's id")
        .addOption(new Option("--role <role>", "the key's role").choices([...ROLES]).default("partner"))
        .option("--merchant <id>", "for the role pos: the merchant it takes payments for")
        .option("--json", "print JSON")
        .action(create),
    )
    .addCommand(
      new Command("revoke")
        .description("revoke a key; every process refuses it immediately")
        .argument("<key>", "its id (key_…), not the key itself")
        .option("--json", "print JSON")
        .action(revoke),
    )
    .addCommand(
      new Command("list")
        .description("list keys by prefix")
        .option("--partner <id>", "only this partner's keys")
        .option("--json", "print JSON")
        .action(list),
    );

async function create(options: OutputOptions & { partner: string; role: Role; merchant?: string }): Promise<void> {
  const { partner, role, merchant } = options;
  if ((role === "pos") !== (merchant !== undefined)) {
    throw new CommandError("--merchant is required with --role pos, and only then");
  }
  const { apiKey, hash, prefix } = newApiKey(role);
  const of = merchant !== undefined && { merchantId: merchant };
  const stored = await withStore(readConfig(), (store) =>
    store.keys.insert({ partnerId: partner, role, ...of, hash, prefix }),
  );
  if (!stored)
    throw new CommandError(`there is no partner ${partner}${merchant ? ` with a merchant ${merchant}` : ""}`);
  print(options, { keyId: stored.keyId, apiKey, role, ...of }, [
    `${stored.keyId}  ${role}`,
    "",
    `  ${apiKey}`,
    "",
    "Store it now: it is not shown again.",
  ]);
}

async function revoke(keyId: string, options: OutputOptions): Promise<void> {
  const isKnown = await withStore(readConfig(), (store) => store.keys.revoke(keyId));
  if (!isKnown) throw new CommandError(`there is no key ${keyId}`);
  print(options, { keyId, revoked: true }, [`${keyId} is revoked.`]);
}

async function list(options: OutputOptions & { partner?: string }): Promise<void> {
  const keys = await withStore(readConfig(), (store) => store.keys.list(options.partner ?? null));
  print(options, keys.map(toJson), keys.length > 0 ? aligned(keys.map(toCells)) : ["No keys yet."]);
}

const toJson = ({ id, partnerId, role, merchantId, prefix, createdAt, lastUsedAt, revokedAt }: ApiKeyRecord) => ({
  keyId: id,
  partnerId,
  role,
  merchantId,
  prefix,
  createdAt,
  lastUsedAt,
  revokedAt,
});

const toCells = ({ id, partnerId, prefix, createdAt, lastUsedAt, revokedAt }: ApiKeyRecord): readonly string[] => [
  id,
  partnerId,
  `${prefix}…`,
  createdAt.toISOString(),
  lastUsedAt ? `last used ${lastUsedAt.toISOString()}` : "never used",
  ...(revokedAt ? [`revoked ${revokedAt.toISOString()}`] : []),
];
