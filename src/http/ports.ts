// Everything the HTTP side needs of the rest: the operations' own ports, and the plain reads that routes make.
import type { Actor, AuditEntry } from "../merchant/audit.ts";
import type {
  CryptoSettlement,
  FiatSettlement,
  Merchant,
  MerchantActor,
  MerchantFilter,
} from "../merchant/merchant.ts";
import type { ApiKeyRecord, Role, WalletApp } from "../merchant/partner.ts";
import type { AwaitChangesPorts } from "../operations/await-changes.ts";
import type { AwaitStatusPorts } from "../operations/await-status.ts";
import type { CancelPaymentPorts } from "../operations/cancel-payment.ts";
import type { ChangeSettlementPorts } from "../operations/change-settlement.ts";
import type { ConfirmPaymentPorts } from "../operations/confirm-payment.ts";
import type { CreateMerchantPorts } from "../operations/create-merchant.ts";
import type {
  CreatePaymentPorts,
  EarlierAnswer,
  IdempotentRequest,
  StoredAnswer,
} from "../operations/create-payment.ts";
import type { CreateSettlementsPorts } from "../operations/create-settlements.ts";
import type { Refusal } from "../operations/errors/refusal.ts";
import type { ListOptionsPorts } from "../operations/list-options.ts";
import type { ListPaymentsPorts } from "../operations/list-payments.ts";
import type { PaymentHistory } from "../operations/look-at-payment.ts";
import type { ReadVolumePorts } from "../operations/read-volume.ts";
import type { FindRefundPorts, RefundPaymentPorts } from "../operations/refund-payment.ts";
import type { ResolveBuildPorts } from "../operations/resolve-build.ts";
import type { TakeLogoPorts } from "../operations/take-logo.ts";
import type { UpdateMerchantPorts } from "../operations/update-merchant.ts";
import type { ExceptionKind, PaymentException } from "../payment/exception.ts";
import type { FeePolicy } from "../payment/fee.ts";
import type { PaymentForBuyer } from "../payment/payment.ts";
import type { PaymentProgress } from "../payment/progress.ts";
import type { SealKeys } from "../payment/seal.ts";

export interface LiveKey {
  readonly keyId: string;
  readonly partnerId: string;
  readonly role: Role;
  /** The API version that the key's partner is pinned to. */
  readonly version: string;
  /** The partner's own; null where it has none. */
  readonly fees: FeePolicy | null;
}

/** A session of the console with the key it stands for. */
export interface LiveSession extends LiveKey {
  readonly keyPrefix: string;
  readonly partnerName: string;
  /** When it ends if nothing more is done in it. */
  readonly expiresAt: Date;
}

/** A partner's own payments: null where the payment is unknown or another partner's. */
export interface PartnerPayments {
  findForPartner(partnerId: string, paymentId: string): Promise<PaymentForBuyer | null>;
}

/** What an idempotent effect may use: the stores, inside the transaction that stores its answer. */
export interface TransactionPorts extends CreateMerchantPorts, Pick<CreateSettlementsPorts, "settlements"> {
  readonly payments: CancelPaymentPorts["payments"] & RefundPaymentPorts["payments"] & PartnerPayments;
}

/** An answer, and whether an earlier request was given it. */
export interface IdempotentAnswer {
  readonly answer: StoredAnswer;
  readonly isReplay: boolean;
}

interface Reads {
  /** What cursors are made with, see cursor.ts. */
  readonly cursorKey: Buffer;
  /** What the checkout page's tokens are made with. */
  readonly pageKeys: SealKeys;
  nowS(): number;
  readonly exceptions: {
    /** The partner's, newest first: at most `limit` of those that are older than `after`. */
    list(
      partnerId: string,
      filter: { readonly paymentId: string | null; readonly kind: ExceptionKind | null },
      after: { readonly createdAt: string; readonly id: string } | null,
      limit: number,
    ): Promise<readonly PaymentException[]>;
  };
  readonly keys: {
    /** The key with this SHA-256, unless it is revoked. */
    findLive(hash: Buffer): Promise<LiveKey | null>;
    /** The wallet app of this id, unless it is revoked. */
    findLiveApp(appId: string): Promise<WalletApp | null>;
  };
  /** The keys as they are kept. */
  readonly keyRecords: {
    list(partnerId: string): Promise<readonly ApiKeyRecord[]>;
    insert(
      key: { partnerId: string; role: Role; hash: Buffer; prefix: string },
      by: Actor,
    ): Promise<{ readonly keyId: string } | null>;
    revokeOwn(partnerId: string, keyId: string, by: Actor): Promise<"revoked" | "is_last" | "not_found">;
  };
  readonly audit: {
    /** Newest first, from behind `before` on; with a merchant, what is about it. */
    list(
      partnerId: string,
      merchantId: string | null,
      before: bigint | null,
      limit: number,
    ): Promise<readonly AuditEntry[]>;
  };
  /** Of the console. */
  readonly sessions: {
    begin(hash: Buffer, key: LiveKey, former: Buffer | null): Promise<void>;
    /** The session with this SHA-256, unless it has ended or its key is revoked. */
    find(hash: Buffer, use: { readonly renews: boolean }): Promise<LiveSession | null>;
    end(hash: Buffer): Promise<void>;
  };
  readonly merchants: {
    /** Null where it is unknown, deleted or another partner's. */
    find(partnerId: string, merchantId: string): Promise<Merchant | null>;
    /** Newest first, from behind the last one of the page before. */
    list(
      partnerId: string,
      filter: MerchantFilter,
      after: readonly [createdAt: string, id: string] | null,
      limit: number,
    ): Promise<readonly Merchant[]>;
    /** All that a list would show on its pages. */
    count(partnerId: string, filter: MerchantFilter): Promise<number>;
    /** False where it is unknown or another partner's; deleting it again changes nothing. */
    remove(partnerId: string, merchantId: string, by: Actor): Promise<boolean>;
  };
  readonly settlements: {
    list(partnerId: string, merchantId: string): Promise<readonly CryptoSettlement[]>;
    listFiat(partnerId: string, merchantId: string): Promise<readonly FiatSettlement[]>;
    /** False where it or its merchant is unknown, deleted or another partner's. */
    remove(owner: MerchantActor, id: string): Promise<boolean>;
  };
  readonly lists: {
    /** Whether the partner has or had this merchant: one that was deleted keeps its payments. */
    knowsMerchant(partnerId: string, merchantId: string): Promise<boolean>;
    /** How many payments a merchant has by ISO 4217 code. */
    currencies(partnerId: string, merchantId: string): Promise<ReadonlyMap<string, bigint>>;
  };
  readonly history: {
    /** Of whichever partner; null where there is no such payment. */
    ofPayment(paymentId: string): Promise<PaymentHistory | null>;
    /** Number of the newest block of a chain that was followed; null: none was. */
    followedTo(chain: string): Promise<bigint | null>;
  };
  /** A logo's content by its hash. */
  readonly logos: { find(hash: string): Promise<Buffer | null> };
  readonly payments: PartnerPayments;
  /** How far a confirmed payment has come; null where nothing is confirmed. */
  readonly progress: { find(paymentId: string): Promise<PaymentProgress | null> };
  readonly idempotency: {
    /** What an earlier request with this key was answered. */
    find(partnerId: string, request: IdempotentRequest): Promise<EarlierAnswer | null>;
    /**
     * Runs `effect` once for this key and stores its answer in the effect's own transaction.
     * @param answerOf the answer to store for a refusal of the effect (whose writes are undone), or null: it is thrown
     * @throws Refusal idempotency_conflict
     */
    once(
      partnerId: string,
      request: IdempotentRequest,
      effect: (tx: TransactionPorts) => Promise<StoredAnswer>,
      answerOf: (refusal: Refusal) => StoredAnswer | null,
    ): Promise<IdempotentAnswer>;
  };
}

export type Services = Reads &
  AwaitChangesPorts &
  AwaitStatusPorts &
  CancelPaymentPorts &
  ChangeSettlementPorts &
  ConfirmPaymentPorts &
  CreateMerchantPorts &
  CreatePaymentPorts &
  CreateSettlementsPorts &
  FindRefundPorts &
  ListOptionsPorts &
  ListPaymentsPorts &
  ReadVolumePorts &
  RefundPaymentPorts &
  ResolveBuildPorts &
  TakeLogoPorts &
  UpdateMerchantPorts;
