// Creates a key: choose its role, confirm with an existing key, see the new one once.
import { Button, Group, Modal, Radio, Stack, Text, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { createKey, KEY_ROLES, type KeyRole, type KeyTerms, type NewKey } from "../../api/keys.ts";
import { useConfirmedKey } from "../../app/confirmed-key.tsx";
import { ShownOnce } from "../../app/shown-once.tsx";
import { oneOf } from "../../app/url-search.ts";
import { ROLES } from "./roles.ts";

const DAY_MS = 86_400_000;

/** The user's day, as a date input writes it. */
const dayFromNow = (days: number): string => new Date(Date.now() + days * DAY_MS).toLocaleDateString("sv");

/** As they are typed. */
interface Typed {
  readonly label: string;
  readonly expiry: string;
  readonly addresses: string;
}

const NOTHING: Typed = { label: "", expiry: "", addresses: "" };

const termsOf = ({ label, expiry, addresses }: Typed): KeyTerms => ({
  label: label.trim(),
  expiresAt: expiry === "" ? null : new Date(`${expiry}T00:00:00`).toISOString(),
  allowedAddresses: addresses.split(",").flatMap((address) => address.trim() || []),
});

export function NewKeyDialog({ isOpen, close }: { readonly isOpen: boolean; readonly close: () => void }) {
  const ask = useConfirmedKey();
  const queries = useQueryClient();
  const [role, setRole] = useState<KeyRole>("partner");
  const [typed, setTyped] = useState(NOTHING);
  const [isAsking, setAsking] = useState(false);
  const [created, setCreated] = useState<NewKey | null>(null);

  const readAgain = () => {
    void queries.invalidateQueries({ queryKey: ["keys"] });
    void queries.invalidateQueries({ queryKey: ["audit"] });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setAsking(true);
    const key = await ask({
      title: `Create ${role} key?`,
      explanation: <Text>{ROLES[role].may}</Text>,
      confirmLabel: "Create key",
      // If the response is lost, the list shows whether a key was created.
      run: (apiKey) => createKey(apiKey, role, termsOf(typed)).finally(readAgain),
    });
    setAsking(false);
    if (key !== null) setCreated(key);
  };
  const leave = () => {
    setCreated(null);
    setTyped(NOTHING);
    close();
  };

  if (created) {
    return (
      <ShownOnce
        title="Your new key"
        noun="key"
        text={created.key}
        advice="Copy it to a safe place, such as a password manager. If you lose it, revoke it and create a new one."
        close={leave}
      />
    );
  }
  return (
    <Modal opened={isOpen && !isAsking} onClose={leave} title="New key" closeButtonProps={{ "aria-label": "Close" }}>
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <Radio.Group label="Role" value={role} onChange={(chosen) => setRole(oneOf(KEY_ROLES, chosen) ?? "read")}>
            <Stack gap="sm" mt="xs">
              {KEY_ROLES.map((each) => (
                <Radio key={each} value={each} label={ROLES[each].label} description={ROLES[each].may} />
              ))}
            </Stack>
          </Radio.Group>
          <TermsInputs typed={typed} change={(part) => setTyped({ ...typed, ...part })} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={leave}>
              Cancel
            </Button>
            <Button type="submit">Continue</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function TermsInputs({ typed, change }: { readonly typed: Typed; readonly change: (part: Partial<Typed>) => void }) {
  return (
    <>
      <TextInput
        label="Label"
        description="Where the key is used, for example a shop's server. Optional."
        maxLength={100}
        value={typed.label}
        onChange={(event) => change({ label: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label="Expires (optional)"
        description="The key stops working at the start of this day."
        min={dayFromNow(1)}
        value={typed.expiry}
        onChange={(event) => change({ expiry: event.currentTarget.value })}
      />
      <TextInput
        label="Allowed addresses (optional)"
        description="IP addresses and networks, comma-separated. Empty: any address."
        placeholder="203.0.113.7, 2001:db8::/32"
        autoComplete="off"
        spellCheck={false}
        value={typed.addresses}
        onChange={(event) => change({ addresses: event.currentTarget.value })}
      />
    </>
  );
}
