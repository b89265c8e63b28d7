// Receipts that buyers ask for by mail. Strangers can ask, so everything is limited.
import { isLivemode } from "../../merchant/mode.ts";
import type { AskedReceipt, ReceiptAsked } from "../../operations/ports/mail/queue.ts";
import { lockWork } from "../database/advisory-lock.ts";
import type { Database } from "../database/database.ts";

interface Limits {
  /** Different addresses for one payment. */
  readonly ofPayment: number;
  /** Receipts to one address in a day, of all partners. */
  readonly ofAddress: number;
  /** Receipts of one partner in a day. */
  readonly ofPartner: number;
}

const LIVE: Limits = { ofPayment: 3, ofAddress: 10, ofPartner: 2_000 };
/** A test payment costs nothing, so its receipts must not be a way to send mail to strangers. */
const TEST: Limits = { ofPayment: 2, ofAddress: 3, ofPartner: 50 };
/** Messages that wait, of all partners: the server has not taken mail for hours. */
const BACKLOG_MAX = 20_000;

const ASK = `
  with known as (
    select from mails where kind = 'receipt' and payment_id = $2 and address_hash = $5
  ), refused as (
    select from refused_addresses where hash = $5
  ), room as (
    select 1 as yes
     where (select count(*) from mails where kind = 'receipt' and payment_id = $2) < $8
       and (select count(*) from mails where address_hash = $5 and kind in ('receipt', 'invitation')
                                         and created_at > now() - interval '1 day') < $9
       and (select count(*) from mails where partner_id = $3 and kind = 'receipt'
                                         and created_at > now() - interval '1 day') < $10
       and (select count(*) from (select from mails where state = 'waiting' limit ${BACKLOG_MAX}) w) < ${BACKLOG_MAX}
  ), asked as (
    insert into mails (id, partner_id, kind, payment_id, language, key_id, content, address_hash)
    select $1, $3, 'receipt', $2, $4, $6, $7, $5 from room
     where not exists (select from known) and not exists (select from refused)
  )
  select exists (select from known) or exists (select from refused) or exists (select from room) as is_asked`;

export interface ReceiptMailStore {
  /** An address gets the receipt of a payment once. The result hides whether it was known or refused. */
  askForReceipt(receipt: AskedReceipt): Promise<ReceiptAsked>;
}

export const createReceiptMailStore = (db: Database): ReceiptMailStore => ({
  askForReceipt: ({ id, paymentId, partnerId, language, addressHash, secret }) =>
    db.transaction(async (tx) => {
      // One at a time of a partner, then of an address, so that the limits hold.
      await lockWork(tx, "mails", partnerId);
      await lockWork(tx, "mails", addressHash.toString("hex"));
      const { ofPayment, ofAddress, ofPartner } = isLivemode(partnerId) ? LIVE : TEST;
      const place = [id, paymentId, partnerId, language, addressHash, secret.keyId, secret.content];
      const values = [...place, ofPayment, ofAddress, ofPartner];
      const { rows } = await tx.query<{ is_asked: boolean }>({ name: "ask_for_receipt", text: ASK, values });
      return rows[0]?.is_asked ? "asked" : "too_many";
    }),
});
