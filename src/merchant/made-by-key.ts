// What an API key has made, itself or through what it made: a thief's way back in, once the key is revoked.

/** In the order in which they are shown. */
export const MADE_KINDS = [
  "keys",
  "users",
  "tills",
  "paymentLinks",
  "webhookEndpoints",
  "changeRequests",
  // Other people's users and tills that joined, or could join, by a link or code of the key.
  "userLinks",
  "pairings",
] as const;
export type MadeKind = (typeof MADE_KINDS)[number];

export interface Named {
  readonly id: string;
  /** Null: it has none. */
  readonly name: string | null;
}

/** What would end with the key now. What has ended already is left out. */
export interface MadeByKey {
  readonly key: Named & { readonly partnerId: string; readonly isRevoked: boolean };
  readonly made: Readonly<Record<MadeKind, readonly Named[]>>;
  /** Open payments. */
  readonly payments: number;
  /** What it did to things that others made, by action of the audit log. It stays as it is. */
  readonly changes: Readonly<Record<string, number>>;
  /** The partner's owners and live keys of the role partner that would be left. */
  readonly left: { readonly owners: number; readonly keys: number };
}

export interface KeyPlace {
  readonly keyId: string;
  /** Null: any partner's, for the operator. */
  readonly partnerId: string | null;
  /** What the key made earlier stays; null: nothing. */
  readonly since: Date | null;
}

/** Whether a user or key of the partner would end as well. */
export const endsActor = ({ key, made }: Pick<MadeByKey, "key" | "made">, actorId: string): boolean =>
  [key, ...made.keys, ...made.users].some(({ id }) => id === actorId);
