// Mail, as the API and commands use it; the queue is a process's own.
import type { Database } from "../database/database.ts";
import { createKeptMailStore, type KeptMailStore } from "./kept.ts";
import { createReceiptMailStore, type ReceiptMailStore } from "./receipts.ts";
import { createMailWishStore, type MailWishStore } from "./wishes.ts";

export interface MailStore extends ReceiptMailStore, KeptMailStore, MailWishStore {}

export const createMailStore = (db: Database): MailStore => ({
  ...createReceiptMailStore(db),
  ...createKeptMailStore(db),
  ...createMailWishStore(db),
});
