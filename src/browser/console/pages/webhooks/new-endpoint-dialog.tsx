// Creates an endpoint: fill in the form, confirm with a key, see the secret once.
import { Modal, Text } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { createEndpoint, type NewEndpoint } from "../../api/webhooks.ts";
import { ShownOnce } from "../../app/display/shown-once.tsx";
import { useReadAgain } from "../../app/loading/read-again.ts";
import { useConfirmedKey } from "../../app/session/confirmed-key.tsx";
import { Filled } from "../../app/text/filled.tsx";
import { messages } from "../../app/text/language.ts";
import { EndpointForm } from "./endpoint-form.tsx";
import { ALL_EVENTS } from "./endpoint-text.tsx";

const EMPTY: Parameters<typeof EndpointForm>[0]["first"] = {
  url: "",
  format: "standard",
  description: null,
  events: [ALL_EVENTS],
  merchantIds: null,
};

export function NewEndpointDialog({ close }: { readonly close: () => void }) {
  const { app, webhooks } = messages();
  const { create: texts } = webhooks;
  const ask = useConfirmedKey();
  const readAgain = useReadAgain("webhooks");
  const navigate = useNavigate();
  const [fields, setFields] = useState(EMPTY);
  const [isAsking, setAsking] = useState(false);
  const [created, setCreated] = useState<{ readonly id: string; readonly secret: string } | null>(null);
  const submit = async (given: NewEndpoint) => {
    setFields({ ...EMPTY, ...given });
    setAsking(true);
    const outcome = await ask({
      title: texts.question,
      explanation: (
        <Text style={{ overflowWrap: "anywhere" }}>
          <Filled message={texts.text} values={{ url: given.url }} />
        </Text>
      ),
      confirmLabel: texts.confirm,
      // If the response is lost, the list shows whether an endpoint was created.
      run: (apiKey) => createEndpoint(apiKey, given).finally(() => void readAgain()),
    });
    setAsking(false);
    if (outcome) setCreated(outcome);
  };
  if (created) {
    return (
      <ShownOnce
        title={texts.secret}
        noun="secret"
        text={created.secret}
        advice={texts.advice}
        close={() => {
          close();
          void navigate({ to: "/webhooks/$endpointId", params: { endpointId: created.id } });
        }}
      />
    );
  }
  return (
    <Modal opened={!isAsking} onClose={close} title={webhooks.add}>
      <EndpointForm
        first={fields}
        submitLabel={app.continue}
        onSubmit={(given) => void submit(given)}
        onCancel={close}
      />
    </Modal>
  );
}
