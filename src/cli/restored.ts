// turnpike restored: what to run after restoring a backup, before the service starts.
import { Command } from "commander";
import { USER_ROLES } from "../merchant/user.ts";
import { cancelPayment } from "../operations/cancel-payment.ts";
import { Refusal } from "../operations/errors/refusal.ts";
import {
  type ForgottenEntry,
  findForgotten,
  type Redoing,
  type Redone,
  redoForgotten,
} from "../operations/redo-forgotten.ts";
import { readConfig } from "../settings/config.ts";
import { readJournal } from "../store/journal/file.ts";
import type { Store } from "../store/store.ts";
import { withStore } from "./installation.ts";
import { CommandError, type OutputOptions, print } from "./output.ts";
import { counted } from "./text.ts";

interface RestoredOptions extends OutputOptions {
  readonly journal?: readonly string[];
  readonly withoutJournal?: boolean;
  readonly dryRun?: boolean;
}

export const restoredCommand = (): Command =>
  new Command("restored")
    .description(
      "after restoring a backup: end all console sessions, links of owners and managers, and requests for approval, and " +
        "redo the revocations, destination changes and deletions of the audit journal that the backup lacks",
    )
    .option("--journal <files...>", "journals of this installation's machines, besides AUDIT_JOURNAL")
    .option("--without-journal", "there is no journal: end the sessions, and list the live keys and wallet apps")
    .option("--dry-run", "print what would be done, and change nothing")
    .option("--json", "print JSON")
    .action(run);

async function run(options: RestoredOptions): Promise<void> {
  const config = readConfig();
  const files = [
    ...new Set([...(config.auditJournal === null ? [] : [config.auditJournal]), ...(options.journal ?? [])]),
  ];
  if (files.length === 0 && !options.withoutJournal) {
    throw new CommandError(
      "there is no audit journal: set AUDIT_JOURNAL, or give --journal. Without one, nothing says which keys were " +
        "revoked and which destinations were changed after the backup: run with --without-journal, and check them all",
    );
  }
  await withStore(config, async (store) => {
    const found = await findForgotten(store.forgotten, everyEntry(files));
    if (options.dryRun) return printPlan(options, found);
    const sessions = await store.sessions.endAll();
    // Links that were used and requests that were decided after the backup are open again.
    const links = await store.secondPerson.endAllLinks();
    const requests = await store.changeRequests.expireAll();
    const done: Redone[] = [];
    await redoForgotten({ forgotten: store.forgotten, redo: redoingIn(store) }, found, (each) => done.push(each));
    const live = [...(options.withoutJournal ? await liveKeys(store) : []), ...(await liveApps(store))];
    const byHand = done.filter(({ outcome }) => outcome === "by_hand").length;
    print(
      options,
      { sessionsEnded: sessions, linksEnded: links, requestsEnded: requests, changes: done.map(toJson), live },
      [
        `${counted(sessions, "console session")} ended: everyone signs in again.`,
        `${counted(links, "link")} of owners and managers ended: make new ones.`,
        `${counted(requests, "request")} for approval ended: people ask again.`,
        ...done.filter(({ outcome }) => outcome !== "noted").map(lineOf),
        ...(live.length > 0 ? ["Revoke each of these that was revoked after the backup:", ...live] : []),
        `${counted(done.length, "forgotten change")}: ${byHand} for you to do.`,
      ],
    );
  });
}

async function* everyEntry(files: readonly string[]) {
  for (const file of files) {
    try {
      yield* readJournal(file);
    } catch (error) {
      throw new CommandError(`${file} cannot be read (${error instanceof Error ? error.message : String(error)})`);
    }
  }
}

function printPlan(options: OutputOptions, found: readonly ForgottenEntry[]): void {
  print(options, { changes: found.map((entry) => toJson({ entry, outcome: null })) }, [
    ...found.map((entry) => lineOf({ entry, outcome: null })),
    `${counted(found.length, "forgotten change")}. Nothing was changed.`,
  ]);
}

interface Shown {
  readonly entry: Redone["entry"];
  /** Null in a dry run. */
  readonly outcome: Redone["outcome"] | null;
}

const toJson = ({ entry: { id, ...entry }, outcome }: Shown) => ({ id: id.toString(), ...entry, outcome });

const WORDS = {
  redone: "redone",
  superseded: "a later change is in force",
  by_hand: "DO IT YOURSELF",
  noted: "noted",
} as const;

function lineOf({ entry, outcome }: Shown): string {
  const { at, action, subjectType, subjectId, before, after } = entry;
  const facts = before || after ? [`${JSON.stringify(before)} → ${JSON.stringify(after)}`] : [];
  return [outcome === null ? "forgotten" : WORDS[outcome], at, action, `${subjectType} ${subjectId}`, ...facts].join(
    "  ",
  );
}

async function liveKeys(store: Store): Promise<string[]> {
  const keys = (await store.keys.list(null)).filter(({ revokedAt }) => revokedAt === null);
  return keys.map(({ id, partnerId, prefix }) => `  key ${id}  ${partnerId}  ${prefix}…`);
}

/** No journal has them: they belong to no partner, and the audit log is about partners. */
async function liveApps(store: Store): Promise<string[]> {
  const apps = (await store.walletApps.list()).filter(({ revokedAt }) => revokedAt === null);
  return apps.map(({ id, name }) => `  wallet app ${id}  ${name}`);
}

const redoingIn = ({
  keys,
  merchants,
  settlements,
  payments,
  buyerData,
  webhooks,
  users,
  tills,
  secondPerson,
}: Store): Redoing => ({
  revokeKey: (keyId) => keys.revoke(keyId),
  expireKey: async (keyId, at) =>
    (await keys.expire(keyId, at)) || (await keys.list(null)).some(({ id }) => id === keyId),
  setStatus: async (merchantId, status) => (await merchants.setStatus(merchantId, status)) !== null,
  removeMerchant: (partnerId, merchantId, by) => merchants.remove(partnerId, merchantId, by),
  eraseMerchant: async (merchantId) => (await merchants.erase(merchantId)) === "erased",
  addDestination: async (of, settlement) => (await settlements.insert(of, [settlement])).outcome === "inserted",
  changeDestination: async (of, id, destination) => (await settlements.change(of, id, destination)) !== null,
  removeDestination: async (of, id) => {
    const own = await settlements.list(of.partnerId, of.merchantId);
    return own.every((each) => each.id !== id) || settlements.remove(of, id);
  },
  cancelPayment: (paymentId, by) =>
    cancelPayment({ payments }, paymentId, "cancelled_by_merchant", by).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Refusal) return false;
        throw error;
      },
    ),
  eraseBuyerData: async (paymentId) => (await buyerData.erase(paymentId)) !== null,
  removeEndpoint: async (partnerId, id, by) =>
    (await webhooks.find(partnerId, id)) === null || webhooks.remove(partnerId, id, by),
  removeUser: async (partnerId, userId, by) =>
    (await users.findOwn(partnerId, userId)) === null || users.remove({ partnerId, userId, managed: USER_ROLES }, by),
  revokeTill: async (partnerId, id, by) => {
    const owner = { partnerId, merchantIds: null, referencePrefix: null };
    const own = await tills.list(owner);
    return own.every((each) => each.id !== id || each.revokedAt !== null) || tills.revoke(owner, id, by);
  },
  setSecondPerson: (partnerId, isRequired) => secondPerson.set(partnerId, isRequired),
});
