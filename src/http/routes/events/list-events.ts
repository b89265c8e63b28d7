import type { Static } from "typebox";
import { millisecondNotBefore } from "../../../contract/moment.ts";
import { PAYMENTS_LIMIT_DEFAULT } from "../../../contract/payments/payment-list.ts";
import { Events, EventsQuery, eventToWire } from "../../../contract/webhooks/events.ts";
import type { EventFilter, EventPlace } from "../../../events/event.ts";
import { type Issue, invalid } from "../../../operations/errors/refusal.ts";
import { awaitEvents } from "../../../operations/webhooks/await-events.ts";
import { READERS_OF_ALL } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { waitOf } from "../../limits/long-polls.ts";
import { openCursor, sealCursor } from "../../lists/cursor.ts";
import { EVENT } from "../../openapi/example-values.ts";
import { exceptionDisplay } from "../../payments/shown-asset.ts";
import type { Services } from "../../services.ts";

type Query = Static<typeof EventsQuery>;

export const listEvents = endpoint({
  id: "listEvents",
  tag: "Webhooks",
  summary: "List events, or wait for new ones",
  about:
    "Newest first; with `after` or `since`, oldest first. A reader that resumes with `after`, the last event it has, " +
    "skips none. With `maxPollMs` the response is held until there is an event, for at most 60 000 ms. Events are " +
    "kept for 30 days.",
  route: "GET /v1/events",
  caller: "partner",
  console: READERS_OF_ALL,
  request: { query: EventsQuery },
  response: [200, Events],
  examples: { responses: { one: { data: [EVENT], nextCursor: null } } },
  uses: ["events", "feed", "chains", "cursorKeys"],
  async handle(services, call) {
    const { partnerId } = call.caller;
    const { cursor, limit = PAYMENTS_LIMIT_DEFAULT, maxPollMs, ...filters } = call.query;
    refuseContradictions(call.query);
    const scope = { list: "events", partnerId, filter: filters };
    const [tx = "0", id = "0"] = cursor === undefined ? [] : openCursor(services.cursorKeys, scope, cursor, 2);
    const place =
      cursor === undefined ? await startOf(services, partnerId, filters) : { tx: BigInt(tx), id: BigInt(id) };
    const isForward = filters.after !== undefined || filters.since !== undefined;
    const order = { direction: isForward ? "asc" : "desc", after: place, limit } as const;
    const read = () => services.events.list(partnerId, filterOf(filters), order);
    const page = await awaitEvents({ ...services, read }, partnerId, waitOf(call));
    const display = { ...exceptionDisplay(services.chains), publicUrl: call.settings.publicUrl };
    return {
      data: page.events.map((event) => eventToWire(event, display)),
      nextCursor:
        page.isFull && page.end
          ? sealCursor(services.cursorKeys, scope, [page.end.tx.toString(), page.end.id.toString()])
          : null,
    };
  },
});

/** @throws Refusal params_validation */
function refuseContradictions({ after, since, maxPollMs }: Query): void {
  const issues: Issue[] = [];
  if (after !== undefined && since !== undefined)
    issues.push({ field: "since", message: "must not be sent with after" });
  if (maxPollMs !== undefined && after === undefined) issues.push({ field: "maxPollMs", message: "needs after" });
  if (issues.length > 0) throw invalid(issues);
}

/** @throws Refusal params_validation */
async function startOf(
  { events }: Pick<Services, "events">,
  partnerId: string,
  { after }: Pick<Query, "after">,
): Promise<EventPlace | null> {
  if (after === undefined) return null;
  const place = await events.placeOf(partnerId, after);
  if (!place) throw invalid([{ field: "after", message: "must be the id of one of your events of the last 30 days" }]);
  return place;
}

const filterOf = ({ type = [], paymentId, merchantId, since }: Query): EventFilter => ({
  types: type.length > 0 ? type : null,
  paymentId: paymentId ?? null,
  merchantId: merchantId ?? null,
  sinceMs: since === undefined ? null : millisecondNotBefore(since),
});
