import { Skeleton, Stack, Text, Timeline } from "@mantine/core";
import { type ConsolePayment, useTimeline } from "../../../api/payment.ts";
import { Card } from "../../../app/display/card.tsx";
import { Icon } from "../../../app/display/icon.tsx";
import { FailureNote } from "../../../app/failure/states.tsx";
import { messages } from "../../../app/text/language.ts";
import { Moment } from "../../../app/text/moment.tsx";
import { authorText } from "./author-text.ts";
import { eventShown } from "./event-text.ts";

export function History({ payment }: { readonly payment: ConsolePayment }) {
  const timeline = useTimeline(payment.paymentId);
  return (
    <Card title={messages().payment.timeline.title}>
      {timeline.error && !timeline.data ? (
        <FailureNote error={timeline.error} retry={() => void timeline.refetch()} />
      ) : (
        <Events events={timeline.data?.events} payment={payment} />
      )}
    </Card>
  );
}

type Events = NonNullable<ReturnType<typeof useTimeline>["data"]>["events"];

interface EventsProps {
  readonly events: Events | undefined;
  readonly payment: ConsolePayment;
}

function Events({ events, payment }: EventsProps) {
  if (!events)
    return (
      <Stack gap="sm">
        <Skeleton height={18} width="60%" />
        <Skeleton height={18} width="45%" />
      </Stack>
    );
  return (
    <Timeline bulletSize={26} lineWidth={2} active={events.length}>
      {events.map((event) => {
        const { title, detail, icon, tone } = eventShown(event);
        const author = authorText(event, payment);
        return (
          <Timeline.Item
            key={`${event.at} ${event.type} ${JSON.stringify(event.data)}`}
            title={title}
            bullet={<Icon name={icon} size={14} />}
            styles={{ itemBullet: { background: `var(--${tone}-ground)`, color: `var(--${tone})`, border: "none" } }}
          >
            {detail && <Text size="sm">{detail}</Text>}
            {author && (
              <Text size="sm">
                <bdi>{author}</bdi>
              </Text>
            )}
            <Text size="sm" c="dimmed">
              <Moment at={event.at} precision="second" />
            </Text>
          </Timeline.Item>
        );
      })}
    </Timeline>
  );
}
