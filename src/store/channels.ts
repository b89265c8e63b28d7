// PostgreSQL's notification channels that are named in several places.

/** Signals events and deliveries for webhook endpoints, without saying which (migration 0034). */
export const EVENTS_CHANNEL = "turnpike_events";
