// Revokes a key after its prefix was typed and the revocation was confirmed with a key.
import { Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { type KeyRecord, revokeKey } from "../../api/keys.ts";
import { useConfirmedKey } from "../../app/confirmed-key.tsx";
import { Note } from "../../app/note.tsx";
import { useSession } from "../../app/session.tsx";

export function RevokeDialog({ record, close }: { readonly record: KeyRecord; readonly close: () => void }) {
  const session = useSession();
  const ask = useConfirmedKey();
  const queries = useQueryClient();
  const [typed, setTyped] = useState("");
  const [isAsking, setAsking] = useState(false);
  const isOwn = session.key?.id === record.id;
  const isTyped = typed.trim().replace(/…$/, "") === record.prefix;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isTyped) return;
    setAsking(true);
    const outcome = await ask({
      title: `Revoke ${record.prefix}…?`,
      explanation: <Consequences isOwn={isOwn} />,
      confirmLabel: "Revoke key",
      isDangerous: true,
      run: (apiKey) => revokeKey(apiKey, record.id),
    });
    setAsking(false);
    if (outcome === null) return;
    notifications.show({ title: "Key revoked", message: `${record.prefix}… no longer works.` });
    close();
    void queries.invalidateQueries({ queryKey: ["keys"] });
    void queries.invalidateQueries({ queryKey: ["audit"] });
  };

  return (
    <Modal
      opened={!isAsking}
      onClose={close}
      title={`Revoke ${record.prefix}…?`}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <Consequences isOwn={isOwn} />
          <TextInput
            label={`To confirm, type ${record.prefix}`}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" color="red.8" disabled={!isTyped}>
              Continue
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

const Consequences = ({ isOwn }: { readonly isOwn: boolean }) => (
  <Stack gap="sm">
    <Text>Requests with this key fail immediately. This can't be undone.</Text>
    {isOwn && (
      <Note title="You're signed in with this key">
        Revoking it signs you out. Make sure you have another partner key.
      </Note>
    )}
  </Stack>
);
