import { EVENT_TYPES, type EventType } from "../../../../events/types.ts";
import { oneOf, textOf } from "../../app/list/url-search.ts";

export interface EventSearch {
  readonly type?: EventType | undefined;
  readonly paymentId?: string | undefined;
}

export const readEventSearch = (given: Record<string, unknown>): EventSearch => ({
  type: oneOf(EVENT_TYPES, given.type),
  paymentId: textOf(given.paymentId),
});
