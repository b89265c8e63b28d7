// All stores in PostgreSQL.
import type { CheckOptionPorts } from "../operations/check-option.ts";
import type { BooksStore } from "../operations/ports/books.ts";
import type { LaneReports } from "../operations/ports/chain-reports.ts";
import type { DeliveryQueue } from "../operations/ports/delivery.ts";
import type { Ledger } from "../operations/ports/ledger.ts";
import type { Log } from "../operations/ports/log.ts";
import type { MonthStore } from "../operations/ports/months.ts";
import type { LinkUses } from "../operations/ports/payment-links.ts";
import type { PendingWork } from "../operations/ports/pending-work.ts";
import type { RelayStore } from "../operations/ports/relay.ts";
import type { Tracing } from "../operations/ports/tracing.ts";
import { type AuditStore, createAuditStore } from "./audit.ts";
import { createBooksStore } from "./books.ts";
import { type BuyerDataStore, createBuyerDataStore } from "./buyer-data.ts";
import { type BuyerDataRulesStore, createBuyerDataRulesStore } from "./buyer-data-rules.ts";
import { type ChangeRequestStore, createChangeRequestStore } from "./change-requests.ts";
import type { Changes } from "./changes.ts";
import { type ChargeStore, createChargeStore } from "./charges.ts";
import { type Database, type DatabaseOptions, openDatabase, openReplica } from "./database.ts";
import { createEventStore, type EventStore } from "./events/events.ts";
import { createExceptionStore, type ExceptionStore } from "./exceptions.ts";
import type { PayableChain } from "./expire.ts";
import { createFeePolicyStore, type FeePolicyStore } from "./fee-policies.ts";
import { openPartnerFeed, type PartnerFeed } from "./feed.ts";
import { readLed } from "./following.ts";
import { createHistoryStore, type HistoryStore } from "./history.ts";
import { createIdempotencyStore, type IdempotencyStore } from "./idempotency.ts";
import { createKeyRing, type KeyRing } from "./key-ring.ts";
import { createKeyStore, type KeyStore } from "./keys.ts";
import { createLaneStore } from "./lanes.ts";
import { fenced } from "./leader.ts";
import { createListStore, THRESHOLDS } from "./lists/lists.ts";
import { createPermits, type ReadPermits } from "./lists/permits.ts";
import { createLogoStore, type LogoStore } from "./logos.ts";
import { createMerchantStore, type MerchantStore } from "./merchants.ts";
import { createMonthStore } from "./months.ts";
import { createOptionFacts } from "./option-facts.ts";
import { watchOutages } from "./outage.ts";
import { createPartnerStore, createWalletAppStore, type PartnerStore, type WalletAppStore } from "./partners.ts";
import { createPasskeyStore, type PasskeyStore } from "./passkeys.ts";
import { createLinkStore, type LinkStore } from "./payment-links/links.ts";
import { createLinkUses } from "./payment-links/uses.ts";
import { createPaymentStore, type PaymentStore } from "./payments.ts";
import { readPendingWork } from "./pending-work.ts";
import type { PoolUsage } from "./pool.ts";
import { createProgressStore, type ProgressStore } from "./progress.ts";
import { type BatchStore, createBatchStore } from "./relay/operator.ts";
import { createRelayStore } from "./relay/relay.ts";
import { createReplicaReads, type ListReads } from "./replica.ts";
import { createRouterStore, type RouterStore } from "./routers.ts";
import { createSecondPersonStore, type SecondPersonStore } from "./second-person.ts";
import { createSessionStore, type SessionStore } from "./sessions.ts";
import { createSettlementStore, type SettlementStore } from "./settlements.ts";
import { createTillStore, type TillStore } from "./tills.ts";
import { traced } from "./traced.ts";
import { createIntentStore, type IntentStore } from "./transfers/intents.ts";
import { createLedger } from "./transfers/ledger.ts";
import { createUnpaidStore, type UnpaidRecords } from "./unpaid.ts";
import { createUserStore, type UserStore } from "./users.ts";
import { createVitals, type VitalsStore } from "./vitals.ts";
import { type BacklogStore, createBacklogStore } from "./webhooks/backlog.ts";
import { createDeliveryStore, type DeliveryStore } from "./webhooks/deliveries.ts";
import { createEndpointStore, type EndpointStore } from "./webhooks/endpoints.ts";
import { createDeliveryQueue } from "./webhooks/queue.ts";
import { createSecretStore, type SecretStore } from "./webhooks/secrets.ts";

export interface Store {
  readonly partners: PartnerStore;
  readonly keys: KeyStore;
  readonly sessions: SessionStore;
  readonly users: UserStore;
  readonly passkeys: PasskeyStore;
  readonly tills: TillStore;
  readonly secondPerson: SecondPersonStore;
  readonly changeRequests: ChangeRequestStore;
  readonly audit: AuditStore;
  readonly walletApps: WalletAppStore;
  readonly feePolicies: FeePolicyStore;
  readonly merchants: MerchantStore;
  readonly logos: LogoStore;
  readonly settlements: SettlementStore;
  readonly payments: PaymentStore;
  readonly charges: ChargeStore;
  readonly paymentLinks: LinkStore & LinkUses;
  readonly progress: ProgressStore;
  readonly lists: ReturnType<typeof createListStore>;
  readonly buyerData: BuyerDataStore;
  readonly buyerDataRules: BuyerDataRulesStore;
  readonly exceptions: ExceptionStore;
  readonly events: EventStore;
  readonly webhooks: EndpointStore & SecretStore & BacklogStore;
  readonly deliveries: DeliveryStore;
  readonly idempotency: IdempotencyStore;
  readonly intents: IntentStore;
  readonly relay: RelayStore;
  readonly batches: BatchStore;
  readonly lanes: LaneReports;
  readonly ledger: Ledger;
  readonly unpaid: UnpaidRecords;
  /** For the workers: what they write is committed only under their lead (leader.ts). */
  readonly ofLeader: Pick<Store, "relay" | "ledger" | "unpaid">;
  readonly routers: RouterStore;
  readonly books: BooksStore;
  /** On the configured chains. */
  readPendingWork(): Promise<PendingWork>;
  /** Those of these chains (CAIP-2) that a process leads. */
  readLed(chains: readonly string[]): Promise<ReadonlySet<string>>;
  readonly history: HistoryStore;
  /** Caches keys and wallet apps for a process that serves requests. */
  openKeyRing(changes: Pick<Changes, "onKeys" | "isListening">): KeyRing;
  /** @param graceS seconds for which options to a former destination stay valid */
  openOptionFacts(graceS: number): CheckOptionPorts["optionFacts"];
  /** For a process that serves requests. */
  openFeed(changes: Changes, log: Log): PartnerFeed;
  /** For a process that delivers webhooks; its leases are its own. */
  openDeliveryQueue(): DeliveryQueue;
  readonly vitals: VitalsStore;
  readonly months: MonthStore;
  connections(): PoolUsage;
  /** Null: lists are read from the primary only. */
  listReads(): ListReads | null;
  /** The server may be gone: idle connections are replaced before their next use. */
  distrust(): void;
  close(): Promise<void>;
}

interface StoreParts extends Pick<DatabaseOptions, "connectionsMax"> {
  /**
   * The configured chains: a payment expires only once those it may have been paid on are followed past its expiry.
   * Without them, as in commands that expire nothing, our clock alone decides.
   */
  readonly chains?: readonly PayableChain[];
}

export interface StoreOptions extends DatabaseOptions, StoreParts {
  /** For a service: the log of database outages. */
  readonly log?: Log;
  /** The URL of standbys to read lists from; null or undefined: there is none. */
  readonly readUrl?: string | null;
  /** Undefined: nothing is traced. */
  readonly tracing?: Tracing;
}

export function openStore(options: StoreOptions): Store {
  const { log, readUrl, tracing } = options;
  const opened = openDatabase(options);
  const database = tracing?.requests ? traced(opened, tracing) : opened;
  const db = log ? watchOutages(database, log) : database;
  const permits = createPermits(options.connectionsMax);
  return { ...createStore(db, options, permits), ...(readUrl && withReplica(db, readUrl, options, permits)) };
}

/** The parts of a store whose lists are read from a replica. */
function withReplica(
  db: Database,
  url: string,
  { log, connectionsMax, onError }: StoreOptions,
  permits: ReadPermits,
): Pick<Store, "lists" | "listReads" | "close"> {
  // At most a half of the connections read lists (lists/permits.ts).
  const replica = openReplica({ url, connectionsMax: Math.max(1, Math.floor(connectionsMax / 2)), onError });
  const reads = createReplicaReads(db, replica, (error) =>
    log?.warn({ err: error }, "lists cannot be read from DATABASE_READ_URL: the primary serves them"),
  );
  return {
    lists: createListStore(db, connectionsMax, THRESHOLDS, reads, permits),
    listReads: () => reads.counts(),
    close: async () => {
      await Promise.all([replica.close(), db.close()]);
    },
  };
}

/** All stores on one connection to the database. */
export function createStore(
  db: Database,
  { connectionsMax, chains = [] }: StoreParts,
  permits = createPermits(connectionsMax),
): Store {
  return {
    partners: createPartnerStore(db),
    keys: createKeyStore(db),
    sessions: createSessionStore(db),
    users: createUserStore(db),
    passkeys: createPasskeyStore(db),
    tills: createTillStore(db),
    secondPerson: createSecondPersonStore(db),
    changeRequests: createChangeRequestStore(db),
    audit: createAuditStore(db),
    walletApps: createWalletAppStore(db),
    feePolicies: createFeePolicyStore(db),
    merchants: createMerchantStore(db),
    logos: createLogoStore(db),
    settlements: createSettlementStore(db),
    payments: createPaymentStore(db, chains),
    charges: createChargeStore(db),
    paymentLinks: { ...createLinkStore(db), ...createLinkUses(db) },
    progress: createProgressStore(db),
    lists: createListStore(db, connectionsMax, THRESHOLDS, db, permits),
    buyerData: createBuyerDataStore(db),
    buyerDataRules: createBuyerDataRulesStore(db),
    exceptions: createExceptionStore(db),
    events: createEventStore(db, permits),
    webhooks: { ...createEndpointStore(db), ...createSecretStore(db), ...createBacklogStore(db) },
    deliveries: createDeliveryStore(db, permits),
    idempotency: createIdempotencyStore(db, chains, permits),
    intents: createIntentStore(db),
    ...chainStores(db),
    lanes: createLaneStore(db),
    ofLeader: chainStores(fenced(db)),
    batches: createBatchStore(db),
    routers: createRouterStore(db),
    books: createBooksStore(db),
    readPendingWork: () => readPendingWork(db, chains),
    readLed: (asked) => readLed(db, asked),
    history: createHistoryStore(db),
    openKeyRing: (changes) =>
      createKeyRing(db, { keys: createKeyStore(db), walletApps: createWalletAppStore(db), changes }),
    openOptionFacts: (graceS) => createOptionFacts(db, graceS),
    openFeed: (changes, log) => openPartnerFeed(db, changes, log),
    openDeliveryQueue: () => createDeliveryQueue(db),
    vitals: createVitals(db),
    months: createMonthStore(db),
    connections: () => db.usage(),
    listReads: () => null,
    distrust: () => db.distrust(),
    close: () => db.close(),
  };
}

const chainStores = (db: Database): Store["ofLeader"] => ({
  relay: createRelayStore(db),
  ledger: createLedger(db),
  unpaid: createUnpaidStore(db),
});
