// One delivery: the event that is sent, and every attempt with its response.
import { Button, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { type DeliveryAttempts, readDelivery, readEvent, retryDelivery } from "../../api/webhooks.ts";
import { FailureAlert } from "../../app/failure-alert.tsx";
import { Icon } from "../../app/icon.tsx";
import { AnchorLink } from "../../app/links.tsx";
import { Moment } from "../../app/moment.tsx";
import { Page } from "../../app/page.tsx";
import { useRights } from "../../app/session.tsx";
import { FailureNote, LoadingBox } from "../../app/states.tsx";
import { Surface } from "../../app/surface.tsx";
import { CodeBlock } from "../webhooks/code-block.tsx";
import { DeliveryBadge } from "../webhooks/endpoint-text.tsx";

const route = getRouteApi("/deliveries/$deliveryId");
/** Until it ends, the next attempt changes it. */
const REFRESH_MS = 5_000;

export function DeliveryPage() {
  const { deliveryId } = route.useParams();
  const { mayWriteAll: mayWrite } = useRights();
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: ["deliveries", "one", deliveryId],
    queryFn: ({ signal }) => readDelivery(deliveryId, signal),
    refetchInterval: ({ state }) => (state.data?.status === "pending" ? REFRESH_MS : false),
  });
  const retry = useMutation({
    mutationFn: () => retryDelivery(deliveryId),
    onSettled: () => queries.invalidateQueries({ queryKey: ["deliveries"] }),
  });
  return (
    <Page
      title={data?.type ?? "Delivery"}
      back={{ to: "/webhooks", label: "Webhooks" }}
      actions={
        mayWrite &&
        data && (
          <Button
            variant="default"
            leftSection={<Icon name="refresh" size={16} />}
            loading={retry.isPending}
            onClick={() => retry.mutate()}
          >
            Send again
          </Button>
        )
      }
    >
      {retry.error && <FailureAlert error={retry.error} />}
      {error ? (
        <FailureNote error={error} retry={() => void refetch()} />
      ) : data ? (
        <Content delivery={data} />
      ) : (
        <LoadingBox height={320} />
      )}
    </Page>
  );
}

const Content = ({ delivery }: { readonly delivery: DeliveryAttempts }) => (
  <>
    <Surface title="Delivery" actions={<DeliveryBadge status={delivery.status} />}>
      <Text size="sm">
        To{" "}
        <AnchorLink to="/webhooks/$endpointId" params={{ endpointId: delivery.endpointId }}>
          this endpoint
        </AnchorLink>
        {delivery.nextAttemptAt && (
          <>
            . Next attempt <Moment at={delivery.nextAttemptAt} />
          </>
        )}
      </Text>
    </Surface>
    <Surface title="Attempts" note="Newest first">
      <Stack gap="md">
        {delivery.history.length === 0 && <Text c="dimmed">None yet.</Text>}
        {delivery.history.toReversed().map((attempt) => (
          <Stack key={attempt.at} gap={6}>
            <Group gap="sm">
              <Text fw={600}>{attempt.status === null ? "No response" : `HTTP ${attempt.status}`}</Text>
              <Text size="sm" c="dimmed">
                <Moment at={attempt.at} /> · {attempt.durationMs} ms
              </Text>
            </Group>
            {attempt.error && <Text size="sm">{attempt.error}</Text>}
            {attempt.response && <CodeBlock text={attempt.response} />}
          </Stack>
        ))}
      </Stack>
    </Surface>
    <SentEvent eventId={delivery.eventId} />
  </>
);

/** The body is the event as it was when it happened. */
function SentEvent({ eventId }: { readonly eventId: string }) {
  const { data, error } = useQuery({
    queryKey: ["events", "one", eventId],
    queryFn: ({ signal }) => readEvent(eventId, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Surface
      title="Request"
      note="POST with this body and a signature"
      actions={
        <AnchorLink to="/events/$eventId" params={{ eventId }} size="sm">
          Event
        </AnchorLink>
      }
    >
      {error ? (
        <FailureNote error={error} />
      ) : data ? (
        <CodeBlock text={JSON.stringify(data, null, 2)} />
      ) : (
        <LoadingBox height={160} />
      )}
    </Surface>
  );
}
