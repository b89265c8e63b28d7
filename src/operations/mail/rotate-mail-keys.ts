// Rotates the keys that seal the addresses of messages that wait.
import { openMailSecret, sealMailSecret } from "../../mail/address.ts";
import type { SealedText, StorageKeys } from "../../payment/sealed-text.ts";

export interface RotateMailKeysPorts {
  readonly mail: {
    /** At most `limit` messages whose address another key seals. */
    sealedByOthers(
      keyId: string,
      limit: number,
    ): Promise<readonly { readonly mailId: string; readonly secret: SealedText }[]>;
    /** Skips a message that has ended since it was read. */
    reseal(mailId: string, secret: SealedText): Promise<void>;
    /** Ends a message whose address cannot be read. */
    abandon(mailId: string): Promise<void>;
  };
}

const BATCH_MAX = 100;

/**
 * Seals with the first key what another key sealed. It can be interrupted and restarted at any time.
 * @returns how many addresses were sealed anew
 * @throws SealedByUnknownKeyError
 */
export async function rotateMailKeys({ mail }: RotateMailKeysPorts, keys: StorageKeys): Promise<number> {
  let count = 0;
  for (;;) {
    const batch = await mail.sealedByOthers(keys[0].id, BATCH_MAX);
    if (batch.length === 0) return count;
    for (const { mailId, secret } of batch) {
      const opened = openMailSecret(keys, mailId, secret);
      if (opened) await mail.reseal(mailId, sealMailSecret(keys, mailId, opened));
      else await mail.abandon(mailId);
    }
    count += batch.length;
  }
}
