// The services of the HTTP layer. An endpoint names the services it needs in `uses` and gets no others.
import type { UrlRules } from "../events/endpoint-url.ts";
import type { CheckOptionPorts } from "../operations/gateway/check-option.ts";
import type { ConfirmPaymentPorts } from "../operations/gateway/confirm-payment.ts";
import type { ListOptionsPorts } from "../operations/gateway/list-options.ts";
import type { Screening } from "../operations/gateway/screen-accounts.ts";
import type { TakeLogoPorts } from "../operations/merchants/take-logo.ts";
import type { ChainAvailability } from "../operations/monitoring/chain-availability.ts";
import type { FaultPorts } from "../operations/payments/refuse-fault.ts";
import type { AvailabilityReports } from "../operations/ports/chain/chain-reports.ts";
import type { PaymentChains } from "../operations/ports/chain/payment-chain.ts";
import type { FeePorts } from "../operations/ports/payments.ts";
import type { AddressPorts } from "../operations/refunds/buyer-address.ts";
import type { SettleTransferPorts } from "../operations/x402/settle-transfer.ts";
import type { BuyerDataKeys } from "../payment/buyer-data/buyer-data.ts";
import type { DepositLimits } from "../payment/deposit.ts";
import type { OptionKeys } from "../payment/option.ts";
import type { ReceiptKeys } from "../payment/receipts/receipt-keys.ts";
import type { SealKeys } from "../payment/seal.ts";
import type { StorageKeys } from "../payment/sealed-text.ts";
import type { Changes } from "../store/events/changes.ts";
import type { PartnerFeed } from "../store/events/feed.ts";
import type { KeyRing } from "../store/people/key-ring.ts";
import type { Store } from "../store/store.ts";
import type { MacKeys } from "./credentials/mac-keys.ts";
import type { Passwords } from "./credentials/passwords.ts";

type Stores = Pick<
  Store,
  | "audit"
  | "bookEntries"
  | "buyerData"
  | "changeRequests"
  | "charges"
  | "deposits"
  | "events"
  | "exceptions"
  | "history"
  | "idempotency"
  | "intents"
  | "lists"
  | "logos"
  | "mail"
  | "merchants"
  | "paymentLinks"
  | "passkeys"
  | "payments"
  | "progress"
  | "refunds"
  | "secondPerson"
  | "sessions"
  | "settlements"
  | "statements"
  | "successes"
  | "users"
  | "tills"
  | "receiptNumbers"
  | "webhooks"
  | "deliveries"
>;

export interface Services extends Stores {
  /** Live keys and wallet apps, by which callers are authenticated. */
  readonly keys: Pick<KeyRing, "findLive" | "findLiveApp">;
  /** The keys as the database keeps them. */
  readonly keyRecords: Store["keys"];
  readonly madeByKeys: Store["madeByKeys"];
  readonly passwords: Passwords;
  /** Authenticates the challenges of passkeys. */
  readonly challengeKeys: MacKeys;
  /** Changes of one payment. */
  readonly changes: Pick<Changes, "subscribe">;
  /** Changes of a partner's payments. */
  readonly feed: Pick<PartnerFeed, "subscribe">;
  readonly partners: Pick<
    Store["partners"],
    "returnTargets" | "embedOrigins" | "branding" | "setBranding" | "depositTolerance"
  >;
  readonly destinations: Pick<Store["settlements"], "ofMerchant" | "payee">;
  readonly chains: PaymentChains;
  readonly chainAvailability: ChainAvailability;
  readonly relayers: Pick<AvailabilityReports, "relayersOn">;
  readonly followed: ConfirmPaymentPorts["followed"] & AddressPorts["followed"];
  readonly rates: ListOptionsPorts["rates"];
  readonly screening: Screening;
  readonly fees: FeePorts;
  readonly faults: FaultPorts["faults"];
  readonly logoSource: TakeLogoPorts["logoSource"];
  readonly optionKeys: OptionKeys;
  readonly optionFacts: CheckOptionPorts["optionFacts"];
  readonly optionLifetimeS: number;
  /** The longest time from a payment's creation to its expiry. */
  readonly paymentLifetimeMaxS: number;
  readonly depositLimits: DepositLimits;
  /** Authenticates list cursors, see cursor.ts. */
  readonly cursorKeys: MacKeys;
  /** Seals the checkout page's tokens. */
  readonly pageKeys: SealKeys;
  /** Seals the tokens of buyer-data forms. */
  readonly buyerDataTokenKeys: SealKeys;
  /** Null: none are configured, so no buyer data can be kept. */
  readonly buyerDataKeys: BuyerDataKeys | null;
  /** Keys that seal the addresses of mail; null: no mail is sent. */
  readonly mailKeys: StorageKeys | null;
  /** Null: none are configured, so there are no receipts. */
  readonly receiptKeys: ReceiptKeys | null;
  /** Whether redirects to `http://localhost` are allowed; not in production. */
  readonly allowsLocalRedirects: boolean;
  /** The rules for URLs of webhook endpoints. */
  readonly webhookUrls: UrlRules;
  readonly log: ConfirmPaymentPorts["log"];
  /** Limits log lines about resources that requests need and do not get. */
  readonly throttle: ConfirmPaymentPorts["throttle"];
  readonly crashPoint: SettleTransferPorts["crashPoint"];
  nowS(): number;
  nowMs(): number;
}

/** The services with these names, and no others. */
export const only = <All extends object, Name extends keyof All>(all: All, names: readonly Name[]): Pick<All, Name> =>
  Object.fromEntries(names.map((name) => [name, all[name]])) as Pick<All, Name>;
