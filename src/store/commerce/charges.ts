// Reads the charge data of payments; create-payments.ts writes it.
import type { ChargeDetails } from "../../payment/charge.ts";
import type { Queryable } from "../database/database.ts";

export interface ChargeStore {
  /** The charges by payment id. A payment that was not created as a charge is left out. */
  find(partnerId: string, paymentIds: readonly string[]): Promise<ReadonlyMap<string, ChargeDetails>>;
}

interface ChargeRow extends ChargeDetails {
  readonly paymentId: string;
}

export const createChargeStore = (db: Queryable): ChargeStore => ({
  async find(partnerId, paymentIds) {
    const { rows } = await db.query<ChargeRow>({
      name: "charges_of_payments",
      text: `select payment_id as "paymentId", name, description, metadata,
                    redirect_url as "redirectUrl", cancel_url as "cancelUrl"
               from charges where payment_id = any($2) and partner_id = $1`,
      values: [partnerId, paymentIds],
    });
    return new Map(rows.map(({ paymentId, ...details }) => [paymentId, details]));
  },
});
