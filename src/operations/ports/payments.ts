// The payment store, as several operations use it.
import type { Actor } from "../../merchant/audit.ts";
import type { FeePolicy } from "../../payment/fee.ts";
import type { PaymentForBuyer } from "../../payment/payment.ts";
import type { Transition } from "../../payment/transition.ts";

/** Reads payments by id for any caller: in the gateway, the id is the capability. */
export interface PaymentReader {
  findForBuyer(paymentId: string): Promise<PaymentForBuyer | null>;
}

/** The only writer of a status. Resolves to false, with nothing written, if another transition came first. */
export interface PaymentTransitions {
  apply(paymentId: string, transition: Transition, by?: Actor | null): Promise<boolean>;
}

export interface FeePorts {
  /** Applies to payments of partners without a policy. */
  readonly standard: FeePolicy;
  /** A partner's policy at the time a payment was created. */
  find(id: bigint): Promise<FeePolicy>;
}
