// The stored secrets of webhook endpoints, for the rotation of the keys that seal them.
import type { KeepWebhookSecretsPorts } from "../../operations/webhooks/keep-webhook-secrets.ts";
import type { Queryable } from "../database/database.ts";

export type SecretStore = KeepWebhookSecretsPorts["webhooks"] & {
  /** The ids of the keys that seal any secret. */
  keyIds(): Promise<readonly string[]>;
};

interface SecretRow {
  readonly id: string;
  readonly key_id: string;
  readonly secret: Buffer;
  readonly former_key_id: string | null;
  readonly former_secret: Buffer | null;
}

export const createSecretStore = (db: Queryable): SecretStore => ({
  async sealedByOthers(keyId, limit) {
    const { rows } = await db.query<SecretRow>({
      text: `select id, key_id, secret, former_key_id, former_secret from webhook_endpoints
              where key_id <> $1 or former_key_id <> $1 order by id limit $2`,
      values: [keyId, limit],
    });
    return rows.map(({ id, key_id, secret, former_key_id, former_secret }) => ({
      endpointId: id,
      secret: { keyId: key_id, content: secret },
      former: former_key_id !== null && former_secret ? { keyId: former_key_id, content: former_secret } : null,
    }));
  },

  async reseal(before, { endpointId, secret, former }) {
    await db.query({
      text: `update webhook_endpoints
                set key_id = $2, secret = $3, former_key_id = $4, former_secret = $5
              where id = $1 and secret = $6`,
      values: [endpointId, secret.keyId, secret.content, former?.keyId, former?.content, before.secret.content],
    });
  },

  async keyIds() {
    const { rows } = await db.query<{ key_id: string }>({
      text: `select key_id from webhook_endpoints
             union select former_key_id from webhook_endpoints where former_key_id is not null order by 1`,
    });
    return rows.map((row) => row.key_id);
  },
});
