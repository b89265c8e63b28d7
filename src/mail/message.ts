// A message as it is handed to the SMTP server, and the outcome of that.
export interface Message {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The same at each attempt, so that a message that arrives twice is known as one. */
  readonly messageId: string;
  readonly date: Date;
  /** Where a POST ends mail of this kind (RFC 8058); null: there is no more of it. */
  readonly unsubscribeUrl: string | null;
}

export type SendOutcome =
  | { readonly type: "sent" }
  /** The server will never take it. `isAddress`: because there is no such address. */
  | { readonly type: "refused"; readonly isAddress: boolean; readonly why: string }
  /** It may have been taken, or may be later. `isServer`: the server cannot be used now. */
  | { readonly type: "later"; readonly isServer: boolean; readonly why: string };
