// What a person knows a refund by, which the refund itself does not keep.
import type { RefundNames } from "../../operations/ports/refunds.ts";
import type { Queryable } from "../database/database.ts";

const NAMES = `
  select r.id, p.reference_id as "referenceId", coalesce(u.name, t.name, k.prefix) as "requesterName",
         p.amount as fiat, c.amount as tokens
    from refunds r
    left join payments p on p.id = r.payment_id and p.partner_id = r.partner_id
    left join confirmations c on c.payment_id = p.id and c.partner_id = p.partner_id and r.exception_id is null
    left join users u on u.id = r.requester_id and u.partner_id in (r.partner_id, live_partner(r.partner_id))
    left join tills t on t.id = r.requester_id and t.partner_id = r.partner_id
    left join api_keys k on k.id = r.requester_id and k.partner_id = r.partner_id
   where r.partner_id = $1 and r.id = any($2)`;

interface NamesRow extends Omit<RefundNames, "rate"> {
  readonly id: string;
  readonly fiat: bigint | null;
  readonly tokens: bigint | null;
}

export async function namesFor(
  db: Queryable,
  partnerId: string,
  refundIds: readonly string[],
): Promise<ReadonlyMap<string, RefundNames>> {
  const { rows } = await db.query<NamesRow>({
    name: "names_for_refunds",
    text: NAMES,
    values: [partnerId, refundIds],
  });
  return new Map(
    rows.map(({ id, fiat, tokens, ...names }) => [
      id,
      { ...names, rate: fiat !== null && tokens !== null ? { fiat, tokens } : null },
    ]),
  );
}
