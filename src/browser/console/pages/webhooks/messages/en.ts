import { plural } from "../../../../../pages/messages/message.ts";

export const webhooks = {
  text: "Endpoints of your servers that receive an event for every change.",
  endpoints: "Endpoints",
  add: "New endpoint",
  none: "No endpoints yet",
  noneText:
    "An endpoint is a public https URL. Turnpike sends it signed events, for example when a payment succeeds, and retries for days if it doesn't respond.",
  /** Which events an endpoint gets. */
  allEvents: "All events",
  ofMerchants: plural({ one: "{types} of one merchant", other: "{types} of {count} merchants" }),
  form: {
    urlText: "A public https URL. In development, also one on the same machine.",
    urlFault: "Enter a URL that starts with {start}",
    description: "Description",
    eventsText: "None chosen: all events, including types that are added later.",
    merchantsText: "None chosen: events of all merchants.",
  },
  create: {
    question: "Add this endpoint?",
    text: "It will receive your events: {url}",
    confirm: "Add endpoint",
    secret: "The endpoint's secret",
    advice: "Your server needs it to verify that an event came from here. If you lose it, rotate it.",
  },
  /** Of an endpoint. */
  state: {
    enabled: "Enabled",
    disabled: "Disabled",
    failed: "Disabled after failures",
  },
  /** Why Turnpike disabled an endpoint, and what to do. */
  disabledText: {
    gone: "Turnpike disabled it because it responded with 410 Gone. Enable it once it accepts events.",
    failing: "Turnpike disabled it because every delivery failed for five days. Fix the endpoint, then enable it.",
  },
  /** Of a delivery. */
  delivery: {
    pending: "Pending",
    succeeded: "Delivered",
    failed: "Failed",
  },
};
