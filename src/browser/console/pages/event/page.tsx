// One event, as receivers get it.
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { readEvent } from "../../api/webhooks.ts";
import { ButtonLink } from "../../app/links.tsx";
import { Moment } from "../../app/moment.tsx";
import { Page } from "../../app/page.tsx";
import { FailureNote, LoadingBox } from "../../app/states.tsx";
import { Surface } from "../../app/surface.tsx";
import { CodeBlock } from "../webhooks/code-block.tsx";

const route = getRouteApi("/events/$eventId");

export function EventPage() {
  const { eventId } = route.useParams();
  const { data, error, refetch } = useQuery({
    queryKey: ["events", "one", eventId],
    queryFn: ({ signal }) => readEvent(eventId, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Page
      title={data?.type ?? "Event"}
      back={{ to: "/events", label: "Events" }}
      description={data && <Moment at={data.timestamp} />}
      actions={
        data?.paymentId && (
          <ButtonLink to="/payments/$paymentId" params={{ paymentId: data.paymentId }} variant="default">
            Payment
          </ButtonLink>
        )
      }
    >
      {error ? (
        <FailureNote error={error} retry={() => void refetch()} />
      ) : data ? (
        <Surface title="Event">
          <CodeBlock text={JSON.stringify(data, null, 2)} />
        </Surface>
      ) : (
        <LoadingBox height={320} />
      )}
    </Page>
  );
}
