// Everything the server keeps in PostgreSQL, put together.

import type { Log } from "../operations/log.ts";
import { createAuditStore } from "./audit.ts";
import { createBooksStore } from "./books.ts";
import { createBuyerDataStore } from "./buyer-data.ts";
import { createBuyerDataRulesStore } from "./buyer-data-rules.ts";
import type { Changes } from "./changes.ts";
import { type Database, type DatabaseOptions, openDatabase } from "./database.ts";
import { createExceptionStore } from "./exceptions.ts";
import { createFeePolicyStore } from "./fee-policies.ts";
import { openPartnerFeed } from "./feed.ts";
import { createHistoryStore } from "./history.ts";
import { createIdempotencyStore } from "./idempotency.ts";
import { createKeyRing } from "./key-ring.ts";
import { createKeyStore } from "./keys.ts";
import { createListStore } from "./listing/lists.ts";
import { createLogoStore } from "./logos.ts";
import { createMerchantStore } from "./merchants.ts";
import { createPartnerStore, createWalletAppStore } from "./partners.ts";
import { createPaymentStore } from "./payments.ts";
import { createProgressStore } from "./progress.ts";
import { createRelayStore } from "./relay.ts";
import { createRouterStore } from "./routers.ts";
import { createSessionStore } from "./sessions.ts";
import { createSettlementStore } from "./settlements.ts";
import { createIntentStore } from "./transfers/intents.ts";
import { createLedger } from "./transfers/ledger.ts";
import { createUnpaidStore } from "./unpaid.ts";

export type Store = ReturnType<typeof createStore>;

export const openStore = (options: DatabaseOptions): Store =>
  createStore(openDatabase(options), options.connectionsMax);

function createStore(db: Database, connectionsMax: number) {
  return {
    partners: createPartnerStore(db),
    keys: createKeyStore(db),
    sessions: createSessionStore(db),
    audit: createAuditStore(db),
    walletApps: createWalletAppStore(db),
    feePolicies: createFeePolicyStore(db),
    merchants: createMerchantStore(db),
    logos: createLogoStore(db),
    settlements: createSettlementStore(db),
    payments: createPaymentStore(db),
    progress: createProgressStore(db),
    lists: createListStore(db, connectionsMax),
    buyerData: createBuyerDataStore(db),
    buyerDataRules: createBuyerDataRulesStore(db),
    exceptions: createExceptionStore(db),
    idempotency: createIdempotencyStore(db),
    intents: createIntentStore(db),
    relay: createRelayStore(db),
    ledger: createLedger(db),
    unpaid: createUnpaidStore(db),
    routers: createRouterStore(db),
    books: createBooksStore(db),
    history: createHistoryStore(db),
    /** The keys and wallet apps as a process that serves requests knows them. */
    openKeyRing: (changes: Pick<Changes, "onKeys" | "isListening">) =>
      createKeyRing(db, { keys: createKeyStore(db), walletApps: createWalletAppStore(db), changes }),
    /** Of a process that serves requests. */
    openFeed: (changes: Changes, log: Log) => openPartnerFeed(db, changes, log),
    close: () => db.close(),
  };
}
