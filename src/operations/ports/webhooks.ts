// The store, as operations on webhook endpoints use it.
import type { WebhookEndpoint } from "../../events/endpoint.ts";
import type { Actor } from "../../merchant/audit.ts";
import type { SealedText } from "../../payment/sealed-text.ts";

/** The fields that a partner may change. */
export type EndpointChoice = Pick<WebhookEndpoint, "url" | "events" | "merchantIds" | "description" | "isEnabled">;

/** The fields that a partner chooses at first. */
export type NewEndpoint = EndpointChoice & Pick<WebhookEndpoint, "format">;

export interface WebhookEndpoints {
  /** Null if the partner has `ENDPOINTS_MAX` endpoints. */
  insert(
    partnerId: string,
    endpoint: NewEndpoint & { readonly id: string; readonly secret: SealedText },
    by: Actor,
  ): Promise<WebhookEndpoint | null>;
  /**
   * Undefined fields stay unchanged. An endpoint that is enabled again gets the events from then on. Null if it is
   * unknown or another partner's.
   */
  update(
    partnerId: string,
    id: string,
    changes: { readonly [Field in keyof EndpointChoice]: EndpointChoice[Field] | undefined },
    by: Actor,
  ): Promise<WebhookEndpoint | null>;
  /** The previous secret signs as well for `overlapS` seconds. False if it is unknown or another partner's. */
  rotate(partnerId: string, id: string, secret: SealedText, overlapS: number, by: Actor): Promise<boolean>;
  /** Selects the ids that are the partner's merchants. */
  knownMerchants(partnerId: string, merchantIds: readonly string[]): Promise<ReadonlySet<string>>;
}
