// Everything the server keeps in PostgreSQL, put together.
import { type Database, type DatabaseOptions, openDatabase } from "./database.ts";
import { createIdempotencyStore } from "./idempotency.ts";
import { createMerchantStore, createSettlementStore } from "./merchants.ts";
import { createKeyStore, createPartnerStore, createWalletAppStore } from "./partners.ts";
import { createPaymentStore } from "./payments.ts";
import { createRelayStore } from "./relay.ts";
import { createFollowStore } from "./transfers.ts";
import { createUnpaidStore } from "./unpaid.ts";

export type Store = ReturnType<typeof createStore>;

export const openStore = (options: DatabaseOptions): Store => createStore(openDatabase(options));

function createStore(db: Database) {
  return {
    partners: createPartnerStore(db),
    keys: createKeyStore(db),
    walletApps: createWalletAppStore(db),
    merchants: createMerchantStore(db),
    settlements: createSettlementStore(db),
    payments: createPaymentStore(db),
    idempotency: createIdempotencyStore(db),
    relay: createRelayStore(db),
    follow: createFollowStore(db),
    unpaid: createUnpaidStore(db),
    close: () => db.close(),
  };
}
