// One delivery: the event that is sent, and every attempt with its response.
import { Button, Group, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { type DeliveryAttempts, readDelivery, readEndpoint, readEvent, retryDelivery } from "../../api/webhooks.ts";
import { Card } from "../../app/display/card.tsx";
import { CodeBlock } from "../../app/display/code-block.tsx";
import { Icon } from "../../app/display/icon.tsx";
import { AnchorLink } from "../../app/display/links.tsx";
import { FailureAlert } from "../../app/failure/failure-alert.tsx";
import { FailureNote, LoadingBox } from "../../app/failure/states.tsx";
import { Page } from "../../app/layout/page.tsx";
import { useReadAgain } from "../../app/loading/read-again.ts";
import { useRights } from "../../app/session/session.tsx";
import { Filled } from "../../app/text/filled.tsx";
import { locale, messages } from "../../app/text/language.ts";
import { Moment } from "../../app/text/moment.tsx";
import { eventName } from "../events/event-name.tsx";
import { DeliveryBadge } from "./endpoint-text.tsx";
import { reasonText } from "./reason-text.ts";

const route = getRouteApi("/deliveries/$deliveryId");
/** Until the delivery ends, the next attempt changes it. */
const REFRESH_MS = 5_000;

export function DeliveryPage() {
  const { app, delivery: texts } = messages();
  const { deliveryId } = route.useParams();
  const { mayWriteAll: mayWrite } = useRights();
  const readAgain = useReadAgain("deliveries");
  const { data, error, refetch } = useQuery({
    queryKey: ["deliveries", "one", deliveryId],
    queryFn: ({ signal }) => readDelivery(deliveryId, signal),
    refetchInterval: ({ state }) => (state.data?.status === "pending" ? REFRESH_MS : false),
  });
  const retry = useMutation({
    mutationFn: () => retryDelivery(deliveryId),
    onSuccess: () => notifications.show({ color: "green", message: texts.queued }),
    onSettled: readAgain,
  });
  return (
    <Page
      title={data ? eventName(data.type) : texts.title}
      description={data && <bdi dir="ltr">{data.type}</bdi>}
      back={{ to: "/webhooks", label: app.places.webhooks }}
      actions={
        mayWrite &&
        data && (
          <Button
            variant="default"
            leftSection={<Icon name="refresh" size={16} />}
            loading={retry.isPending}
            onClick={() => retry.mutate()}
          >
            {texts.sendAgain}
          </Button>
        )
      }
    >
      {retry.error && <FailureAlert error={retry.error} />}
      {error && !data ? (
        <FailureNote error={error} retry={() => void refetch()} />
      ) : data ? (
        <Content delivery={data} />
      ) : (
        <LoadingBox height={320} />
      )}
    </Page>
  );
}

function Content({ delivery }: { readonly delivery: DeliveryAttempts }) {
  const { delivery: texts } = messages();
  return (
    <>
      <Card title={texts.title} actions={<DeliveryBadge status={delivery.status} attempts={delivery.attempts} />}>
        <Text size="sm">
          <Receiver delivery={delivery} />
        </Text>
      </Card>
      <Card title={texts.attempts} note={texts.attemptsText}>
        <Stack gap="md">
          {delivery.history.length === 0 && <Text c="dimmed">{texts.none}</Text>}
          {delivery.history.toReversed().map((attempt) => (
            <Attempt key={attempt.at} attempt={attempt} />
          ))}
        </Stack>
      </Card>
      <SentEvent delivery={delivery} />
    </>
  );
}

function Receiver({ delivery: { endpointId, nextAttemptAt } }: { readonly delivery: DeliveryAttempts }) {
  const { delivery: texts } = messages();
  const endpoint = (
    <AnchorLink to="/webhooks/$endpointId" params={{ endpointId }}>
      {texts.thisEndpoint}
    </AnchorLink>
  );
  return nextAttemptAt ? (
    <Filled message={texts.sentToWithNext} values={{ endpoint, time: <Moment at={nextAttemptAt} /> }} />
  ) : (
    <Filled message={texts.sentTo} values={{ endpoint }} />
  );
}

const durationText = (ms: number): string =>
  new Intl.NumberFormat(locale(), { style: "unit", unit: "millisecond", useGrouping: false }).format(ms);

const Attempt = ({ attempt }: { readonly attempt: DeliveryAttempts["history"][number] }) => (
  <Stack gap={6}>
    <Group gap="sm">
      <Text fw={600}>{attempt.status === null ? messages().delivery.noResponse : `HTTP ${attempt.status}`}</Text>
      <Text size="sm" c="dimmed">
        <Moment at={attempt.at} precision="second" /> · <bdi>{durationText(attempt.durationMs)}</bdi>
      </Text>
    </Group>
    {attempt.error && (
      <Text size="sm">
        <bdi>{reasonText(attempt.error)}</bdi>
      </Text>
    )}
    {attempt.response && <CodeBlock text={attempt.response} />}
  </Stack>
);

/** The body is the event as it was when it happened; an endpoint in another format gets it in that. */
function SentEvent({ delivery: { eventId, endpointId } }: { readonly delivery: DeliveryAttempts }) {
  const { delivery: texts, event } = messages();
  const { data: endpoint } = useQuery({
    queryKey: ["webhooks", endpointId],
    queryFn: ({ signal }) => readEndpoint(endpointId, signal),
  });
  const { data, error } = useQuery({
    queryKey: ["events", "one", eventId],
    queryFn: ({ signal }) => readEvent(eventId, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Card
      title={texts.request}
      note={endpoint?.format === "commerce" ? texts.requestTextCommerce : texts.requestText}
      actions={
        <AnchorLink to="/events/$eventId" params={{ eventId }} size="sm">
          {event.title}
        </AnchorLink>
      }
    >
      {error && !data ? (
        <FailureNote error={error} />
      ) : data ? (
        <CodeBlock text={JSON.stringify(data, null, 2)} />
      ) : (
        <LoadingBox height={160} />
      )}
    </Card>
  );
}
