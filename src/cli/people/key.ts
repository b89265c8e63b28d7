// turnpike key: API keys. A key is shown once, when it is created; only its hash is stored.
import { Command, InvalidArgumentError, Option } from "commander";
import { parseAllowedAddresses } from "../../merchant/allowed-addresses.ts";
import { newApiKey } from "../../merchant/api-key.ts";
import { testTwinOf } from "../../merchant/mode.ts";
import { type ApiKeyRecord, isOfMerchant, ROLES, type Role } from "../../merchant/partner.ts";
import { readConfig } from "../../settings/config.ts";
import { withStore } from "../installation.ts";
import { CommandError, type OutputOptions, print } from "../output/output.ts";
import { secondText, table } from "../output/text.ts";
import { revokeCommand } from "./revoke-key.ts";

export const keyCommand = (): Command =>
  new Command("key")
    .description("API keys: create, rotate, revoke, list")
    .addCommand(
      new Command("create")
        .description("create a key; it is shown only once")
        .requiredOption("--partner <id>", "the partner's id")
        .addOption(new Option("--role <role>", "the key's role").choices([...ROLES]).default("partner"))
        .option("--test", "a key of test mode: its payments can be paid on test nets only")
        .option("--merchant <id>", "for the roles charges and pos: the merchant it takes payments for")
        .option("--expires <time>", "when it expires (ISO 8601); by default never")
        .option("--allow <addresses>", "IP addresses and networks it may be used from, comma-separated; by default any")
        .option("--json", "print JSON")
        .action(create),
    )
    .addCommand(
      new Command("rotate")
        .description("create a key with the same role and limits; the old one expires after the overlap")
        .argument("<key>", "the old key's id (key_…), not the key itself")
        .option("--overlap <hours>", "how long both keys work, 0 to 720", toHours, OVERLAP_HOURS)
        .option("--expires <time>", "when the new key expires (ISO 8601); by default never")
        .option("--json", "print JSON")
        .action(rotate),
    )
    .addCommand(revokeCommand())
    .addCommand(
      new Command("list")
        .description("list keys by prefix")
        .option("--partner <id>", "only this partner's keys")
        .option("--json", "print JSON")
        .action(list),
    );

interface CreateOptions extends OutputOptions {
  readonly partner: string;
  readonly role: Role;
  readonly test?: true;
  readonly merchant?: string;
  readonly expires?: string;
  readonly allow?: string;
}

/** A working day to replace the key everywhere. */
const OVERLAP_HOURS = 24;
const OVERLAP_HOURS_MAX = 720;
const HOUR_MS = 3_600_000;

function toHours(text: string): number {
  const hours = Number(text);
  if (text.trim() !== "" && hours >= 0 && hours <= OVERLAP_HOURS_MAX) return hours;
  throw new InvalidArgumentError(`must be a number of hours from 0 to ${OVERLAP_HOURS_MAX}`);
}

/** @param nowMs the database's clock, by which keys expire */
function expiryOf(text: string | undefined, nowMs: number): Date | null {
  if (text === undefined) return null;
  const at = new Date(text);
  if (at.getTime() > nowMs) return at;
  throw new CommandError("--expires must be a time in the future, in ISO 8601");
}

function addressesOf(text: string | undefined): readonly string[] {
  const networks = parseAllowedAddresses(text === undefined ? [] : text.split(","));
  if (networks) return networks;
  throw new CommandError("--allow must be IP addresses and networks, comma-separated, for example 203.0.113.0/24");
}

async function create(options: CreateOptions): Promise<void> {
  const { role, merchant, test } = options;
  const partner = test ? testTwinOf(options.partner) : options.partner;
  if (isOfMerchant(role) !== (merchant !== undefined)) {
    throw new CommandError("--merchant is required with --role charges or pos, and only then");
  }
  const { apiKey, hash, prefix } = newApiKey(role, partner);
  const of = merchant !== undefined && { merchantId: merchant };
  const allowedAddresses = addressesOf(options.allow);
  const stored = await withStore(readConfig(), async ({ keys, processes }) => {
    const expiresAt = expiryOf(options.expires, (await processes.look()).nowMs);
    return keys.insert({ partnerId: partner, role, ...of, hash, prefix, expiresAt, allowedAddresses });
  });
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

interface RotateOptions extends OutputOptions {
  readonly overlap: number;
  readonly expires?: string;
}

async function rotate(keyId: string, options: RotateOptions): Promise<void> {
  const rotated = await withStore(readConfig(), async ({ keys, processes }) => {
    const { nowMs } = await processes.look();
    const expiresAt = expiryOf(options.expires, nowMs);
    const old = (await keys.list(null)).find(({ id }) => id === keyId);
    if (!old) throw new CommandError(`there is no key ${keyId}`);
    if (endOf(old, nowMs)) throw new CommandError(`the key ${keyId} is no longer valid: create a new one`);
    const { partnerId, role, merchantId, allowedAddresses } = old;
    const { apiKey, hash, prefix } = newApiKey(role, partnerId);
    const of = merchantId !== null && { merchantId };
    const made = await keys.insert({ partnerId, role, ...of, hash, prefix, expiresAt, allowedAddresses });
    if (!made) throw new CommandError(`the partner or merchant of ${keyId} no longer exists`);
    const oldExpiresAt = new Date(Math.floor(nowMs) + options.overlap * HOUR_MS);
    await keys.expire(keyId, oldExpiresAt);
    return { keyId: made.keyId, apiKey, role, replaces: keyId, oldExpiresAt };
  });
  print(options, rotated, [
    `${rotated.keyId}  ${rotated.role}`,
    "",
    `  ${rotated.apiKey}`,
    "",
    `Store it now: it is not shown again. ${keyId} expires at ${secondText(rotated.oldExpiresAt)}.`,
  ]);
}

async function list(options: OutputOptions & { partner?: string }): Promise<void> {
  const { keys, nowMs } = await withStore(readConfig(), async (store) => ({
    keys: await store.keys.list(options.partner ?? null),
    nowMs: (await store.processes.look()).nowMs,
  }));
  const rows = keys.map((key) => toCells(key, nowMs));
  print(options, keys.map(toJson), table(HEAD, rows, "No keys yet."));
}

const toJson = ({ id, ...key }: ApiKeyRecord) => ({ keyId: id, ...key });

/** Why it no longer works; null if it does. */
function endOf({ revokedAt, expiresAt }: ApiKeyRecord, nowMs: number): string | null {
  if (revokedAt) return `revoked ${secondText(revokedAt)}`;
  return expiresAt && expiresAt.getTime() <= nowMs ? `expired ${secondText(expiresAt)}` : null;
}

const HEAD = ["key", "partner", "starts with", "created", "last used", ""] as const;

function toCells(key: ApiKeyRecord, nowMs: number): readonly string[] {
  const { id, partnerId, prefix, createdAt, lastUsedAt, expiresAt, allowedAddresses } = key;
  const state = endOf(key, nowMs) ?? (expiresAt && `expires ${secondText(expiresAt)}`);
  return [
    id,
    partnerId,
    `${prefix}…`,
    secondText(createdAt),
    lastUsedAt ? secondText(lastUsedAt) : "never",
    [...(allowedAddresses.length > 0 ? [`from ${allowedAddresses.join(", ")}`] : []), ...(state ? [state] : [])].join(
      "; ",
    ),
  ];
}
