// A partner's idempotent request and the response stored for it.

/** A partner's idempotency key and a fingerprint of the request. The response is stored under it with the payment. */
export interface IdempotentRequest {
  readonly scope: string;
  readonly key: string;
  readonly fingerprint: Buffer;
  /** Partners share this key: of two with the same, one wins. */
  readonly isShared?: true;
}

/** The owner of shared keys, in place of a partner's id. */
export const ALL_PARTNERS = "";

export const keyOwner = ({ isShared }: IdempotentRequest, partnerId: string): string =>
  isShared ? ALL_PARTNERS : partnerId;

export interface StoredAnswer {
  readonly status: number;
  readonly body: unknown;
}

export type EarlierAnswer =
  /** The key was used for the same request before. */
  | { readonly type: "replayed"; readonly answer: StoredAnswer }
  /** The key was used for another request before. */
  | { readonly type: "key_conflict" };
