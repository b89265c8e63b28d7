import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { listEndpoints, type WebhookEndpoint } from "../../api/webhooks.ts";
import { Icon } from "../../app/icon.tsx";
import { ItemList, ItemRow, RowLink } from "../../app/item-list.tsx";
import { ButtonLink } from "../../app/links.tsx";
import { Page } from "../../app/page.tsx";
import { useRights } from "../../app/session.tsx";
import { Nothing } from "../../app/states.tsx";
import { Surface } from "../../app/surface.tsx";
import { EndpointBadge, eventsText } from "./endpoint-text.tsx";
import { NewEndpointDialog } from "./new-endpoint-dialog.tsx";

export function WebhooksPage() {
  const { mayOwn: mayWrite } = useRights();
  const [isOpen, { open, close }] = useDisclosure(false);
  const found = useQuery({ queryKey: ["webhooks"], queryFn: ({ signal }) => listEndpoints(signal) });
  const add = mayWrite && (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={open}>
      New endpoint
    </Button>
  );
  return (
    <Page
      title="Webhooks"
      description="Endpoints of your servers that receive an event for every change."
      actions={
        <>
          <ButtonLink to="/events" variant="default">
            Events
          </ButtonLink>
          {add}
        </>
      }
    >
      <Surface flush>
        <ItemList
          label="Endpoints"
          query={found}
          items={found.data?.data}
          rows={3}
          nothing={
            <Nothing icon="link" title="No endpoints yet">
              An endpoint is a public https URL. Turnpike sends it signed events, for example when a payment succeeds,
              and retries for days if it doesn't respond.
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
        {endpoint.url}
      </RowLink>
    }
    note={[endpoint.description, eventsText(endpoint)].filter(Boolean).join(" · ")}
    end={<EndpointBadge endpoint={endpoint} />}
  />
);
