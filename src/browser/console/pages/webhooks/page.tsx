import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { listEndpoints, REFRESH_MS, type WebhookEndpoint } from "../../api/webhooks.ts";
import { Card } from "../../app/display/card.tsx";
import { EmptyState } from "../../app/display/empty-state.tsx";
import { Icon } from "../../app/display/icon.tsx";
import { ButtonLink } from "../../app/display/links.tsx";
import { Page } from "../../app/layout/page.tsx";
import { ItemList, ItemRow, RowLink } from "../../app/list/list.tsx";
import { useRights } from "../../app/session/session.tsx";
import { messages } from "../../app/text/language.ts";
import { EndpointBadge, eventsText } from "./endpoint-text.tsx";
import { NewEndpointDialog } from "./new-endpoint-dialog.tsx";

export function WebhooksPage() {
  const { app, events, webhooks: texts } = messages();
  const { mayOwn: mayWrite } = useRights();
  const [isOpen, { open, close }] = useDisclosure(false);
  const found = useQuery({
    queryKey: ["webhooks"],
    queryFn: ({ signal }) => listEndpoints(signal),
    refetchInterval: REFRESH_MS,
  });
  const add = mayWrite && (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={open}>
      {texts.add}
    </Button>
  );
  return (
    <Page
      title={app.places.webhooks}
      description={texts.text}
      actions={
        <>
          <ButtonLink to="/events" variant="default">
            {events.title}
          </ButtonLink>
          {add}
        </>
      }
    >
      <Card flush>
        <ItemList
          label={texts.endpoints}
          query={found}
          items={found.data?.data}
          rows={3}
          empty={
            <EmptyState icon="link" title={texts.none}>
              {texts.noneText}
            </EmptyState>
          }
          row={(endpoint) => <EndpointRow endpoint={endpoint} />}
        />
      </Card>
      {isOpen && <NewEndpointDialog close={close} />}
    </Page>
  );
}

const EndpointRow = ({ endpoint }: { readonly endpoint: WebhookEndpoint }) => (
  <ItemRow
    title={
      <RowLink to="/webhooks/$endpointId" params={{ endpointId: endpoint.id }}>
        <bdi dir="ltr">{endpoint.url}</bdi>
      </RowLink>
    }
    note={
      <>
        {endpoint.description && (
          <>
            <bdi>{endpoint.description}</bdi>
            {" · "}
          </>
        )}
        {eventsText(endpoint)}
      </>
    }
    end={<EndpointBadge endpoint={endpoint} />}
  />
);
