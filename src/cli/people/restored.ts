// turnpike restored: what to run after restoring a backup, before the service starts.
import { Command } from "commander";
import { testTwinOf } from "../../merchant/mode.ts";
import { readConfig } from "../../settings/config.ts";
import type { Store } from "../../store/store.ts";
import { withStore } from "../installation.ts";
import { type OutputOptions, print } from "../output/output.ts";
import { aligned, counted } from "../output/text.ts";

export const restoredCommand = (): Command =>
  new Command("restored")
    .description(
      "after restoring a backup: end all console sessions, links of owners and managers, and requests for approval, and " +
        "list the keys, people, wallet apps, webhook endpoints and destinations to check",
    )
    .option("--json", "print JSON")
    .action(run);

async function run(options: OutputOptions): Promise<void> {
  await withStore(readConfig(), async (store) => {
    const sessions = await store.sessions.endAll();
    // Links that were used and requests that were decided after the backup are open again.
    const links = await store.secondPerson.endAllLinks();
    const requests = await store.changeRequests.expireAll();
    const toCheck = await inForce(store);
    print(options, { sessionsEnded: sessions, linksEnded: links, requestsEnded: requests, toCheck }, [
      `${counted(sessions, "console session")} ended: everyone signs in again.`,
      `${counted(links, "link")} of owners and managers ended: make new ones.`,
      `${counted(requests, "request")} for approval ended: people ask again.`,
      "The database has forgotten what was revoked, removed or changed after the backup. Check each of these:",
      ...tables(toCheck),
    ]);
  });
}

/**
 * The credentials and settings that this database accepts. They may have been revoked, removed or changed after the
 * backup.
 */
async function inForce({ keys, processes, partners, users, walletApps, webhooks, settlements }: Store) {
  const { nowMs } = await processes.look();
  const live = (await keys.list(null)).filter(
    ({ revokedAt, expiresAt }) => revokedAt === null && (expiresAt === null || expiresAt.getTime() > nowMs),
  );
  const apps = (await walletApps.list()).filter(({ revokedAt }) => revokedAt === null);
  const people = [];
  const partnerIds = (await partners.list()).flatMap(({ id }) => [id, testTwinOf(id)]);
  for (const partnerId of partnerIds) {
    for (const { id, role, name } of await users.list(partnerId)) people.push({ id, partnerId, role, name });
  }
  return [
    ...live.map(({ id, partnerId, role, prefix }) => ({ kind: "key", id, partnerId, role, prefix })),
    ...people.map((person) => ({ kind: "user", ...person })),
    ...apps.map(({ id, name }) => ({ kind: "wallet_app", id, name })),
    ...(await webhooks.backlogs(null)).map(({ id, partnerId, origin }) => ({
      kind: "webhook_endpoint",
      id,
      partnerId,
      origin,
    })),
    ...(await settlements.listAll()).map((destination) => ({ kind: "destination", ...destination })),
  ];
}

/** A table for each kind. */
function tables(toCheck: Awaited<ReturnType<typeof inForce>>): readonly string[] {
  const kinds = new Set(toCheck.map(({ kind }) => kind));
  return [...kinds].flatMap((kind) => {
    const rows = toCheck.flatMap(({ kind: of, id, ...facts }) => (of === kind ? [{ [kind]: id, ...facts }] : []));
    return ["", ...aligned([headOf(rows[0] ?? {}), ...rows.map((facts) => Object.values(facts))])];
  });
}

/** For example "partner" for partnerId. */
const headOf = (row: object): readonly string[] =>
  Object.keys(row).map((name) => name.replace(/Id$/, "").replaceAll("_", " "));
