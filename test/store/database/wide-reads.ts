// The statements that may read all months of a table, because they do not know the ids of their payments.

const UNFINISHED = "reads a small index of unfinished payments, which is empty in most months";
const BY_KEY = "a chain names a payment by its key only, and money may arrive for one of any month";
const OF_PARTNER = "an old payment may have a new event, so a partner's newest events may be in any month";
const CONFIRMED = "a payment of any month may be confirmed today";
const MANY = "reads hundreds of payments at once, for which one pass over each partition's index is cheaper";
const RARE = "runs when a process starts, or for an operator";

/** Table, statement (its name, or the start of its text), and why. */
export const WIDE_READS = [
  ["confirmations", "has_queued", UNFINISHED],
  ["confirmations", "held_payments", UNFINISHED],
  ["confirmations", "select given.id from unnest(in_ids", UNFINISHED],
  ["confirmations", "lock_queued", UNFINISHED],
  ["confirmations", "mark_mined", UNFINISHED],
  ["confirmations", "overdue_payments", UNFINISHED],
  ["confirmations", "payers_known", UNFINISHED],
  ["confirmations", "pending_work", UNFINISHED],
  ["confirmations", "queued_above", UNFINISHED],
  ["confirmations", "queued_payers", UNFINISHED],
  ["confirmations", "queued_payments", UNFINISHED],
  ["confirmations", "queued_without_gas", UNFINISHED],
  ["confirmations", "reopen_confirmed", UNFINISHED],
  ["confirmations", "relay_situation", UNFINISHED],
  ["confirmations", "routers_under_way", UNFINISHED],
  ["confirmations", "stuck", UNFINISHED],
  ["confirmations", "vitals_queues", UNFINISHED],
  ["payments", "addresses_to_compare", UNFINISHED],
  ["payments", "awaited_chains", UNFINISHED],
  ["payments", "payments_due", UNFINISHED],
  ["payments", "pending_work", UNFINISHED],
  ["payments", "insert_transfers", BY_KEY],
  ["payments", "own_payment_keys", BY_KEY],
  ["payments", "unconfirmed_terms", BY_KEY],
  ["payments", "books_keys", BY_KEY],
  ["confirmations", "payments_of_transaction", "a buyer's transaction hash tells nothing about the payment's time"],
  [
    "confirmations",
    "with chains as materialized (",
    "a person's search for a transaction: a range on each month's index",
  ],
  ["payment_events", "advance_endpoint", OF_PARTNER],
  ["payment_events", "events_held_back", OF_PARTNER],
  ["payment_events", "feed", OF_PARTNER],
  ["payment_events", "select * from ((select e.tx, e.id", OF_PARTNER],
  ["payment_events", "take_endpoints", OF_PARTNER],
  ["payment_events", "vitals_webhooks", OF_PARTNER],
  ["confirmations", "vitals_final", CONFIRMED],
  ["confirmations", "books_confirmed", CONFIRMED],
  ["payments", "listing_numbers", MANY],
  ["payments", "listing_write", MANY],
  ["confirmations", "listing_numbers", MANY],
  ["confirmations", "listing_write", MANY],
  ["payments", "books_unconfirmed", "reconcile reads all payments, in the order of their ids"],
  ["payments", "oldest_payable_payment", RARE],
  ["confirmations", "routers_ever_used", RARE],
] as const;
