// What the parts of the checkout page share.
import type { GatewayClient, PaymentResult } from "../../client/index.ts";
import type { CheckoutData } from "../../pages/checkout/data.ts";

export type { CheckoutData } from "../../pages/checkout/data.ts";

export interface CheckoutContext {
  readonly data: CheckoutData;
  /** Speaks to this server with the page's token. */
  readonly gateway: GatewayClient;
  readonly live: Live;
  /** The server's clock, as far as this browser can tell. */
  nowMs(): number;
}

/** The payment's status, from whoever learns of it first. */
export interface Live {
  readonly current: LiveStatus;
  /** Called at each change of the status. @returns how to stop */
  subscribe(listener: (status: LiveStatus) => void): () => void;
  /** A status that another call has brought (a confirm's answer). */
  tell(status: LiveStatus): void;
}

export type LiveStatus = Pick<PaymentResult, "status" | "isFinal" | "info">;
