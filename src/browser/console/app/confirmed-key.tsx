// Asks for the API key once more before what must not happen from a console left open: where money goes, and who has a key.
import { Button, Group, Modal, PasswordInput, Stack } from "@mantine/core";
import { createContext, type FormEvent, type ReactNode, useCallback, useContext, useState } from "react";
import { ApiError } from "../../../client/errors.ts";
import { FailureAlert } from "./failure-alert.tsx";

interface Question<Outcome> {
  readonly title: string;
  /** What will happen, so that it can be checked before the key is given. */
  readonly explanation: ReactNode;
  readonly confirmLabel: string;
  readonly isDangerous?: boolean;
  /** Does it; what it throws is shown, and the question stays open. */
  readonly run: (apiKey: string) => Promise<Outcome>;
}

/** Null where the question was left without an answer. */
type Ask = <Outcome>(question: Question<Outcome>) => Promise<Outcome | null>;

interface OpenQuestion extends Question<unknown> {
  readonly leave: () => void;
  readonly runWith: (apiKey: string) => Promise<void>;
}

const AskContext = createContext<Ask | null>(null);

export function useConfirmedKey(): Ask {
  const ask = useContext(AskContext);
  if (!ask) throw new Error("useConfirmedKey needs a ConfirmedKeyProvider around it");
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

const CLOSE = { "aria-label": "Close" };

function KeyForm({ question }: { readonly question: OpenQuestion }) {
  const [apiKey, setApiKey] = useState("");
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const isKeyWrong = error instanceof ApiError && (error.code === "invalid_api_key" || error.code === "forbidden");

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      await question.runWith(apiKey.trim());
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };

  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <div>{question.explanation}</div>
        <PasswordInput
          label="API key"
          description="Asked for again, because a signed-in console alone must not do this."
          placeholder="A key of the role partner"
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          required
          withAsterisk={false}
          value={apiKey}
          onChange={(event) => setApiKey(event.currentTarget.value)}
          error={isKeyWrong && "This is no live partner key of yours. Nothing was changed."}
        />
        {error !== null && !isKeyWrong && <FailureAlert error={error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={question.leave} disabled={isBusy}>
            Leave it as it is
          </Button>
          <Button type="submit" loading={isBusy} {...(question.isDangerous && { color: "red.8" })}>
            {question.confirmLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
