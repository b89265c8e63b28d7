// One event, as receivers get it.
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { readEvent } from "../../api/webhooks.ts";
import { Card } from "../../app/display/card.tsx";
import { CodeBlock } from "../../app/display/code-block.tsx";
import { ButtonLink } from "../../app/display/links.tsx";
import { FailureNote, LoadingBox } from "../../app/failure/states.tsx";
import { Page } from "../../app/layout/page.tsx";
import { messages } from "../../app/text/language.ts";
import { Moment } from "../../app/text/moment.tsx";
import { EventAbout } from "./event-about.tsx";
import { eventName } from "./event-name.tsx";

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
      {error && !data ? (
        <FailureNote error={error} retry={() => void refetch()} />
      ) : data ? (
        <Card title={texts.title}>
          <CodeBlock text={JSON.stringify(data, null, 2)} />
        </Card>
      ) : (
        <LoadingBox height={320} />
      )}
    </Page>
  );
}
