// A book of a ledger without undecided transfers, for tests of what is written to it.
import type { Book } from "../../../src/operations/ports/ledger.ts";

export const EMPTY_BOOK: Book = {
  beginAt: async () => {},
  ingest: async () => {},
  ingestDeposits: async () => {},
  screened: async () => {},
  hasNewDeposits: async () => false,
  declineRefused: async () => {},
  filledAddresses: async () => [],
  confirmDeposited: async () => {},
  requeueSweeps: async () => {},
  settleDeposits: async () => {},
  reopenParked: async () => {},
  reopenConfirmed: async () => [],
  reopenEnded: async () => {},
  resolve: async () => {},
  waiting: async () => [],
  postpone: async () => {},
  confirmHandedOut: async () => new Map(),
  mark: async () => {},
  quotedPayments: async () => new Map(),
  remember: async () => false,
  credit: async () => 0,
  report: async () => {},
};
