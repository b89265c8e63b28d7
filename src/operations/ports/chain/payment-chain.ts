// A chain as the operations on payments see it.
import type { Address, Hex } from "viem";
import type { Asset } from "../../../money/asset.ts";
import type { Option } from "../../../payment/option.ts";
import type { Terms } from "../../../payment/terms.ts";
import type { ConfirmationPolicy } from "../../../payment/transfers/finality.ts";

/** The chain's response if an authorisation were used now. */
export type Verdict =
  /** `balance`: the payer's balance of the token, in the smallest unit, if the check read it. */
  | ({ readonly type: "payable"; readonly balance?: bigint } & TakenAs)
  /** The chain rejects the signature. The message, if any, completes "the signature …". */
  | { readonly type: "invalid_signature"; readonly message?: string }
  /** The signature is valid, but Permit2 may not (yet) move this much of the payer's token. */
  | ({ readonly type: "allowance_missing" } & TakenAs)
  /** The authorisation is used: it has most likely paid already. Reconcile; never fail the payment. */
  | ({ readonly type: "already_used" } & TakenAs)
  /** The chain refuses it for another reason; the message may be shown to the buyer. */
  | { readonly type: "refused"; readonly message: string }
  /** The chain did not respond, so the outcome is unknown. */
  | { readonly type: "unknown"; readonly message: string };

/** The signature in the form the chain accepts, if that differs from what the wallet returned. */
interface TakenAs {
  readonly signature?: Hex;
}

export interface Authorization {
  readonly option: Option;
  readonly signature: Hex;
  /** The payer is known to have code, which needs gas to check a signature of any length. */
  readonly payerHasCode?: boolean;
}

/** An action a wallet executes. */
export interface WalletRpc {
  readonly chain: string;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** An account and the asset it would pay with. */
export interface HoldingQuestion {
  readonly account: Address;
  readonly asset: Asset;
  /** Smallest units of the asset. */
  readonly amount: bigint;
}

/** The means of an account to pay with an asset. */
export interface Holding {
  /** Smallest units of the asset. */
  readonly balance: bigint;
  /** How much of it the method's spender (Permit2 or the router) may move; null if the method needs no approval. */
  readonly allowance: bigint | null;
  /** Wei the account must spend on gas to pay by this method now, and its coin balance; null if it pays no gas. */
  readonly gas: { readonly cost: bigint; readonly coin: bigint } | null;
}

/** A transfer of one token to one account. */
export interface TokenTransfer {
  readonly blockNumber: bigint;
  readonly logIndex: number;
  readonly amount: bigint;
}

/** A chain that payments are made on. */
export interface PaymentChain {
  /** CAIP-2. */
  readonly id: string;
  readonly name: string;
  readonly iconUrl?: string;
  /** Block explorer, as `<url>/tx/<hash>`; without a trailing slash. */
  readonly explorerUrl?: string;
  /** A public node, for wallets that do not know the chain. */
  readonly publicRpcUrl?: string;
  /** Its assets have no value. */
  readonly isTestNet: boolean;
  readonly router: Address;
  readonly permit2: Address;
  readonly feeReceiver: Address;
  /** Receives money for which the merchant has no destination; null: such assets are not offered. */
  readonly treasury: Address | null;
  /** Whole US dollars from which a second source must show a payment's transfer; null: no amount. */
  readonly secondSourceFrom: bigint | null;
  /** It has RPC URLs of at least two providers. */
  readonly hasSecondSource: boolean;
  readonly assets: readonly Asset[];
  readonly confirmations: ConfirmationPolicy;
  /** Seconds after a payment's expiry during which an accepted confirm may still be mined. */
  readonly inclusionGraceS: number;
  /** If the newest followed block is older, the chain's options are not offered. */
  readonly headAgeMaxS: number;
  /** Expected seconds from confirm to finality, shown to buyers. */
  readonly etaS: number;
  /** Results are in the order of the requests. @throws if the chain does not respond */
  readHoldings(questions: readonly HoldingQuestion[]): Promise<readonly Holding[]>;
  /** The actions that the buyer of this option must sign or send now, in order. */
  buildActions(option: Option): Promise<readonly WalletRpc[]>;
  /** The terms of a deposit: their payer is the deposit address, which they determine. */
  depositTerms(terms: Omit<Terms, "chain" | "payer">): Terms;
  /** The deposit addresses of the same terms by their deadline, in lower case; much faster than one by one. */
  depositAddresses(terms: Omit<Terms, "deadlineS">): (deadlineS: number) => Hex;
  /** Whether this option's coin would reach its receivers now; true if the chain does not respond. */
  takesCoin(option: Option): Promise<boolean>;
  verify(authorization: Authorization): Promise<Verdict>;
  /**
   * Whether paying runs code at the payer's address: a contract wallet, deployed or not, or an account that has
   * delegated to code (EIP-7702).
   * @throws if the chain does not respond
   */
  runsPayersCode(authorization: Authorization): Promise<boolean>;
  /**
   * The payer's balance of an option's token at a block, or at the newest one for null; smallest units.
   * @throws if the chain does not respond
   */
  balanceOf(option: Option, atBlock: bigint | null): Promise<bigint>;
  /**
   * Classifies a transaction that a wallet claims to have sent for an option: "paid", "other" (mined, but foreign,
   * failed or paying something else) or "not_mined".
   * @throws if the chain does not respond
   */
  findPayment(txHash: Hex, option: Option): Promise<"paid" | "other" | "not_mined">;
  /**
   * The transfers of `token` to `account` in a transaction, in chain order; null if it is not mined.
   * @throws if the chain does not respond
   */
  readTransfers(txHash: Hex, token: Address, account: Address): Promise<readonly TokenTransfer[] | null>;
}

/** Chains by CAIP-2 id. */
export type PaymentChains = ReadonlyMap<string, PaymentChain>;
