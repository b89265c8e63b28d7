// Creates a key: choose its role, confirm with an existing key, see the new one once.
import { Radio, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { typedCode, typedText } from "../../../../money/typed-text.ts";
import { serverNowMs } from "../../api/connection.ts";
import { createKey, KEY_ROLES, type KeyRole, type KeyTerms, type NewKey } from "../../api/keys.ts";
import { ShownOnce } from "../../app/display/shown-once.tsx";
import { FormDialog } from "../../app/fields/form-dialog.tsx";
import { oneOf } from "../../app/list/url-search.ts";
import { useReadAgain } from "../../app/loading/read-again.ts";
import { useConfirmedKey } from "../../app/session/confirmed-key.tsx";
import { messages } from "../../app/text/language.ts";

const DAY_MS = 86_400_000;

/** The user's day, as a date input writes it. */
const dayFromNow = (days: number): string => new Date(serverNowMs() + days * DAY_MS).toLocaleDateString("sv");

/** The fields as the user typed them. */
interface Typed {
  readonly label: string;
  readonly expiry: string;
  readonly addresses: string;
}

const NOTHING: Typed = { label: "", expiry: "", addresses: "" };

const termsOf = ({ label, expiry, addresses }: Typed): KeyTerms => ({
  label: typedText(label),
  expiresAt: expiry === "" ? null : new Date(`${expiry}T00:00:00`).toISOString(),
  allowedAddresses: typedCode(addresses)
    .split(/[\s,،、]+/u)
    .filter((address) => address !== ""),
});

export function NewKeyDialog({ isOpen, close }: { readonly isOpen: boolean; readonly close: () => void }) {
  const { create: texts, roles, add } = messages().keys;
  const ask = useConfirmedKey();
  const readAgain = useReadAgain("keys", "audit");
  const [role, setRole] = useState<KeyRole>("partner");
  const [typed, setTyped] = useState(NOTHING);
  const [created, setCreated] = useState<NewKey | null>(null);

  const submit = async () => {
    const key = await ask({
      title: texts.question[role],
      explanation: <Text>{roles[role].may}</Text>,
      confirmLabel: texts.confirm,
      // If the response is lost, the list shows whether a key was created.
      run: (apiKey) => createKey(apiKey, role, termsOf(typed)).finally(() => void readAgain()),
    });
    if (key !== null) setCreated(key);
  };
  const leave = () => {
    setCreated(null);
    setTyped(NOTHING);
    close();
  };

  if (created) {
    return <ShownOnce title={texts.created} noun="key" text={created.key} advice={texts.advice} close={leave} />;
  }
  return (
    <FormDialog title={add} isOpen={isOpen} close={leave} submit={submit}>
      <TextInput
        label={texts.label}
        description={texts.labelText}
        maxLength={100}
        data-autofocus
        value={typed.label}
        onChange={(event) => setTyped({ ...typed, label: event.currentTarget.value })}
      />
      <Radio.Group label={texts.role} value={role} onChange={(chosen) => setRole(oneOf(KEY_ROLES, chosen) ?? "read")}>
        <Stack gap="sm" mt="xs">
          {KEY_ROLES.map((each) => (
            <Radio key={each} value={each} label={roles[each].label} description={roles[each].may} />
          ))}
        </Stack>
      </Radio.Group>
      <LimitInputs typed={typed} change={(part) => setTyped({ ...typed, ...part })} />
    </FormDialog>
  );
}

function LimitInputs({ typed, change }: { readonly typed: Typed; readonly change: (part: Partial<Typed>) => void }) {
  const { create: texts } = messages().keys;
  return (
    <>
      <TextInput
        type="date"
        label={texts.expiry}
        description={texts.expiryText}
        min={dayFromNow(1)}
        value={typed.expiry}
        onChange={(event) => change({ expiry: event.currentTarget.value })}
      />
      <TextInput
        label={texts.addresses}
        description={texts.addressesText}
        placeholder="203.0.113.7, 2001:db8::/32"
        autoComplete="off"
        spellCheck={false}
        value={typed.addresses}
        onChange={(event) => change({ addresses: event.currentTarget.value })}
      />
    </>
  );
}
