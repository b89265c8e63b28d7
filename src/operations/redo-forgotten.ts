// After a restore: redoes the changes that the database has forgotten and that protect someone, and reports the others.
// The audit journal (docs/decisions/0053) says what they were.
import { type Actor, ON_COMMAND_LINE } from "../merchant/audit.ts";
import type { JournalEntry } from "../merchant/journal-entry.ts";
import type { CryptoSettlement, MerchantActor, MerchantStatus } from "../merchant/merchant.ts";

/** `isSuperseded`: the database has a later change of the same kind to the same subject. */
export type ForgottenEntry = JournalEntry & { readonly isSuperseded: boolean };

/**
 * redone: the change is in force again · superseded: a later change is in force · by_hand: the operator must act ·
 * noted: nothing to do.
 */
export type RedoOutcome = "redone" | "superseded" | "by_hand" | "noted";

export interface ForgottenStore {
  /** Those of the entries that the database lacks and that no earlier run has dealt with. At most 1 000 at a time. */
  find(entries: readonly JournalEntry[]): Promise<readonly ForgottenEntry[]>;
  /** Adds the entry to the audit log again, and remembers that it was dealt with. */
  putBack(entry: JournalEntry, outcome: RedoOutcome): Promise<void>;
}

/** Each resolves to false if the subject is unknown; doing it again changes nothing. */
export interface Redoing {
  revokeKey(keyId: string): Promise<boolean>;
  /** Lets the key expire at `at`, which may have passed. */
  expireKey(keyId: string, at: Date): Promise<boolean>;
  setStatus(merchantId: string, status: MerchantStatus): Promise<boolean>;
  removeMerchant(partnerId: string, merchantId: string, by: Actor): Promise<boolean>;
  eraseMerchant(merchantId: string): Promise<boolean>;
  addDestination(of: MerchantActor, settlement: CryptoSettlement): Promise<boolean>;
  changeDestination(of: MerchantActor, id: string, destination: string): Promise<boolean>;
  removeDestination(of: MerchantActor, id: string): Promise<boolean>;
  cancelPayment(paymentId: string, by: Actor): Promise<boolean>;
  eraseBuyerData(paymentId: string): Promise<boolean>;
  removeEndpoint(partnerId: string, id: string, by: Actor): Promise<boolean>;
  removeUser(partnerId: string, userId: string, by: Actor): Promise<boolean>;
  revokeTill(partnerId: string, id: string, by: Actor): Promise<boolean>;
  setSecondPerson(partnerId: string, isRequired: boolean): Promise<boolean>;
}

export interface RedoPorts {
  readonly forgotten: ForgottenStore;
  readonly redo: Redoing;
}

export interface Redone {
  readonly entry: JournalEntry;
  readonly outcome: RedoOutcome;
}

const PAGE = 1_000;

/** Entries that no action can follow from: the change only added something, or only showed it. */
const NOTED: ReadonlySet<string> = new Set([
  "signed_in",
  "signed_out",
  "buyer_data_shown",
  // each change that was approved has another line
  "change_asked",
  "change_approved",
  "change_rejected",
  "change_withdrawn",
]);

/** The forgotten entries, in the order in which they happened; each one once. */
export async function findForgotten(
  store: ForgottenStore,
  journal: AsyncIterable<JournalEntry> | Iterable<JournalEntry>,
): Promise<readonly ForgottenEntry[]> {
  const found = new Map<string, ForgottenEntry>();
  let page: JournalEntry[] = [];
  const look = async (): Promise<void> => {
    for (const entry of await store.find(page)) found.set(`${entry.id} ${entry.at}`, entry);
    page = [];
  };
  for await (const entry of journal) {
    page.push(entry);
    if (page.length === PAGE) await look();
  }
  if (page.length > 0) await look();
  return [...found.values()].sort((a, b) => a.at.localeCompare(b.at) || Number(a.id - b.id));
}

/** Whether a restored database without this change gives someone rights or money that they must not have. */
export const takesAway = ({ action, subjectType }: JournalEntry): boolean =>
  subjectType === "settlement" || PROTECTIVE.has(action);

const PROTECTIVE: ReadonlySet<string> = new Set([
  "key_revoked",
  "merchant_status_changed",
  "merchant_deleted",
  "merchant_erased",
  "payment_cancelled",
  "buyer_data_erased",
  "webhook_endpoint_deleted",
  "webhook_secret_rotated",
  "payment_link_changed",
  "payment_link_deleted",
  "return_urls_changed",
  "embed_origins_changed",
  "user_changed",
  "user_removed",
  "password_changed",
  "passkey_removed",
  "till_revoked",
  "second_person_changed",
]);

/** Repeatable: what was dealt with is left out the next time. @param onDone called after each entry */
export async function redoForgotten(
  { forgotten, redo }: RedoPorts,
  entries: readonly ForgottenEntry[],
  onDone: (done: Redone) => void,
): Promise<void> {
  const last = new Map(entries.map((entry) => [subjectOf(entry), entry]));
  for (const entry of entries) {
    const isLast = last.get(subjectOf(entry)) === entry;
    const outcome = isLast && !entry.isSuperseded ? await redoEntry(redo, entry) : "superseded";
    await forgotten.putBack(entry, outcome);
    onDone({ entry, outcome });
  }
}

/** Of several changes of one kind to one subject, only the last counts. All changes of a destination are one kind. */
const subjectOf = ({ subjectType, subjectId, action }: JournalEntry): string =>
  [subjectType, subjectId, subjectType === "settlement" ? "" : action].join(" ");

async function redoEntry(redo: Redoing, entry: JournalEntry): Promise<RedoOutcome> {
  if (NOTED.has(entry.action)) return "noted";
  return (await apply(redo, entry)) ? "redone" : "by_hand";
}

/** False if the operator must do it: the subject is missing, or the journal does not hold enough of it. */
async function apply(redo: Redoing, entry: JournalEntry): Promise<boolean> {
  const { action, partnerId, merchantId, subjectId, after } = entry;
  switch (action) {
    case "key_revoked":
      return typeof after?.expiresAt === "string"
        ? redo.expireKey(subjectId, new Date(after.expiresAt))
        : redo.revokeKey(subjectId);
    case "merchant_status_changed":
      return isStatus(after?.status) && redo.setStatus(subjectId, after.status);
    case "merchant_deleted":
      return redo.removeMerchant(partnerId, subjectId, ON_COMMAND_LINE);
    case "merchant_erased":
      return redo.eraseMerchant(subjectId);
    case "payment_cancelled":
      return redo.cancelPayment(subjectId, ON_COMMAND_LINE);
    case "buyer_data_erased":
      return redo.eraseBuyerData(subjectId);
    case "webhook_endpoint_deleted":
      return redo.removeEndpoint(partnerId, subjectId, ON_COMMAND_LINE);
    case "user_removed":
      return redo.removeUser(partnerId, subjectId, ON_COMMAND_LINE);
    case "till_revoked":
      return redo.revokeTill(partnerId, subjectId, ON_COMMAND_LINE);
    case "second_person_changed":
      return typeof after?.needsSecondPerson === "boolean" && redo.setSecondPerson(subjectId, after.needsSecondPerson);
    default:
      return merchantId !== null && applyToDestination(redo, entry, { ...ON_COMMAND_LINE, partnerId, merchantId });
  }
}

async function applyToDestination(
  redo: Redoing,
  { action, subjectId: id, after }: JournalEntry,
  of: MerchantActor,
): Promise<boolean> {
  if (action === "settlement_deleted") return redo.removeDestination(of, id);
  if (action !== "settlement_changed" && action !== "settlement_created") return false;
  const { asset, destination } = after ?? {};
  if (typeof asset !== "string" || typeof destination !== "string") return false;
  return (await redo.changeDestination(of, id, destination)) || redo.addDestination(of, { id, asset, destination });
}

const STATUSES: readonly string[] = ["active", "inactive", "suspended"] satisfies readonly MerchantStatus[];
const isStatus = (value: unknown): value is MerchantStatus => STATUSES.some((status) => status === value);
