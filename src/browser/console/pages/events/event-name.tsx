// An event's type in words, with the type that receivers get beside it.
import { Text } from "@mantine/core";
import type { EventType } from "../../../../events/types.ts";
import { messages } from "../../app/text/language.ts";

export const eventName = (type: EventType): string => messages().events.types[type];

export const EventName = ({ type }: { readonly type: EventType }) => (
  <>
    {eventName(type)}{" "}
    <Text span dir="ltr" size="xs" c="dimmed" ff="monospace" fw={400} display="inline-block">
      {type}
    </Text>
  </>
);
