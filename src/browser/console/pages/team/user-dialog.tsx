// Invites a user, or changes a user's rights. Both are confirmed.
import { Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { changeUser, type Invitation, inviteUser, type UserRecord } from "../../api/users.ts";
import { useConfirmedKey } from "../../app/confirmed-key.tsx";
import { type Rights, RightsFields } from "./rights-fields.tsx";
import { ROLE_TEXTS } from "./roles.ts";

interface UserDialogProps {
  /** Null: a new one. */
  readonly user: UserRecord | null;
  readonly close: () => void;
  readonly onInvited: (invitation: Invitation) => void;
}

const START: Rights = { role: "cashier", merchantIds: [] };

export function UserDialog({ user, close, onInvited }: UserDialogProps) {
  const ask = useConfirmedKey();
  const queries = useQueryClient();
  const [name, setName] = useState(user?.name ?? "");
  const [rights, setRights] = useState<Rights>(user ? { role: user.role, merchantIds: user.merchantIds ?? [] } : START);
  const [isAsking, setAsking] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setAsking(true);
    const merchantIds = rights.merchantIds.length > 0 ? [...rights.merchantIds] : null;
    const body = { role: rights.role, merchantIds };
    const readAgain = () => void queries.invalidateQueries({ queryKey: ["users"] });
    const invitation = await ask<Invitation | { readonly id: string }>({
      title: user ? `Change ${name}'s rights?` : `Invite ${name}?`,
      explanation: <Text>{ROLE_TEXTS[rights.role].may}</Text>,
      confirmLabel: user ? "Change rights" : "Create invitation",
      run: (apiKey) =>
        (user ? changeUser(apiKey, user.id, body) : inviteUser(apiKey, { name: name.trim(), ...body })).finally(
          readAgain,
        ),
    });
    setAsking(false);
    if (invitation === null) return;
    close();
    if ("url" in invitation) onInvited(invitation);
  };

  const title = user ? `Rights of ${user.name}` : "Invite someone";
  return (
    <Modal opened={!isAsking} onClose={close} title={title} closeButtonProps={{ "aria-label": "Close" }}>
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          {!user && (
            <TextInput
              label="Name"
              required
              withAsterisk={false}
              maxLength={100}
              data-autofocus
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          )}
          <RightsFields rights={rights} onChange={setRights} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" disabled={name.trim() === ""}>
              Continue
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
