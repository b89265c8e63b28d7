// Passkeys of users. Adding and removing one writes a line in the audit log.
import type { Actor } from "../../merchant/audit.ts";
import type { Passkey } from "../../merchant/user.ts";
import { auditLine } from "../audit/audit.ts";
import type { Queryable } from "../database/database.ts";
import { sqlStateOf } from "../database/unavailable.ts";

/** The stored facts that a signature is checked with. */
export interface StoredPasskey {
  readonly id: string;
  readonly userId: string;
  readonly partnerId: string;
  /** Base64url. */
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly counter: bigint;
  readonly transports: string[];
}

export interface NewPasskey extends Omit<StoredPasskey, "id"> {
  readonly name: string;
}

export interface PasskeyStore {
  /** Oldest first. */
  list(partnerId: string, userId: string): Promise<readonly (Passkey & Pick<StoredPasskey, "credentialId">)[]>;
  /** Finds a passkey of a user who is not removed. */
  find(credentialId: string): Promise<StoredPasskey | null>;
  /** False if the passkey is already registered, or the user has reached the limit. */
  add(passkey: NewPasskey, by: Actor): Promise<boolean>;
  remove(partnerId: string, userId: string, id: string, by: Actor): Promise<boolean>;
  /** Counts a use. False if the challenge is not newer than the last accepted one, so it was used before. */
  recordUse(passkey: Pick<StoredPasskey, "id" | "partnerId">, counter: number, madeAt: Date): Promise<boolean>;
}

/** Enough for several devices and a spare. */
const PASSKEYS_MAX = 20;

const UNIQUE_VIOLATION = "23505";

const COLUMNS = `p.id, p.user_id as "userId", p.partner_id as "partnerId", p.credential_id as "credentialId",
  p.public_key as "publicKey", p.counter, p.transports`;

const AS_SUBJECT = "user_id as id, partner_id, null::text as merchant_id";

export const createPasskeyStore = (db: Queryable): PasskeyStore => ({
  async list(partnerId, userId) {
    const { rows } = await db.query<Passkey & Pick<StoredPasskey, "credentialId">>({
      name: "passkeys",
      text: `select id, name, credential_id as "credentialId", created_at as "createdAt", last_used_at as "lastUsedAt"
               from passkeys where user_id = $1 and partner_id = $2 order by created_at, id`,
      values: [userId, partnerId],
    });
    return rows;
  },

  async find(credentialId) {
    const { rows } = await db.query<StoredPasskey>({
      name: "passkey",
      text: `select ${COLUMNS} from passkeys p
               join users u on u.id = p.user_id and u.partner_id = p.partner_id and u.removed_at is null
              where p.credential_id = $1`,
      values: [credentialId],
    });
    return rows[0] ?? null;
  },

  async add({ userId, partnerId, credentialId, publicKey, counter, transports, name }, { actor, via }) {
    try {
      const { rowCount } = await db.query({
        name: "add_passkey",
        text: `with added as (
                 insert into passkeys (user_id, partner_id, credential_id, public_key, counter, transports, name)
                 select $1, $2, $3, $4, $5, $6, $7
                  where (select count(*) from passkeys where user_id = $1 and partner_id = $2) < ${PASSKEYS_MAX}
                 returning ${AS_SUBJECT}
               ), audit as (${auditLine("passkey_added", "user", "added", { actor: "$8", via: "$9" })})
               select 1 from added`,
        values: [userId, partnerId, credentialId, publicKey, counter, transports, name, actor, via],
      });
      return rowCount === 1;
    } catch (error) {
      if (sqlStateOf(error) === UNIQUE_VIOLATION) return false;
      throw error;
    }
  },

  async remove(partnerId, userId, id, { actor, via }) {
    const { rowCount } = await db.query({
      name: "remove_passkey",
      text: `with removed as (
               delete from passkeys where id = $1 and user_id = $2 and partner_id = $3 returning ${AS_SUBJECT}
             ), audit as (${auditLine("passkey_removed", "user", "removed", { actor: "$4", via: "$5" })})
             select 1 from removed`,
      values: [id, userId, partnerId, actor, via],
    });
    return rowCount === 1;
  },

  async recordUse({ id, partnerId }, counter, madeAt) {
    const { rowCount } = await db.query({
      name: "record_passkey_use",
      text: `update passkeys set counter = $3, last_used_at = now(), last_challenge_at = $4
              where id = $1 and partner_id = $2 and (last_challenge_at is null or last_challenge_at < $4)`,
      values: [id, partnerId, counter, madeAt],
    });
    return rowCount === 1;
  },
});
