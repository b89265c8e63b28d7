// turnpike key revoke: revokes a key, and on request ends everything that was made with it.
import { createInterface } from "node:readline/promises";
import { Command } from "commander";
import { ON_COMMAND_LINE } from "../../merchant/audit.ts";
import { type KeyPlace, MADE_KINDS, type MadeByKey, type MadeKind } from "../../merchant/made-by-key.ts";
import { readConfig } from "../../settings/config.ts";
import { withStore } from "../installation.ts";
import { toTime } from "../output/option-values.ts";
import { CommandError, type OutputOptions, print } from "../output/output.ts";
import { aligned, counted } from "../output/text.ts";

interface RevokeOptions extends OutputOptions {
  readonly withEverythingItMade?: boolean;
  readonly since?: Date;
  readonly yes?: boolean;
}

export const revokeCommand = (): Command =>
  new Command("revoke")
    .description("revoke a key; every process refuses it immediately")
    .argument("<key>", "its id (key_…), not the key itself")
    .option(
      "--with-everything-it-made",
      "show what the key and what it made have made (keys, users, tills, payment links, webhook endpoints, open " +
        "payments, requests, links for others), ask, then end all of it",
    )
    .option("--since <time>", "with --with-everything-it-made: keep what was made before (ISO 8601)", toTime)
    .option("--yes", "with --with-everything-it-made: do not ask")
    .option("--json", "print JSON")
    .action(revoke);

async function revoke(keyId: string, { withEverythingItMade, since, yes, ...options }: RevokeOptions): Promise<void> {
  if (withEverythingItMade) return revokeWithMade({ keyId, partnerId: null, since: since ?? null }, options, yes);
  if (since !== undefined || yes) throw new CommandError("--since and --yes are for --with-everything-it-made only");
  const isKnown = await withStore(readConfig(), (store) => store.keys.revoke(keyId));
  if (!isKnown) throw missing(keyId);
  print(options, { keyId, revoked: true }, [`${keyId} is revoked.`]);
}

const missing = (keyId: string): CommandError => new CommandError(`there is no key ${keyId}`);

async function revokeWithMade(place: KeyPlace, options: OutputOptions, yes = false): Promise<void> {
  if (!yes) {
    const found = await withStore(readConfig(), (store) => store.madeByKeys.find(place));
    if (!found) throw missing(place.keyId);
    print(options, { wouldEnd: toJson(found) }, previewOf(found));
    if (options.json || !process.stdin.isTTY) {
      if (!options.json) print(options, null, ["Nothing has ended yet. Rerun with --yes to end it."]);
      return;
    }
    if (!(await isAgreed())) throw new CommandError("Nothing has ended: the answer was not yes");
  }
  const ended = await withStore(readConfig(), (store) => store.madeByKeys.end(place, ON_COMMAND_LINE));
  if (!ended) throw missing(place.keyId);
  print(options, { keyId: place.keyId, revoked: true, ended: toJson(ended) }, endedLines(ended, yes));
}

async function isAgreed(): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/i.test((await terminal.question("End all of this? It cannot be undone. (yes/no) ")).trim());
  } finally {
    terminal.close();
  }
}

const NOUNS: Readonly<Record<MadeKind, string>> = {
  keys: "key",
  users: "user",
  tills: "till",
  paymentLinks: "payment link",
  webhookEndpoints: "webhook endpoint",
  changeRequests: "change request",
  userLinks: "link to another user's account",
  pairings: "pairing of another till",
};

const thingsOf = ({ made, payments }: MadeByKey): string[] => [
  ...aligned(
    MADE_KINDS.flatMap((kind) => {
      const things = made[kind];
      return things.map(({ id, name }, at) => [
        at === 0 ? `  ${counted(things.length, NOUNS[kind])}` : "",
        id,
        name ?? "–",
      ]);
    }),
  ),
  ...(payments > 0 ? [`  ${counted(payments, "open payment")} will be cancelled`] : []),
];

function previewOf(found: MadeByKey): string[] {
  const { key } = found;
  const things = thingsOf(found);
  return [
    `${key.id} (${key.name}) of ${key.partnerId} ${key.isRevoked ? "is revoked already" : "would be revoked"}.`,
    ...(things.length > 0 ? ["This ends with it:", ...things] : ["Nothing that it made is left to end."]),
    ...adviceOf(found),
  ];
}

function endedLines(ended: MadeByKey, isFirstShown: boolean): string[] {
  const things = isFirstShown ? thingsOf(ended).map((line) => line.replace("will be", "are")) : [];
  return [
    `${ended.key.id} is revoked.`,
    ...(things.length > 0 ? ["This has ended with it:", ...things] : []),
    ...(isFirstShown ? adviceOf(ended) : []),
  ];
}

/** What the operator must do: restore what was changed, and let somebody in. */
const adviceOf = ({ key: { partnerId }, changes, left, made }: MadeByKey): string[] => [
  ...(Object.keys(changes).length > 0
    ? [
        `It also changed what others made, which stays: ${Object.entries(changes)
          .map(([action, count]) => `${count} ${action}`)
          .join(", ")}. Check it: turnpike audit --partner ${partnerId}`,
      ]
    : []),
  ...(made.userLinks.length > 0
    ? [`Users who joined by its links need new ones: turnpike user new-link <user> --partner ${partnerId}`]
    : []),
  ...(left.owners === 0
    ? [
        `WARNING: ${partnerId} has no other owner. Invite one: turnpike user invite --partner ${partnerId} --name <name>`,
      ]
    : []),
  ...(left.keys === 0
    ? [`WARNING: ${partnerId} has no other key of the role partner: turnpike key create --partner ${partnerId}`]
    : []),
];

const toJson = ({ key, made, payments, changes, left }: MadeByKey) => ({
  keyId: key.id,
  partnerId: key.partnerId,
  ...made,
  payments,
  changes,
  left,
});
