// Exceptions as operations use them.
import type { Actor } from "../../merchant/audit.ts";
import type { CreatedBy } from "../../payment/created-by.ts";
import type { Credit } from "../../payment/payment.ts";
import type { PaymentException } from "../../payment/transfers/exception.ts";

/** How somebody handled an exception. */
export interface Handled {
  readonly note: string;
  readonly by: CreatedBy;
}

/** The block in which money arrived. */
export type Arrival = Pick<Credit, "chain" | "blockNumber">;

export interface ExceptionResolver {
  /** @param merchantIds null: of all merchants */
  find(partnerId: string, id: string, merchantIds: readonly string[] | null): Promise<PaymentException | null>;
  /** Null: its transfer is not on the chain now. */
  arrivalOf(partnerId: string, id: string): Promise<Arrival | null>;
  /** Marks an exception as handled. False, with nothing written, if it is resolved already. */
  resolve(partnerId: string, id: string, handled: Handled, by: Actor): Promise<boolean>;
}
