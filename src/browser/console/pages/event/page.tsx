// One event, as receivers get it.
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { readEvent } from "../../api/webhooks.ts";
import { messages } from "../../app/language.ts";
import { ButtonLink } from "../../app/links.tsx";
import { Moment } from "../../app/moment.tsx";
import { Page } from "../../app/page.tsx";
import { FailureNote, LoadingBox } from "../../app/states.tsx";
import { Surface } from "../../app/surface.tsx";
import { EventAbout } from "../events/event-about.tsx";
import { eventName } from "../events/event-name.tsx";
import { CodeBlock } from "../webhooks/code-block.tsx";

const route = getRouteApi("/events/$eventId");

export function EventPage() {
  const { event: texts, events } = messages();
  const { eventId } = route.useParams();
  const { data, error, refetch } = useQuery({
    queryKey: ["events", "one", eventId],
    queryFn: ({ signal }) => readEvent(eventId, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Page
      title={data ? eventName(data.type) : texts.title}
      back={{ to: "/events", label: events.title }}
      description={
        data && (
          <>
            <bdi dir="ltr">{data.type}</bdi> · <EventAbout event={data} /> ·{" "}
            <Moment at={data.timestamp} precision="second" />
          </>
        )
      }
      actions={
        data?.paymentId && (
          <ButtonLink to="/payments/$paymentId" params={{ paymentId: data.paymentId }} variant="default">
            {texts.payment}
          </ButtonLink>
        )
      }
    >
      {error ? (
        <FailureNote error={error} retry={() => void refetch()} />
      ) : data ? (
        <Surface title={texts.title}>
          <CodeBlock text={JSON.stringify(data, null, 2)} />
        </Surface>
      ) : (
        <LoadingBox height={320} />
      )}
    </Page>
  );
}
