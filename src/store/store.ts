// All stores in PostgreSQL.

import type { BookEntryStore } from "../operations/books/month.ts";
import type { StatementStore } from "../operations/books/statement.ts";
import type { DepositStore } from "../operations/deposits/ask-for-address.ts";
import type { CheckOptionPorts } from "../operations/gateway/check-option.ts";
import type { BooksStore, ReportStore } from "../operations/ports/books.ts";
import type { AvailabilityReports } from "../operations/ports/chain/chain-reports.ts";
import type { DeliveryQueue } from "../operations/ports/delivery.ts";
import type { Ledger } from "../operations/ports/ledger.ts";
import type { Log } from "../operations/ports/log.ts";
import type { MailQueue } from "../operations/ports/mail/queue.ts";
import type { ProcessReports } from "../operations/ports/monitoring/processes.ts";
import type { TaskRuns } from "../operations/ports/monitoring/tasks.ts";
import type { MonthStore } from "../operations/ports/months.ts";
import type { LinkUses } from "../operations/ports/payment-links.ts";
import type { PendingWork } from "../operations/ports/pending-work.ts";
import type { RecoveryStore } from "../operations/ports/recoveries.ts";
import type { RefundStore } from "../operations/ports/refunds.ts";
import type { RelayStore } from "../operations/ports/relaying/relay.ts";
import type { Tracing } from "../operations/ports/tracing.ts";
import type { RehearsalStore } from "../operations/rehearsals/rehearsals.ts";
import { type AuditStore, createAuditStore } from "./audit/audit.ts";
import { createBooksStore } from "./books/books.ts";
import { createBookEntryStore } from "./books/entries.ts";
import { createReportStore } from "./books/report.ts";
import { createStatementStore } from "./books/statements.ts";
import { type BuyerDataStore, createBuyerDataStore } from "./buyer-data/buyer-data.ts";
import { type BuyerDataRulesStore, createBuyerDataRulesStore } from "./buyer-data/buyer-data-rules.ts";
import { type ChargeStore, createChargeStore } from "./commerce/charges.ts";
import { type Database, type DatabaseOptions, openDatabase, openReplica } from "./database/database.ts";
import { watchOutages } from "./database/outage.ts";
import { createPermits, type ReadPermits } from "./database/permits.ts";
import type { PoolUsage } from "./database/pool.ts";
import { createReplicaReads, type ListReads } from "./database/replica.ts";
import { traced } from "./database/traced.ts";
import { createDepositStore } from "./deposits/deposits.ts";
import { createMadeStore, type MadeStore } from "./end-made.ts";
import type { Changes } from "./events/changes.ts";
import { createEventStore, type EventStore } from "./events/events.ts";
import { openPartnerFeed, type PartnerFeed } from "./events/feed.ts";
import { createChainAvailabilityStore } from "./following/chain-availability.ts";
import { readLeaders } from "./following/following.ts";
import { fenced } from "./following/leader.ts";
import { createRouterStore, type RouterStore } from "./following/routers.ts";
import { createHistoryStore, type HistoryStore } from "./history.ts";
import { createIdempotencyStore, type IdempotencyStore } from "./idempotency.ts";
import { createListStore, THRESHOLDS } from "./lists/lists.ts";
import { createMailStore, type MailStore } from "./mail/mail.ts";
import { createMailQueue } from "./mail/queue.ts";
import { type ChangeRequestStore, createChangeRequestStore } from "./merchants/change-requests.ts";
import { createLogoStore, type LogoStore } from "./merchants/logos.ts";
import { createMerchantStore, type MerchantStore } from "./merchants/merchants.ts";
import { createSettlementStore, type SettlementStore } from "./merchants/settlements.ts";
import { readPendingWork } from "./monitoring/pending-work.ts";
import { createProcessStore } from "./monitoring/processes.ts";
import { createTaskStore } from "./monitoring/tasks.ts";
import { createVitals, type VitalsStore } from "./monitoring/vitals.ts";
import { createMonthStore } from "./months/months.ts";
import { createLinkStore, type LinkStore } from "./payment-links/links.ts";
import { createLinkUses } from "./payment-links/uses.ts";
import type { PayableChain } from "./payments/expire.ts";
import { createOptionFacts } from "./payments/option-facts.ts";
import { createPaymentStore, type PaymentStore } from "./payments/payments.ts";
import { createProgressStore, type ProgressStore } from "./payments/progress.ts";
import { createSuccessStore, type SuccessStore } from "./payments/successes.ts";
import { createFeePolicyStore, type FeePolicyStore } from "./people/fee-policies.ts";
import { createKeyRing, type KeyRing } from "./people/key-ring.ts";
import { createKeyStore, type KeyStore } from "./people/keys.ts";
import { createPartnerStore, createWalletAppStore, type PartnerStore, type WalletAppStore } from "./people/partners.ts";
import { createPasskeyStore, type PasskeyStore } from "./people/passkeys.ts";
import { createReceiptNumberStore, type ReceiptNumberStore } from "./people/receipt-numbers.ts";
import { createSecondPersonStore, type SecondPersonStore } from "./people/second-person.ts";
import { createSessionStore, type SessionStore } from "./people/sessions.ts";
import { createTillStore, type TillStore } from "./people/tills.ts";
import { createUserStore, type UserStore } from "./people/users.ts";
import { createUnrecoveredStore, type UnrecoveredStore } from "./recoveries/operator.ts";
import { createRecoveryStore } from "./recoveries/recover.ts";
import { createRefundStore } from "./refunds/refunds.ts";
import { createRehearsalStore } from "./rehearsals/rehearsals.ts";
import { type BatchStore, createBatchStore } from "./relaying/operator.ts";
import { createRelayStore } from "./relaying/relay.ts";
import { createUnpaidStore, type UnpaidRecords } from "./relaying/unpaid.ts";
import { createExceptionStore, type ExceptionStore } from "./transfers/exceptions.ts";
import { createIntentStore, type IntentStore } from "./transfers/intents.ts";
import { createLedger } from "./transfers/ledger.ts";
import { type BacklogStore, createBacklogStore } from "./webhooks/backlog.ts";
import { createDeliveryStore, type DeliveryStore } from "./webhooks/deliveries.ts";
import { createEndpointStore, type EndpointStore } from "./webhooks/endpoints.ts";
import { createDeliveryQueue } from "./webhooks/queue.ts";
import { createSecretStore, type SecretStore } from "./webhooks/secrets.ts";

export interface Store {
  readonly partners: PartnerStore;
  readonly keys: KeyStore;
  readonly madeByKeys: MadeStore;
  readonly sessions: SessionStore;
  readonly users: UserStore;
  readonly passkeys: PasskeyStore;
  readonly tills: TillStore;
  readonly receiptNumbers: ReceiptNumberStore;
  readonly secondPerson: SecondPersonStore;
  readonly changeRequests: ChangeRequestStore;
  readonly audit: AuditStore;
  readonly walletApps: WalletAppStore;
  readonly feePolicies: FeePolicyStore;
  readonly merchants: MerchantStore;
  readonly logos: LogoStore;
  readonly settlements: SettlementStore;
  readonly payments: PaymentStore;
  readonly refunds: RefundStore;
  readonly charges: ChargeStore;
  readonly deposits: DepositStore;
  readonly paymentLinks: LinkStore & LinkUses;
  readonly progress: ProgressStore;
  readonly successes: SuccessStore;
  readonly lists: ReturnType<typeof createListStore>;
  readonly buyerData: BuyerDataStore;
  readonly buyerDataRules: BuyerDataRulesStore;
  readonly exceptions: ExceptionStore;
  readonly events: EventStore;
  readonly webhooks: EndpointStore & SecretStore & BacklogStore;
  readonly deliveries: DeliveryStore;
  readonly mail: MailStore;
  readonly idempotency: IdempotencyStore;
  readonly intents: IntentStore;
  readonly relay: RelayStore;
  readonly batches: BatchStore;
  readonly unrecovered: UnrecoveredStore;
  readonly chainAvailability: AvailabilityReports;
  readonly ledger: Ledger;
  readonly unpaid: UnpaidRecords;
  readonly recoveries: RecoveryStore;
  readonly rehearsals: RehearsalStore;
  /** Stores for the workers, whose writes are committed only under their lead (leader.ts). */
  readonly ofLeader: Pick<Store, "relay" | "ledger" | "unpaid" | "recoveries" | "rehearsals">;
  readonly routers: RouterStore;
  readonly books: BooksStore;
  readonly report: ReportStore;
  readonly bookEntries: BookEntryStore;
  readonly statements: StatementStore;
  /** Reads the pending work on the configured chains. */
  readPendingWork(): Promise<PendingWork>;
  /** The subset of `chains` (CAIP-2) that some process leads. */
  readLeaders(chains: readonly string[]): Promise<ReadonlyMap<string, string>>;
  readonly history: HistoryStore;
  /** Caches keys and wallet apps for a process that serves requests. */
  openKeyRing(changes: Pick<Changes, "onKeys" | "isListening">): KeyRing;
  /** @param graceS seconds for which options to a replaced destination stay valid */
  openOptionFacts(graceS: number): CheckOptionPorts["optionFacts"];
  /** Opens the feed of changes, for a process that serves requests. */
  openFeed(changes: Changes, log: Log): PartnerFeed;
  /** Opens the queue of a process that delivers webhooks. Each process has its own leases. */
  openDeliveryQueue(): DeliveryQueue;
  /** Opens the queue of a process that sends mail. */
  openMailQueue(): MailQueue;
  readonly vitals: VitalsStore;
  readonly processes: ProcessReports;
  readonly tasks: TaskRuns;
  readonly months: MonthStore;
  connections(): PoolUsage;
  /** Null: lists are read from the primary only. */
  listReads(): ListReads | null;
  /** The server may be gone: idle connections are replaced before their next use. */
  recycleConnections(): void;
  close(): Promise<void>;
}

interface StoreParts extends Pick<DatabaseOptions, "connectionsMax"> {
  /**
   * The configured chains: a payment expires only once the chains it may have been paid on are followed past its
   * expiry. Without chains, as in commands that expire nothing, only our clock decides.
   */
  readonly chains?: readonly PayableChain[];
}

export interface StoreOptions extends DatabaseOptions, StoreParts {
  /** A service's log of database outages. */
  readonly log?: Log;
  /** The URL of standbys to read lists from; null or undefined: none. */
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
  // At most half of the connections read lists (database/permits.ts).
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
    madeByKeys: createMadeStore(db),
    sessions: createSessionStore(db),
    users: createUserStore(db),
    passkeys: createPasskeyStore(db),
    tills: createTillStore(db),
    receiptNumbers: createReceiptNumberStore(db),
    secondPerson: createSecondPersonStore(db),
    changeRequests: createChangeRequestStore(db),
    audit: createAuditStore(db),
    walletApps: createWalletAppStore(db),
    feePolicies: createFeePolicyStore(db),
    merchants: createMerchantStore(db),
    logos: createLogoStore(db),
    settlements: createSettlementStore(db),
    payments: createPaymentStore(db, chains),
    refunds: createRefundStore(db),
    charges: createChargeStore(db),
    deposits: createDepositStore(db),
    paymentLinks: { ...createLinkStore(db), ...createLinkUses(db) },
    progress: createProgressStore(db),
    successes: createSuccessStore(db),
    lists: createListStore(db, connectionsMax, THRESHOLDS, db, permits),
    buyerData: createBuyerDataStore(db),
    buyerDataRules: createBuyerDataRulesStore(db),
    exceptions: createExceptionStore(db),
    events: createEventStore(db, permits),
    webhooks: { ...createEndpointStore(db), ...createSecretStore(db), ...createBacklogStore(db) },
    deliveries: createDeliveryStore(db, permits),
    mail: createMailStore(db),
    idempotency: createIdempotencyStore(db, chains, permits),
    intents: createIntentStore(db),
    ...chainStores(db),
    chainAvailability: createChainAvailabilityStore(db),
    ofLeader: chainStores(fenced(db)),
    batches: createBatchStore(db),
    unrecovered: createUnrecoveredStore(db),
    routers: createRouterStore(db),
    ...bookStores(db),
    readPendingWork: () => readPendingWork(db, chains),
    readLeaders: (asked) => readLeaders(db, asked),
    history: createHistoryStore(db),
    openKeyRing: (changes) =>
      createKeyRing(db, { keys: createKeyStore(db), walletApps: createWalletAppStore(db), changes }),
    openOptionFacts: (graceS) => createOptionFacts(db, graceS),
    openFeed: (changes, log) => openPartnerFeed(db, changes, log),
    openDeliveryQueue: () => createDeliveryQueue(db),
    openMailQueue: () => createMailQueue(db),
    vitals: createVitals(db),
    processes: createProcessStore(db),
    tasks: createTaskStore(db),
    months: createMonthStore(db),
    connections: () => db.usage(),
    listReads: () => null,
    recycleConnections: () => db.recycleConnections(),
    close: () => db.close(),
  };
}

const bookStores = (db: Database): Pick<Store, "books" | "report" | "bookEntries" | "statements"> => ({
  books: createBooksStore(db),
  report: createReportStore(db),
  bookEntries: createBookEntryStore(db),
  statements: createStatementStore(db),
});

const chainStores = (db: Database): Store["ofLeader"] => ({
  relay: createRelayStore(db),
  ledger: createLedger(db),
  unpaid: createUnpaidStore(db),
  recoveries: createRecoveryStore(db),
  rehearsals: createRehearsalStore(db),
});
