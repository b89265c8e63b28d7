// What a receipt states: one payment's facts, with all that its transfer on the chain can be checked by. The client
// library, which has no dependency, exports these types.

/** As viem defines it. */
type Hex = `0x${string}`;

/** The type of a receipt's JWS (`typ`), by which it is told from other tokens (RFC 8725 §3.11). */
export const RECEIPT_TYPE = "turnpike-receipt+jwt";

export interface ReceiptAmount {
  /** `iso4217/USD`, or `caip19/` with the asset. */
  readonly unit: string;
  /** An integer in the smallest unit. */
  readonly value: string;
  readonly display?: {
    readonly assetSymbol: string;
    readonly assetName: string;
    readonly decimals: number;
    readonly networkName?: string;
  };
}

export interface ReceiptTransaction {
  /** CAIP-2. */
  readonly chain: string;
  readonly hash: Hex;
  /** The position of the router's `Paid` event among the block's logs. */
  readonly logIndex: number;
  readonly block: {
    /** A decimal integer. */
    readonly number: string;
    readonly hash: Hex;
    /** Unix seconds. */
    readonly timestamp: number;
  };
}

/** The terms that the payer agreed to, as the router hashes them. Amounts are decimal integers in smallest units. */
export interface ReceiptTerms {
  /** `termsHash` of these terms, and for a signature its nonce. */
  readonly hash: Hex;
  readonly chainId: string;
  readonly router: Hex;
  readonly destination: Hex;
  /** keccak256 of the payment's id; for the method `transfer`, the nonce that the payer signed. */
  readonly key: Hex;
  readonly payer: Hex;
  readonly amount: string;
  readonly fee: string;
  /** Unix seconds. */
  readonly deadline: string;
  /** The zero address for the chain's native coin. */
  readonly token: Hex;
  readonly feeReceiver: Hex;
}

/** The claims of a receipt. Later versions only add some. */
export interface Receipt {
  /** The public address of the installation that signed it. */
  readonly iss: string;
  /** The payment's id. */
  readonly sub: string;
  /** When the payment succeeded, in Unix seconds. */
  readonly iat: number;
  /** False: a test payment. Receipts of before there were any lack it. */
  readonly livemode?: boolean;
  readonly merchantId: string;
  readonly referenceId: string;
  /** What the merchant asked for. */
  readonly fiatAmount: ReceiptAmount;
  /** What was paid, the fee included. */
  readonly amount: ReceiptAmount;
  /** The part of `amount` that went to `feeReceiver`. */
  readonly fee: ReceiptAmount;
  /** How it was paid: `eip3009`, `permit2`, `erc20`, `native`, `deposit`, or `transfer` by x402's facilitator. */
  readonly method: string;
  /** CAIP-10; for the method `deposit`, the payment's own address, to which anyone may have sent the money. */
  readonly payer: string;
  /** CAIP-10. */
  readonly destination: string;
  /** CAIP-10; for the method `transfer`, the zero address. */
  readonly feeReceiver: string;
  readonly transaction: ReceiptTransaction;
  readonly terms: ReceiptTerms;
}

/** What the books know of a success beyond the payment itself. */
export interface Success {
  readonly succeededAt: Date;
  readonly blockHash: Hex;
  /** Unix seconds, by the chain's clock. */
  readonly blockTimeS: number;
}
