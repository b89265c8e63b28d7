// One endpoint: its settings, what can be done with it, and its deliveries.
import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { REFRESH_MS, readEndpoint } from "../../api/webhooks.ts";
import { Card } from "../../app/display/card.tsx";
import { Note } from "../../app/display/note.tsx";
import { FailureNote, LoadingBox } from "../../app/failure/states.tsx";
import { Page } from "../../app/layout/page.tsx";
import { useRights } from "../../app/session/session.tsx";
import { Filled } from "../../app/text/filled.tsx";
import { messages } from "../../app/text/language.ts";
import { Moment } from "../../app/text/moment.tsx";
import { DeliveryList } from "./deliveries.tsx";
import { EndpointActions } from "./endpoint-actions.tsx";
import { disabledText, EndpointBadge, eventsText } from "./endpoint-text.tsx";
import { formatText } from "./format-field.tsx";

const route = getRouteApi("/webhooks/$endpointId");

export function WebhookPage() {
  const { app, webhook: texts, webhooks } = messages();
  const { endpointId } = route.useParams();
  const { mayOwn: mayWrite } = useRights();
  const { data, error, refetch } = useQuery({
    queryKey: ["webhooks", endpointId],
    queryFn: ({ signal }) => readEndpoint(endpointId, signal),
    refetchInterval: REFRESH_MS,
  });
  return (
    <Page
      title={data?.description ?? texts.title}
      back={{ to: "/webhooks", label: app.places.webhooks }}
      actions={data && mayWrite && <EndpointActions endpoint={data} />}
    >
      {error && !data ? (
        <FailureNote error={error} retry={() => void refetch()} />
      ) : !data ? (
        <LoadingBox height={160} />
      ) : (
        <>
          {data.disabledReason && <Note title={webhooks.state.failed}>{disabledText(data.disabledReason)}</Note>}
          {data.enabled && data.failingSince && (
            <Note title={webhooks.state.failing}>
              <Filled message={texts.failing} values={{ time: <Moment at={data.failingSince} /> }} />
            </Note>
          )}
          <Card title={texts.endpoint} actions={<EndpointBadge endpoint={data} />}>
            <Stack gap={4}>
              <Text fw={600} style={{ overflowWrap: "anywhere" }}>
                <bdi dir="ltr">{data.url}</bdi>
              </Text>
              <Text size="sm" c="dimmed">
                {eventsText(data)}
              </Text>
              <Text size="sm" c="dimmed">
                {formatText(data)}
              </Text>
              <Text size="sm" c="dimmed">
                <Filled message={texts.added} values={{ time: <Moment at={data.createdAt} /> }} />
              </Text>
            </Stack>
          </Card>
          <DeliveryList endpointId={data.id} />
        </>
      )}
    </Page>
  );
}
