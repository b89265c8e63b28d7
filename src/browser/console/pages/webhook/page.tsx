// One endpoint: its settings, what can be done with it, and its deliveries.
import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { readEndpoint } from "../../api/webhooks.ts";
import { Filled } from "../../app/filled.tsx";
import { messages } from "../../app/language.ts";
import { Moment } from "../../app/moment.tsx";
import { Note } from "../../app/note.tsx";
import { Page } from "../../app/page.tsx";
import { useRights } from "../../app/session.tsx";
import { FailureNote, LoadingBox } from "../../app/states.tsx";
import { Surface } from "../../app/surface.tsx";
import { formatText } from "../webhook-format/format-field.tsx";
import { disabledText, EndpointBadge, eventsText } from "../webhooks/endpoint-text.tsx";
import { EndpointActions } from "./actions.tsx";
import { DeliveryList } from "./deliveries.tsx";

const route = getRouteApi("/webhooks/$endpointId");

export function WebhookPage() {
  const { app, webhook: texts, webhooks } = messages();
  const { endpointId } = route.useParams();
  const { mayOwn: mayWrite } = useRights();
  const { data, error, refetch } = useQuery({
    queryKey: ["webhooks", endpointId],
    queryFn: ({ signal }) => readEndpoint(endpointId, signal),
  });
  return (
    <Page
      title={data?.description ?? texts.title}
      back={{ to: "/webhooks", label: app.places.webhooks }}
      actions={data && mayWrite && <EndpointActions endpoint={data} />}
    >
      {error ? (
        <FailureNote error={error} retry={() => void refetch()} />
      ) : !data ? (
        <LoadingBox height={160} />
      ) : (
        <>
          {data.disabledReason && <Note title={webhooks.state.failed}>{disabledText(data.disabledReason)}</Note>}
          <Surface title={texts.endpoint} actions={<EndpointBadge endpoint={data} />}>
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
          </Surface>
          <DeliveryList endpointId={data.id} />
        </>
      )}
    </Page>
  );
}
