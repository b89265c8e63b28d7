// Writes payments into the database like the service, and keeps a copy for counting.
import { createHash } from "node:crypto";
import pg from "pg";
import type { PaymentStatus } from "../../src/payment/payment.ts";

/** The values that a list can filter by. */
export interface Entry {
  readonly id: string;
  readonly partnerId: string;
  readonly merchantId: string;
  readonly reference: string;
  readonly currency: string;
  readonly amount: bigint;
  readonly createdMs: number;
  /** The till that created it. */
  readonly tillId?: string | undefined;
  status: PaymentStatus;
  asset: string | null;
  /** CAIP-10. */
  buyer: string | null;
}

const bytesOf = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Writes payments with their events, and keeps the books. */
export class Books {
  readonly entries: Entry[] = [];
  readonly #client: pg.Client;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  static async open(databaseUrl: string): Promise<Books> {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    return new Books(client);
  }

  close(): Promise<void> {
    return this.#client.end();
  }

  sql(text: string, values: unknown[] = []): Promise<pg.QueryResult> {
    return this.#client.query(text, values);
  }

  /** Number of events that are not projected yet. */
  async countUnlisted(): Promise<number> {
    return (await this.sql("select from unlisted_events")).rows.length;
  }

  /** Runs a statement that is planned once and repeated thousands of times. */
  #often(name: string, text: string, values: unknown[]): Promise<pg.QueryResult> {
    return this.#client.query({ name, text, values });
  }

  async addPartner(partnerId: string, merchantIds: readonly string[]): Promise<void> {
    await this.sql("insert into partners (id, name, version) values ($1, 'P', '2026-02-18')", [partnerId]);
    for (const id of merchantIds) {
      await this.sql("insert into merchants (id, partner_id, name) values ($1, $2, $1)", [id, partnerId]);
    }
  }

  /** Creates an open payment of one cent, of the merchant mrch_a of the partner prtn_a. */
  createOpen(id: string, createdMs = Date.UTC(2026, 0, 1)): Promise<void> {
    return this.create({
      id,
      partnerId: "prtn_a",
      merchantId: "mrch_a",
      reference: id,
      currency: "USD",
      amount: 1n,
      createdMs,
      status: "requires_action",
      asset: null,
      buyer: null,
    });
  }

  async create(entry: Entry): Promise<void> {
    await this.#often(
      "create",
      `with payment as (
         insert into payments
           (id, partner_id, merchant_id, reference_id, currency, amount, created_at, expires_at, payment_key,
            creator, creator_id)
         values ($1, $2, $3, $4, $5, $6, $7, now() + interval '1 day', $8,
                 case when $9::text is null then 'server' else 'till' end, $9) returning id, partner_id, status
       )
       insert into payment_events (payment_id, partner_id, type, status)
       select id, partner_id, 'created', status from payment`,
      [
        entry.id,
        entry.partnerId,
        entry.merchantId,
        entry.reference,
        entry.currency,
        entry.amount,
        new Date(entry.createdMs),
        bytesOf(entry.id),
        entry.tillId,
      ],
    );
    this.entries.push(entry);
  }

  async move(entry: Entry, status: PaymentStatus, confirmed?: { asset: string; buyer: string }): Promise<void> {
    if (confirmed) await this.#confirm(entry, confirmed);
    await this.#often(
      "move",
      `with moved as (
         update payments set status = $2, cancelled_reason = $3 where id = $1 returning id, partner_id, status
       )
       insert into payment_events (payment_id, partner_id, type, status) select id, partner_id, $2, status from moved`,
      [entry.id, status, status === "cancelled" ? "cancelled_by_user" : null],
    );
    entry.status = status;
  }

  async #confirm(entry: Entry, { asset, buyer }: { asset: string; buyer: string }): Promise<void> {
    const cut = buyer.lastIndexOf(":");
    const [chain, payer] = [buyer.slice(0, cut), buyer.slice(cut + 1)];
    const [, token] = asset.split("/erc20:");
    await this.#often(
      "confirm",
      `insert into confirmations (payment_id, partner_id, terms_hash, results_digest, asset, method, pays_out, chain,
                                  router, token, payer, amount, destination, fee, fee_receiver, deadline_s, signature,
                                  required_depth, relay_state, fee_ppm)
       values ($1, $2, $3, $3, $4, 'eip3009', 'merchant', $5, $6, $6, $7, 1000, $6, 4, $6, 0, '', 1, 'closed', 4000)`,
      [entry.id, entry.partnerId, bytesOf(`terms ${entry.id}`), asset, chain, token, payer],
    );
    entry.asset = asset;
    entry.buyer = buyer;
  }
}
