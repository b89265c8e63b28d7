// The store of rehearsals: test payments that a demo buyer pays with a fault.
import type { Address } from "viem";
import type { Fault } from "../../payment/rehearsals/fault.ts";
import type { BlockName } from "../ports/chain/chain-reader.ts";
import type { SignedTransaction } from "../ports/chain/chain-writer.ts";

export interface NewRehearsal {
  readonly paymentId: string;
  readonly partnerId: string;
  readonly fault: Fault;
  /** CAIP-2. */
  readonly chain: string;
  /** CAIP-19. */
  readonly asset: string;
  readonly buyer: Address;
}

export interface Rehearsal extends NewRehearsal {
  /** The number of the next act. */
  readonly act: number;
  /** Seconds since the last act was done. */
  readonly waitedS: number;
  /** The block that a reorg removes; null until it is known. */
  readonly removed: BlockName | null;
}

export interface KeptTransaction extends SignedTransaction {
  readonly nonce: bigint;
}

/** Where the demo buyers are, for requests that ask for a fault. */
export interface DemoBuyerReports {
  /** The chains with a demo buyer, and whether their blocks can be replaced. */
  demoBuyers(): Promise<ReadonlyMap<string, { readonly canReorganise: boolean }>>;
  /** The assets (CAIP-19) for which the merchant has a destination. */
  assetsOf(partnerId: string, merchantId: string): Promise<readonly string[]>;
}

export interface RehearsalStore extends DemoBuyerReports {
  /** @param buyer null: the chain has none any more */
  report(chain: string, buyer: { readonly canReorganise: boolean } | null): Promise<void>;
  /** Open test payments with a fault that no demo buyer has taken, in which partners take turns. */
  untaken(most: number): Promise<readonly string[]>;
  /** False if another chain's demo buyer was first. */
  take(rehearsal: NewRehearsal): Promise<boolean>;
  /** The rehearsals that have an act to do on a chain. Partners take turns, each with its oldest. */
  underWay(chain: string, most: number): Promise<readonly Rehearsal[]>;
  /** The act is done. */
  next(rehearsal: Rehearsal): Promise<void>;
  /** @param note why it ends early; null: all acts are done */
  end(rehearsal: Rehearsal, note: string | null): Promise<void>;
  /** Stores which block is going to be removed, before it is. */
  mark(rehearsal: Rehearsal, block: BlockName): Promise<void>;
  /** The transaction of the present act; null: none is stored. */
  transaction(rehearsal: Rehearsal): Promise<KeptTransaction | null>;
  /** Stores it before it is sent. It replaces one that another transaction of the account has made impossible. */
  keep(rehearsal: Rehearsal, transaction: KeptTransaction): Promise<void>;
  /** An account's stored transactions from a nonce on, in order. */
  from(chain: string, buyer: Address, nonce: bigint): Promise<readonly KeptTransaction[]>;
}
