// Creates an endpoint: fill in the form, confirm with a key, see the secret once.
import { Modal, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { createEndpoint, type EndpointChanges } from "../../api/webhooks.ts";
import { useConfirmedKey } from "../../app/confirmed-key.tsx";
import { ShownOnce } from "../../app/shown-once.tsx";
import { EndpointForm } from "./endpoint-form.tsx";
import { ALL_EVENTS } from "./endpoint-text.tsx";

const EMPTY: Parameters<typeof EndpointForm>[0]["first"] = {
  url: "",
  description: null,
  events: [ALL_EVENTS],
  merchantIds: null,
};

export function NewEndpointDialog({ close }: { readonly close: () => void }) {
  const ask = useConfirmedKey();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [fields, setFields] = useState(EMPTY);
  const [isAsking, setAsking] = useState(false);
  const [created, setCreated] = useState<{ readonly id: string; readonly secret: string } | null>(null);
  const submit = async (given: EndpointChanges) => {
    setFields({ ...EMPTY, ...given });
    setAsking(true);
    const outcome = await ask({
      title: "Add this endpoint?",
      explanation: <Text style={{ overflowWrap: "anywhere" }}>It will receive your events: {given.url}</Text>,
      confirmLabel: "Add endpoint",
      // If the response is lost, the list shows whether an endpoint was created.
      run: (apiKey) =>
        createEndpoint(apiKey, given).finally(() => void queries.invalidateQueries({ queryKey: ["webhooks"] })),
    });
    setAsking(false);
    if (outcome) setCreated(outcome);
  };
  if (created) {
    return (
      <ShownOnce
        title="The endpoint's secret"
        noun="secret"
        text={created.secret}
        advice="Your server needs it to verify that an event came from here. If you lose it, rotate it."
        close={() => {
          close();
          void navigate({ to: "/webhooks/$endpointId", params: { endpointId: created.id } });
        }}
      />
    );
  }
  return (
    <Modal opened={!isAsking} onClose={close} title="New endpoint" closeButtonProps={{ "aria-label": "Close" }}>
      <EndpointForm first={fields} submitLabel="Continue" onSubmit={(given) => void submit(given)} onCancel={close} />
    </Modal>
  );
}
