import { Button, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { listEndpoints, type WebhookEndpoint } from "../../api/webhooks.ts";
import { Icon } from "../../app/icon.tsx";
import { AnchorLink, ButtonLink } from "../../app/links.tsx";
import { Page } from "../../app/page.tsx";
import { useRights } from "../../app/session.tsx";
import { FailureNote, LoadingRows, Nothing } from "../../app/states.tsx";
import { Surface } from "../../app/surface.tsx";
import { EndpointBadge, eventsText } from "./endpoint-text.tsx";
import { NewEndpointDialog } from "./new-endpoint-dialog.tsx";
import classes from "./webhooks.module.css";

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
      {found.error ? (
        <FailureNote error={found.error} retry={() => void found.refetch()} />
      ) : (
        <Surface flush>
          {!found.data ? (
            <LoadingRows rows={3} height={64} />
          ) : found.data.data.length === 0 ? (
            <Nothing icon="link" title="No endpoints yet">
              An endpoint is a public https URL. Turnpike sends it signed events, for example when a payment succeeds,
              and retries for days if it doesn't respond.
            </Nothing>
          ) : (
            <EndpointList endpoints={found.data.data} />
          )}
        </Surface>
      )}
      {isOpen && <NewEndpointDialog close={close} />}
    </Page>
  );
}

const EndpointList = ({ endpoints }: { readonly endpoints: readonly WebhookEndpoint[] }) => (
  <ul className={classes.list} aria-label="Endpoints">
    {endpoints.map((endpoint) => (
      <li key={endpoint.id} className={classes.row}>
        <Stack gap={2} className={classes.what ?? ""}>
          <AnchorLink
            to="/webhooks/$endpointId"
            params={{ endpointId: endpoint.id }}
            className={classes.whole ?? ""}
            underline="never"
          >
            {endpoint.url}
          </AnchorLink>
          <Text size="sm" c="dimmed">
            {[endpoint.description, eventsText(endpoint)].filter(Boolean).join(" · ")}
          </Text>
        </Stack>
        <EndpointBadge endpoint={endpoint} />
      </li>
    ))}
  </ul>
);
