// The statements that may go to all workers, because they do not know which payment they look for, or move many.

const MOVES = "moves many payments at once";
const BOOKS = "reconcile reads all payments";

/** A statement (its name, or the start of its text), and why. */
export const WIDE_STATEMENTS = [
  ["insert into moved_", MOVES],
  ["moved_copies", MOVES],
  ["moved_routers", BOOKS],
  ["moved_confirmed_page", BOOKS],
  ["moved_unconfirmed_page", BOOKS],
  ["moved_payments", "reads a page of a list, or of reconcile"],
] as const;
