// Asks again for the API key, or a user's password or passkey, before changes that must not be possible from an
// unattended console: destinations, keys, users and tills.
import { Button, Group, Modal, PasswordInput, Stack } from "@mantine/core";
import { createContext, type FormEvent, type ReactNode, useCallback, useContext, useState } from "react";
import { ApiError } from "../../../../client/errors.ts";
import { typedCode } from "../../../../money/typed-text.ts";
import { canUsePasskeys, confirmByPasskey } from "../../api/passkeys.ts";
import { confirmByPassword } from "../../api/session.ts";
import { useAccount } from "../../api/users.ts";
import { FailureAlert } from "../failure/failure-alert.tsx";
import { messages } from "../text/language.ts";
import { useSession } from "./session.tsx";

interface Question<Outcome> {
  readonly title: string;
  /** The effect of the change, to be checked before entering the key. */
  readonly explanation: ReactNode;
  readonly confirmLabel: string;
  readonly isDangerous?: boolean;
  /** Performs the change. If it throws, the error is shown and the dialog stays open. The key is empty for a user. */
  readonly run: (apiKey: string) => Promise<Outcome>;
}

/** Resolves to null if the dialog was dismissed. */
type Ask = <Outcome>(question: Question<Outcome>) => Promise<Outcome | null>;

interface OpenQuestion extends Question<unknown> {
  readonly leave: () => void;
  readonly runWith: (apiKey: string) => Promise<void>;
}

const AskContext = createContext<Ask | null>(null);

export function useConfirmedKey(): Ask {
  const ask = useContext(AskContext);
  if (!ask) throw new Error("useConfirmedKey requires a ConfirmedKeyProvider");
  return ask;
}

export function ConfirmedKeyProvider({ children }: { readonly children: ReactNode }) {
  const [open, setOpen] = useState<OpenQuestion | null>(null);
  const ask = useCallback<Ask>(
    (question) =>
      new Promise((resolve) => {
        const close = (outcome: Awaited<ReturnType<typeof question.run>> | null) => {
          setOpen(null);
          resolve(outcome);
        };
        setOpen({
          ...question,
          leave: () => close(null),
          runWith: async (apiKey) => close(await question.run(apiKey)),
        });
      }),
    [],
  );
  return (
    <AskContext value={ask}>
      {children}
      <Modal opened={open !== null} onClose={() => open?.leave()} title={open?.title}>
        {open && <KeyForm question={open} />}
      </Modal>
    </AskContext>
  );
}

/** Asks for the API key, or a user's password. */
function secretField(isUser: boolean) {
  const { confirm: texts } = messages().app;
  return isUser
    ? { label: texts.password, description: texts.passwordText, autoComplete: "current-password" }
    : { label: texts.key, description: texts.keyText, placeholder: texts.keyExample, autoComplete: "off" };
}

/** Whether the user has a passkey, here or on another device. False until that is known. */
function useHasPasskey(): boolean {
  const { user } = useSession();
  const { data } = useAccount(user !== null && canUsePasskeys());
  return data !== undefined && data.passkeys.length > 0;
}

function KeyForm({ question }: { readonly question: OpenQuestion }) {
  const { cancel, confirm: texts } = messages().app;
  const { user } = useSession();
  const hasPasskey = useHasPasskey();
  const [secret, setSecret] = useState("");
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  // A correct key that gets "forbidden" may not make the change.
  const isWrong = error instanceof ApiError && error.code === (user ? "forbidden" : "invalid_api_key");

  const runAfter = async (confirm: () => Promise<unknown>) => {
    setBusy(true);
    setError(null);
    try {
      await confirm();
      await question.runWith(user ? "" : typedCode(secret));
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void runAfter(async () => user && confirmByPassword(secret));
  };

  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <div>{question.explanation}</div>
        <PasswordInput
          {...secretField(user !== null)}
          spellCheck={false}
          data-autofocus
          required
          withAsterisk={false}
          value={secret}
          onChange={(event) => setSecret(event.currentTarget.value)}
          error={isWrong && (user ? texts.wrongSecret : texts.wrongKey)}
        />
        {error !== null && !isWrong && <FailureAlert error={error} />}
        {hasPasskey && (
          <Button variant="light" disabled={isBusy} onClick={() => void runAfter(confirmByPasskey)}>
            {texts.passkey}
          </Button>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={question.leave} disabled={isBusy}>
            {cancel}
          </Button>
          <Button type="submit" loading={isBusy} {...(question.isDangerous && { color: "red.8" })}>
            {question.confirmLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
