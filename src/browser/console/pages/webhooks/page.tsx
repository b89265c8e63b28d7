import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { listEndpoints, type WebhookEndpoint } from "../../api/webhooks.ts";
import { Icon } from "../../app/icon.tsx";
import { ItemList, ItemRow, RowLink } from "../../app/item-list.tsx";
import { messages } from "../../app/language.ts";
import { ButtonLink } from "../../app/links.tsx";
import { Nothing } from "../../app/nothing.tsx";
import { Page } from "../../app/page.tsx";
import { useRights } from "../../app/session.tsx";
import { Surface } from "../../app/surface.tsx";
import { EndpointBadge, eventsText } from "./endpoint-text.tsx";
import { NewEndpointDialog } from "./new-endpoint-dialog.tsx";

export function WebhooksPage() {
  const { app, events, webhooks: texts } = messages();
  const { mayOwn: mayWrite } = useRights();
  const [isOpen, { open, close }] = useDisclosure(false);
  const found = useQuery({ queryKey: ["webhooks"], queryFn: ({ signal }) => listEndpoints(signal) });
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
      <Surface flush>
        <ItemList
          label={texts.endpoints}
          query={found}
          items={found.data?.data}
          rows={3}
          nothing={
            <Nothing icon="link" title={texts.none}>
              {texts.noneText}
            </Nothing>
          }
          row={(endpoint) => <EndpointRow endpoint={endpoint} />}
        />
      </Surface>
      {isOpen && <NewEndpointDialog close={close} />}
    </Page>
  );
}

const EndpointRow = ({ endpoint }: { readonly endpoint: WebhookEndpoint }) => (
  <ItemRow
    link={
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
