// What can be done with an endpoint. Changes of it ask for a key; tests and replays only repeat events.
import { Button, Menu, Modal, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import {
  deleteEndpoint,
  type EndpointChanges,
  replayEvents,
  rotateSecret,
  testEndpoint,
  updateEndpoint,
  type WebhookEndpoint,
} from "../../api/webhooks.ts";
import { useConfirmedKey } from "../../app/confirmed-key.tsx";
import { failureOf } from "../../app/failure.ts";
import { Icon } from "../../app/icon.tsx";
import { ShownOnce } from "../../app/shown-once.tsx";
import { EndpointForm } from "../webhooks/endpoint-form.tsx";

const DAY_MS = 86_400_000;
const DAY_S = 86_400;

export function EndpointActions({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { id, enabled } = endpoint;
  const [isEditing, setEditing] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const change = useChange(endpoint);
  const test = useRepeat(() => testEndpoint(id), "Test event queued");
  const replay = useRepeat(
    () => replayEvents(id, new Date(Date.now() - DAY_MS).toISOString(), true),
    "Failed deliveries of the last 24 hours queued",
  );
  const update = (fields: EndpointChanges, title: string) =>
    change(title, "Save", (apiKey) => updateEndpoint(apiKey, id, fields));
  const rotate = () =>
    change("Rotate the secret?", "Rotate", (apiKey) => rotateSecret(apiKey, id, DAY_S), ROTATION).then(
      (rotated) => rotated && setSecret(rotated.secret),
    );
  return (
    <>
      <Button variant="default" loading={test.isPending} disabled={!enabled} onClick={() => test.mutate()}>
        Send test
      </Button>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <Button variant="default" rightSection={<Icon name="down" size={16} />}>
            Actions
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setEditing(true)}>Edit</Menu.Item>
          <Menu.Item onClick={() => void update({ enabled: !enabled }, enabled ? "Disable it?" : "Enable it?")}>
            {enabled ? "Disable" : "Enable"}
          </Menu.Item>
          <Menu.Item disabled={!enabled} onClick={() => replay.mutate()}>
            Replay failed deliveries
          </Menu.Item>
          <Menu.Item onClick={() => void rotate()}>Rotate secret</Menu.Item>
          <DeleteItem endpoint={endpoint} change={change} />
        </Menu.Dropdown>
      </Menu>
      <Modal opened={isEditing} onClose={() => setEditing(false)} title="Edit endpoint" closeButtonProps={CLOSE}>
        <EndpointForm
          first={endpoint}
          submitLabel="Continue"
          onCancel={() => setEditing(false)}
          onSubmit={(fields) => {
            setEditing(false);
            void update(fields, "Save these changes?");
          }}
        />
      </Modal>
      {secret !== null && (
        <ShownOnce
          title="The new secret"
          noun="secret"
          text={secret}
          advice="For a day, events are signed with both secrets. Replace the former one on your server until then."
          close={() => setSecret(null)}
        />
      )}
    </>
  );
}

const CLOSE = { "aria-label": "Close" };
const ROTATION = "For a day, events are signed with the former secret as well.";

type Change = ReturnType<typeof useChange>;

function DeleteItem({ endpoint, change }: { readonly endpoint: WebhookEndpoint; readonly change: Change }) {
  const navigate = useNavigate();
  const remove = () =>
    change("Delete this endpoint?", "Delete", (apiKey) => deleteEndpoint(apiKey, endpoint.id), DELETION).then(
      (deleted) => deleted && navigate({ to: "/webhooks" }),
    );
  return <Menu.Item onClick={() => void remove()}>Delete</Menu.Item>;
}

const DELETION = "It gets no more events, and its pending deliveries end.";

/** Asks for a key, makes the change, and reads the endpoints again. */
function useChange({ url }: WebhookEndpoint) {
  const ask = useConfirmedKey();
  const queries = useQueryClient();
  return <Outcome,>(
    title: string,
    confirmLabel: string,
    run: (apiKey: string) => Promise<Outcome>,
    note?: ReactNode,
  ): Promise<Outcome | null> =>
    ask({
      title,
      explanation: (
        <>
          <Text style={{ overflowWrap: "anywhere" }}>{url}</Text>
          {note && <Text c="dimmed">{note}</Text>}
        </>
      ),
      confirmLabel,
      run: (apiKey) => run(apiKey).finally(() => void queries.invalidateQueries({ queryKey: ["webhooks"] })),
    });
}

function useRepeat(mutationFn: () => Promise<unknown>, done: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => {
      notifications.show({ color: "green", message: done });
      return queries.invalidateQueries({ queryKey: ["deliveries"] });
    },
    onError: (error) => {
      const { title, whatToDo } = failureOf(error);
      notifications.show({ color: "red", title, message: whatToDo });
    },
  });
}
