// The name of a payment's creator, as people know it. It is never a secret or an e-mail address.

/** @param columns expressions of the creator's type and id, and of the partner */
export const creatorName = ({ type, id, partnerId }: Readonly<Record<"type" | "id" | "partnerId", string>>): string => `
  case ${type}
    when 'till' then (select t.name from tills t where t.id = ${id} and t.partner_id = ${partnerId})
    when 'user' then (select u.name from users u
                       where u.id = ${id} and u.partner_id in (${partnerId}, live_partner(${partnerId})))
    when 'link' then (select l.description from payment_links l where l.id = ${id} and l.partner_id = ${partnerId})
    else (select k.label from api_keys k where k.id = ${id} and k.partner_id = ${partnerId})
  end`;
