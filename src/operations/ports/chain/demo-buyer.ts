// The demo buyer's side of a test net: it signs and sends like a wallet.
import type { Address, Hex } from "viem";
import type { AuthorizedToken } from "../../../money/asset.ts";
import type { Option } from "../../../payment/option.ts";
import type { Role } from "../../../payment/rehearsals/acts.ts";
import type { BlockName } from "./chain-reader.ts";
import type { BatchCall, ChainWriter } from "./chain-writer.ts";
import type { Authorization } from "./payment-chain.ts";

/** Money from one account of a demo buyer to another. */
export interface Move {
  readonly paymentId: string;
  readonly token: AuthorizedToken;
  readonly from: Role;
  readonly to: Role;
  /** Smallest units. */
  readonly amount: bigint;
  /** The token takes it once. */
  readonly nonce: Hex;
}

export interface DemoBuyerChain extends Pick<ChainWriter, "fees" | "sign" | "send" | "nextNonce"> {
  /** The accounts that pay, and pay the gas. */
  readonly buyers: readonly Address[];
  /** Each buyer's coins, and what it needs for the gas of a payment now. @throws if no node responds */
  coins(): Promise<readonly { readonly buyer: Address; readonly balance: bigint; readonly payCost: bigint }[]>;
  /** An account of the buyer; no other key leads to it. Each payment has an `emptied` one. */
  accountOf(buyer: Address, role: Role, paymentId: string): Address;
  /** The signature for an EIP-3009 option whose payer is that account. */
  signPayment(buyer: Address, role: Role, option: Option, token: AuthorizedToken): Promise<Hex>;
  payCall(authorization: Authorization): BatchCall;
  moveCall(buyer: Address, move: Move): Promise<BatchCall>;
  /** The block of a transaction, whether it reverted or not; null: it is not mined. @throws if no node responds */
  blockOf(txHash: Hex): Promise<BlockName | null>;
  /** The hash of the chain's block at this height; null: it has none. @throws if no node responds */
  blockHash(number: bigint): Promise<Hex | null>;
  /** Whether its node replaces blocks on demand, as a local one does. @throws if no node responds */
  canReorganise(): Promise<boolean>;
  /** Replaces the blocks from this one on by empty ones. @throws if no node responds */
  reorganise(from: bigint): Promise<void>;
}
