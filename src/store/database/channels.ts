// PostgreSQL's notification channels that are named in several places.

/** Signals events and deliveries for webhook endpoints (notify_events), without saying which. */
export const EVENTS_CHANNEL = "turnpike_events";
