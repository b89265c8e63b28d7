import type { GatewayClient, PaymentResult } from "../../client/index.ts";
import type { CheckoutData } from "../../pages/checkout/data.ts";

export type { CheckoutData } from "../../pages/checkout/data.ts";

export interface CheckoutContext {
  readonly data: CheckoutData;
  /** Uses the page's token. */
  readonly gateway: GatewayClient;
  readonly live: Live;
  /** The server's clock, as estimated in this browser. */
  nowMs(): number;
}

/** The payment's status, updated by every call that returns it. */
export interface Live {
  readonly current: LiveStatus;
  /** Called on each change of status. @returns the unsubscribe function */
  subscribe(listener: (status: LiveStatus) => void): () => void;
  /** Reports a status learned from another call, such as a confirm. */
  tell(status: LiveStatus): void;
}

export type LiveStatus = Pick<PaymentResult, "status" | "isFinal" | "info">;
