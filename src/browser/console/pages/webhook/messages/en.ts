import { plural } from "../../../../../pages/messages/message.ts";

export const webhook = {
  title: "Webhook endpoint",
  endpoint: "Endpoint",
  added: "Added {time}",
  actions: {
    menu: "Actions",
    test: "Send test",
    testQueued: "Test event queued",
    replay: "Replay failed deliveries",
    replayQueued: "Failed deliveries of the last {hours} hours queued",
  },
  edit: {
    item: "Edit",
    title: "Edit endpoint",
    question: "Save these changes?",
    confirm: "Save",
  },
  enable: { item: "Enable", question: "Enable it?" },
  disable: { item: "Disable", question: "Disable it?" },
  rotate: {
    item: "Rotate secret",
    question: "Rotate the secret?",
    text: "For a day, events are signed with the former secret as well.",
    confirm: "Rotate",
    secret: "The new secret",
    advice: "For a day, events are signed with both secrets. Replace the former one on your server until then.",
  },
  remove: {
    item: "Delete",
    question: "Delete this endpoint?",
    text: "It gets no more events, and its pending deliveries end.",
  },
  deliveries: {
    title: "Deliveries",
    text: "The last {days} days, newest first",
    status: "Status",
    all: "All deliveries",
    none: "No deliveries",
    noneText: "Events appear here once they are sent to this endpoint. Send a test to see one.",
    attempts: plural({ one: "{count} attempt", other: "{count} attempts" }),
    more: "Show more",
  },
};
