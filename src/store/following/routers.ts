// Reads the routers that payments use.
import { type Address, getAddress } from "viem";
import type { RouterUse } from "../../payment/transfers/router-change.ts";
import type { Database } from "../database/database.ts";

// Confirmed payments until they end, and payments whose buyer was handed a transaction or a deposit address, until its
// deadline.
const UNDER_WAY = `
  select chain, router, count(distinct payment_id)::integer as payments
    from (
      select c.chain, c.router, c.payment_id
        from confirmations c join payments p on p.id = c.payment_id
       where c.relay_state <> 'closed' and p.status = 'processing'
       union all
      select i.chain, i.router, i.payment_id
        from intents i join payments p on p.id = i.payment_id
       where i.deadline_s > extract(epoch from now()) and p.status in ('requires_action', 'expired', 'cancelled')
       union all
      select a.chain, a.router, a.payment_id
        from deposit_addresses a join payments p on p.id = a.payment_id
       where a.deadline_s > extract(epoch from now()) and p.status in ('requires_action', 'expired', 'cancelled')
    ) as needed
   group by chain, router order by chain, router`;

const EVER_USED = `
  select router from confirmations where chain = $1
   union
  select router from deposit_addresses where chain = $1
   union
  select substr(account, length($1) + 2) from payment_months, unnest(routers) as account
   where starts_with(account, $1 || ':')
   order by router`;

// The routers are few, so each is found by a step in the index.
const WATCHED = `
  with recursive every as (
    (select router from deposit_addresses order by router limit 1)
     union all
    select (select a.router from deposit_addresses a where a.router > every.router order by a.router limit 1)
      from every where every.router is not null
  )
  select e.router from every e
   where exists (select from deposit_addresses a
                  where a.router = e.router and a.watched_until > now() and a.chain = $1)
      or exists (select from unrecovered u join deposit_addresses a on a.terms_hash = u.terms_hash
                  where u.chain = $1 and a.router = e.router)`;

export interface RouterStore {
  underWay(): Promise<readonly RouterUse[]>;
  /**
   * Every router that payments on the chain were ever confirmed with, including payments of dropped months, and every
   * router of a deposit address.
   */
  everUsed(chain: string): Promise<readonly Address[]>;
  /** The routers of deposit addresses on the chain to which money may still come, or on which money lies. */
  watched(chain: string): Promise<readonly Address[]>;
}

export const createRouterStore = (db: Database): RouterStore => ({
  async underWay() {
    const { rows } = await db.query<{ chain: string; router: Address; payments: number }>({
      name: "routers_under_way",
      text: UNDER_WAY,
    });
    return rows.map(({ router, ...row }) => ({ ...row, router: getAddress(router) }));
  },

  async everUsed(chain) {
    const { rows } = await db.query<{ router: string }>({
      name: "routers_ever_used",
      text: EVER_USED,
      values: [chain],
    });
    return rows.map(({ router }) => getAddress(router));
  },

  async watched(chain) {
    const { rows } = await db.query<{ router: string }>({ name: "routers_watched", text: WATCHED, values: [chain] });
    return rows.map(({ router }) => getAddress(router));
  },
});
