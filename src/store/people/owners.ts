// A partner keeps an owner. The owners of a test twin's partner act there as well.
/**
 * CTEs that say whether a change would take the last owner's rights. The owners are locked in one order, so the second
 * of two changes at once sees the first; an owner who was removed or demoted in between changes nothing.
 */
export const ownersOf = ({
  partner,
  managed,
  actor,
}: Readonly<Record<"partner" | "managed" | "actor", string>>): string => `
  owners as materialized (
    select id, partner_id from users
     where partner_id in (${partner}, live_partner(${partner})) and role = 'owner'
       and merchant_ids is null and joined_at is not null and removed_at is null
       and 'owner' = any(${managed}) order by id for no key update
  ), last as (
    select count(*) filter (where partner_id = ${partner}) = 1 and coalesce(bool_or(id = $1), false) as is_last,
           split_part(${actor}, '@', 1) not like 'usr\\_%' or not 'owner' = any(${managed})
             or coalesce(bool_or(id = split_part(${actor}, '@', 1)), false) as may_act
      from owners
  )`;
