// Asks again for the API key, or a user's password or passkey, before changes that must not be possible from an
// unattended console: destinations, keys, users and tills.
import { Button, Group, Modal, PasswordInput, Stack } from "@mantine/core";
import { createContext, type FormEvent, type ReactNode, useCallback, useContext, useState } from "react";
import { ApiError } from "../../../client/errors.ts";
import { confirmByPasskey, hasPasskeys } from "../api/passkeys.ts";
import { confirmByPassword } from "../api/session.ts";
import { FailureAlert } from "./failure-alert.tsx";
import { useSession } from "./session.tsx";

interface Question<Outcome> {
  readonly title: string;
  /** What will happen, to be checked before entering the key. */
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
      <Modal opened={open !== null} onClose={() => open?.leave()} title={open?.title} closeButtonProps={CLOSE}>
        {open && <KeyForm question={open} />}
      </Modal>
    </AskContext>
  );
}

const ASK_KEY = {
  label: "API key",
  description: "For your security, enter your API key again.",
  placeholder: "A partner key",
  autoComplete: "off",
} as const;
const ASK_PASSWORD = {
  label: "Password",
  description: "For your security, enter your password again.",
  autoComplete: "current-password",
} as const;
const WRONG_SECRET = "Wrong password or passkey. Nothing was changed.";
const WRONG_KEY = "This isn't one of your active partner keys. Nothing was changed.";

const CLOSE = { "aria-label": "Close" };

function KeyForm({ question }: { readonly question: OpenQuestion }) {
  const { user } = useSession();
  const [secret, setSecret] = useState("");
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const isWrong = error instanceof ApiError && (error.code === "invalid_api_key" || error.code === "forbidden");

  const runAfter = async (confirm: () => Promise<unknown>) => {
    setBusy(true);
    setError(null);
    try {
      await confirm();
      await question.runWith(user ? "" : secret.trim());
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
          {...(user ? ASK_PASSWORD : ASK_KEY)}
          spellCheck={false}
          data-autofocus
          required
          withAsterisk={false}
          value={secret}
          onChange={(event) => setSecret(event.currentTarget.value)}
          error={isWrong && (user ? WRONG_SECRET : WRONG_KEY)}
        />
        {error !== null && !isWrong && <FailureAlert error={error} />}
        {user && hasPasskeys() && (
          <Button variant="light" disabled={isBusy} onClick={() => void runAfter(confirmByPasskey)}>
            Confirm with a passkey
          </Button>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={question.leave} disabled={isBusy}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy} {...(question.isDangerous && { color: "red.8" })}>
            {question.confirmLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
