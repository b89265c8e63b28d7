// The actions on an endpoint. Changes ask for a key; tests and replays only repeat events.
import { Button, Menu, Modal, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { serverNowMs } from "../../api/connection.ts";
import {
  deleteEndpoint,
  type EndpointChanges,
  replayEvents,
  rotateSecret,
  testEndpoint,
  updateEndpoint,
  type WebhookEndpoint,
} from "../../api/webhooks.ts";
import { Icon } from "../../app/display/icon.tsx";
import { ShownOnce } from "../../app/display/shown-once.tsx";
import { failureNotice } from "../../app/failure/failure-alert.tsx";
import { useReadAgain } from "../../app/loading/read-again.ts";
import { useConfirmedKey } from "../../app/session/confirmed-key.tsx";
import { filledText, messages } from "../../app/text/language.ts";
import { countText } from "../../app/text/money-text.ts";
import { EndpointForm } from "./endpoint-form.tsx";

const HOUR_MS = 3_600_000;
const REPLAYED_HOURS = 24;
const DAY_S = 86_400;

export function EndpointActions({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { app, webhook: texts } = messages();
  const { id, enabled, url, description, events, merchantIds } = endpoint;
  const [isEditing, setEditing] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const change = useChange(endpoint);
  const test = useRepeat(() => testEndpoint(id), texts.actions.testQueued);
  const replay = useRepeat(
    () => replayEvents(id, new Date(serverNowMs() - REPLAYED_HOURS * HOUR_MS).toISOString(), true),
    filledText(texts.actions.replayQueued, { hours: countText(REPLAYED_HOURS) }),
  );
  const queries = useQueryClient();
  // The next change starts from this one.
  const update = (fields: EndpointChanges, title: string) =>
    change(title, texts.edit.confirm, async (apiKey) =>
      queries.setQueryData(["webhooks", id], await updateEndpoint(apiKey, id, fields)),
    );
  const rotate = () =>
    change(
      texts.rotate.question,
      texts.rotate.confirm,
      (apiKey) => rotateSecret(apiKey, id, DAY_S),
      texts.rotate.text,
    ).then((rotated) => rotated && setSecret(rotated.secret));
  const { item, question } = enabled ? texts.disable : texts.enable;
  return (
    <>
      <Button variant="default" loading={test.isPending} disabled={!enabled} onClick={() => test.mutate()}>
        {texts.actions.test}
      </Button>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <Button variant="default" rightSection={<Icon name="down" size={16} />}>
            {texts.actions.menu}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setEditing(true)}>{texts.edit.item}</Menu.Item>
          <Menu.Item onClick={() => void update({ enabled: !enabled }, question)}>{item}</Menu.Item>
          <Menu.Item disabled={!enabled} onClick={() => replay.mutate()}>
            {texts.actions.replay}
          </Menu.Item>
          <Menu.Item onClick={() => void rotate()}>{texts.rotate.item}</Menu.Item>
          <DeleteItem endpoint={endpoint} change={change} />
        </Menu.Dropdown>
      </Menu>
      <Modal opened={isEditing} onClose={() => setEditing(false)} title={texts.edit.title}>
        <EndpointForm
          first={{ url, description, events, merchantIds }}
          submitLabel={app.continue}
          onCancel={() => setEditing(false)}
          onSubmit={(fields) => {
            setEditing(false);
            void update(fields, texts.edit.question);
          }}
        />
      </Modal>
      {secret !== null && (
        <ShownOnce
          title={texts.rotate.secret}
          noun="secret"
          text={secret}
          advice={texts.rotate.advice}
          close={() => setSecret(null)}
        />
      )}
    </>
  );
}

type Change = ReturnType<typeof useChange>;

function DeleteItem({ endpoint, change }: { readonly endpoint: WebhookEndpoint; readonly change: Change }) {
  const { remove: texts } = messages().webhook;
  const navigate = useNavigate();
  const remove = () =>
    change(texts.question, texts.item, (apiKey) => deleteEndpoint(apiKey, endpoint.id), texts.text).then(
      (deleted) => deleted && navigate({ to: "/webhooks" }),
    );
  return <Menu.Item onClick={() => void remove()}>{texts.item}</Menu.Item>;
}

/** Asks for a key, makes the change, and reads the endpoints again. */
function useChange({ url }: WebhookEndpoint) {
  const ask = useConfirmedKey();
  const readAgain = useReadAgain("webhooks");
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
          <Text style={{ overflowWrap: "anywhere" }}>
            <bdi dir="ltr">{url}</bdi>
          </Text>
          {note && <Text c="dimmed">{note}</Text>}
        </>
      ),
      confirmLabel,
      run: (apiKey) => run(apiKey).finally(() => void readAgain()),
    });
}

function useRepeat(mutationFn: () => Promise<unknown>, done: string) {
  const readAgain = useReadAgain("deliveries");
  return useMutation({
    mutationFn,
    onSuccess: () => {
      notifications.show({ color: "green", message: done });
      return readAgain();
    },
    onError: (error) => {
      notifications.show(failureNotice(error));
    },
  });
}
