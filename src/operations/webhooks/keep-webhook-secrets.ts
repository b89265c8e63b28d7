// Rotates the keys that seal webhook secrets.
import { openSecret, sealSecret } from "../../events/signature.ts";
import type { SealedText, StorageKeys } from "../../payment/sealed-text.ts";

export interface StoredSecret {
  readonly endpointId: string;
  readonly secret: SealedText;
  /** The secret before the last rotation, while it is kept. */
  readonly former: SealedText | null;
}

export interface KeepWebhookSecretsPorts {
  readonly webhooks: {
    /** At most `limit` endpoints with a secret that another key seals. */
    sealedByOthers(keyId: string, limit: number): Promise<readonly StoredSecret[]>;
    /** Skips a secret that has changed since it was read. */
    reseal(before: StoredSecret, after: StoredSecret): Promise<void>;
  };
}

/** Endpoints per reading. */
const BATCH_MAX = 100;

/**
 * Seals with the first key every secret that another key sealed. It can be interrupted and restarted at any time.
 * @returns how many endpoints' secrets were sealed anew
 * @throws SealedByUnknownKeyError, AlteredSecretError
 */
export async function rotateWebhookSecrets({ webhooks }: KeepWebhookSecretsPorts, keys: StorageKeys): Promise<number> {
  let count = 0;
  for (;;) {
    const batch = await webhooks.sealedByOthers(keys[0].id, BATCH_MAX);
    if (batch.length === 0) return count;
    for (const stored of batch) {
      const { endpointId, secret, former } = stored;
      const anew = (sealed: SealedText): SealedText =>
        sealSecret(keys, endpointId, openSecret(keys, endpointId, sealed));
      await webhooks.reseal(stored, { endpointId, secret: anew(secret), former: former && anew(former) });
    }
    count += batch.length;
  }
}
