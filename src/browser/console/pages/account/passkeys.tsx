import { Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { addPasskey, hasPasskeys, removePasskey } from "../../api/passkeys.ts";
import type { readAccount } from "../../api/users.ts";
import { useConfirmedKey } from "../../app/confirmed-key.tsx";
import { Icon } from "../../app/icon.tsx";
import { Moment } from "../../app/moment.tsx";
import { Surface } from "../../app/surface.tsx";
import classes from "../keys/keys.module.css";

type Passkey = Awaited<ReturnType<typeof readAccount>>["passkeys"][number];

export function Passkeys({ passkeys }: { readonly passkeys: readonly Passkey[] }) {
  const [isAdding, setAdding] = useState(false);
  return (
    <Surface
      title="Passkeys"
      note="Sign in with your fingerprint, face or device PIN, without a password."
      flush
      actions={
        hasPasskeys() && (
          <Button size="xs" leftSection={<Icon name="plus" size={16} />} onClick={() => setAdding(true)}>
            Add passkey
          </Button>
        )
      }
    >
      {passkeys.length === 0 ? (
        <Text c="dimmed" px={{ base: "md", sm: "lg" }} pb="lg">
          None yet.
        </Text>
      ) : (
        <ul className={classes.list} aria-label="Passkeys">
          {passkeys.map((passkey) => (
            <Row key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {isAdding && <AddPasskey close={() => setAdding(false)} />}
    </Surface>
  );
}

function Row({ passkey: { id, name, createdAt, lastUsedAt } }: { readonly passkey: Passkey }) {
  const ask = useConfirmedKey();
  const queries = useQueryClient();
  const remove = () =>
    ask({
      title: `Remove ${name}?`,
      explanation: <Text>You can no longer sign in with it. Delete it on the device as well.</Text>,
      confirmLabel: "Remove passkey",
      isDangerous: true,
      run: () => removePasskey(id).finally(() => void queries.invalidateQueries({ queryKey: ["account"] })),
    });
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <Text fw={600} style={{ overflowWrap: "anywhere" }}>
          {name}
        </Text>
        <Text size="sm" c="dimmed" mt={2}>
          Added <Moment at={createdAt} /> ·{" "}
          {lastUsedAt === null ? (
            "never used"
          ) : (
            <>
              last used <Moment at={lastUsedAt} />
            </>
          )}
        </Text>
      </div>
      <Button size="xs" variant="default" c="var(--bad)" onClick={() => void remove()} aria-label={`Remove ${name}`}>
        Remove
      </Button>
    </li>
  );
}

function AddPasskey({ close }: { readonly close: () => void }) {
  const ask = useConfirmedKey();
  const queries = useQueryClient();
  const [name, setName] = useState("");
  const [isAsking, setAsking] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setAsking(true);
    const outcome = await ask({
      title: "Add a passkey?",
      explanation: <Text>Your browser then asks where to keep it.</Text>,
      confirmLabel: "Add passkey",
      run: () => addPasskey(name.trim()).finally(() => void queries.invalidateQueries({ queryKey: ["account"] })),
    });
    setAsking(false);
    if (outcome === null) return;
    notifications.show({ title: "Passkey added", message: "You can sign in with it from now on." });
    close();
  };
  return (
    <Modal opened={!isAsking} onClose={close} title="Add passkey" closeButtonProps={{ "aria-label": "Close" }}>
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <TextInput
            label="Name"
            description="The device or the password manager that keeps it."
            maxLength={100}
            required
            withAsterisk={false}
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
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
