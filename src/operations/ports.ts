// What more than one operation needs from the outside. A port that one operation needs stands in that operation's file.
import type { Address, Hex } from "viem";
import type { Actor } from "../merchant/audit.ts";
import type { Asset } from "../money/asset.ts";
import type { FeePolicy } from "../payment/fee.ts";
import type { ConfirmationPolicy } from "../payment/finality.ts";
import type { Option } from "../payment/option.ts";
import type { PaymentForBuyer } from "../payment/payment.ts";
import type { Transition } from "../payment/transition.ts";

/** Payments by id, whoever asks: on the gateway's side the id is the capability. */
export interface PaymentReader {
  findForBuyer(paymentId: string): Promise<PaymentForBuyer | null>;
}

/** The one writer of a status. Resolves to false where another transition was first; nothing is written then. */
export interface PaymentTransitions {
  apply(paymentId: string, transition: Transition, by?: Actor | null): Promise<boolean>;
}

export interface FeePorts {
  /** For payments of partners without a policy of their own. */
  readonly standard: FeePolicy;
  /** A partner's policy, as it stood when a payment was created under it. */
  find(id: bigint): Promise<FeePolicy>;
}

/** What the chain, asked now, would make of an authorisation. */
export type Verdict =
  | ({ readonly type: "payable" } & TakenAs)
  /** The chain's own check of the signature says no; the message, where there is one, completes "the signature …". */
  | { readonly type: "invalid_signature"; readonly message?: string }
  /** The signature is good, but Permit2 may not (yet) move so much of the payer's token. */
  | ({ readonly type: "allowance_missing" } & TakenAs)
  /** The authorisation is used up: it has very likely paid already. Reconcile, never fail. */
  | ({ readonly type: "already_used" } & TakenAs)
  /** Anything else the chain refuses it for; the message is fit for the buyer. */
  | { readonly type: "refused"; readonly message: string }
  /** The chain did not answer; nothing is known. */
  | { readonly type: "unknown"; readonly message: string };

/** The form of the signature that the chain takes, where it is not the one that the wallet gave. */
interface TakenAs {
  readonly signature?: Hex;
}

export interface Authorization {
  readonly option: Option;
  readonly signature: Hex;
}

/** An action a wallet executes. */
export interface WalletRpc {
  readonly chain: string;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** What an account would pay with. */
export interface HoldingQuestion {
  readonly account: Address;
  readonly asset: Asset;
  /** Smallest units of the asset. */
  readonly amount: bigint;
}

/** What an account has for paying an amount of an asset. */
export interface Holding {
  /** Smallest units of the asset. */
  readonly balance: bigint;
  /** How much of it the spender of this way (Permit2, or the router) may move; null where nobody needs an approval. */
  readonly allowance: bigint | null;
  /** Wei that the account must spend on gas to pay in this way now, and what it has; null where it costs the account none. */
  readonly gas: { readonly cost: bigint; readonly coin: bigint } | null;
}

/** A transfer of one token to one account. */
export interface TokenTransfer {
  readonly blockNumber: bigint;
  readonly logIndex: number;
  readonly amount: bigint;
}

/** One chain that payments are made on. */
export interface PaymentChain {
  /** CAIP-2. */
  readonly id: string;
  readonly name: string;
  readonly iconUrl?: string;
  /** Where people look transactions up: `<url>/tx/<hash>`; no slash at its end. */
  readonly explorerUrl?: string;
  /** A node that anybody may ask, for wallets that do not know the chain. */
  readonly publicRpcUrl?: string;
  /** Nothing of value is paid on it. */
  readonly isTestNet: boolean;
  readonly router: Address;
  readonly permit2: Address;
  readonly feeReceiver: Address;
  /** Where money goes for which the merchant has no destination; null: such assets are not offered. */
  readonly treasury: Address | null;
  readonly assets: readonly Asset[];
  readonly confirmations: ConfirmationPolicy;
  /** Seconds after a payment's expiry in which an accepted confirm may still be mined. */
  readonly inclusionGraceS: number;
  /** Seconds from confirm to final as a buyer may expect them. */
  readonly etaS: number;
  /** In the order of the questions. Throws where the chain does not answer. */
  readHoldings(questions: readonly HoldingQuestion[]): Promise<readonly Holding[]>;
  /** What the buyer of this option must sign or send now, in order. */
  buildActions(option: Option): Promise<readonly WalletRpc[]>;
  verify(authorization: Authorization): Promise<Verdict>;
  /**
   * What a transaction that a wallet says it has sent is to an option: its payment, another transaction that is mined ("other":
   * foreign, failed, or paying something else), or none that is mined yet. Throws where the chain does not answer.
   */
  findPayment(txHash: Hex, option: Option): Promise<"paid" | "other" | "not_mined">;
  /**
   * What a transaction transferred of `token` to `account`, in chain order; null where it is not mined. Throws where the
   * chain does not answer.
   */
  readTransfers(txHash: Hex, token: Address, account: Address): Promise<readonly TokenTransfer[] | null>;
}

/** Chains by CAIP-2 id. */
export type PaymentChains = ReadonlyMap<string, PaymentChain>;
