// Marks an exception as handled, with a note. No money moves.

import { Button, Group, Modal, Stack, Text, Textarea } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { typedText } from "../../../../money/typed-text.ts";
import { type ListedException, resolveException } from "../../api/exceptions.ts";
import { FailureAlert } from "../../app/failure/failure-alert.tsx";
import { useHeldDialog } from "../../app/layout/held-dialog.tsx";
import { useReadAgain } from "../../app/loading/read-again.ts";
import { messages } from "../../app/text/language.ts";

/** The API's limit. */
const NOTE_MAX = 500;

interface HandleProps {
  readonly exception: ListedException;
}

export function HandleAction({ exception }: HandleProps) {
  const { handle: texts } = messages().exceptions;
  const openDialog = useHeldDialog();
  const open = () =>
    openDialog((close) => (
      <Modal opened onClose={close} title={texts.question}>
        <HandleForm exception={exception} close={close} />
      </Modal>
    ));
  return (
    <Button variant="default" onClick={open}>
      {texts.action}
    </Button>
  );
}

function HandleForm({ exception, close }: HandleProps & { readonly close: () => void }) {
  const {
    app,
    exceptions: { handle: texts },
  } = messages();
  const [note, setNote] = useState("");
  const readAgain = useReadAgain("exceptions", "payment", "payments");
  const handle = useMutation({
    mutationFn: (written: string) => resolveException(exception.id, written),
    onSuccess: () => {
      notifications.show({ message: texts.done });
      close();
    },
    onSettled: readAgain,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    handle.mutate(typedText(note));
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text>{texts.text}</Text>
        <Textarea
          label={texts.note}
          description={texts.noteHelp}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value.replaceAll("\n", " "))}
          maxLength={NOTE_MAX}
          autosize
          minRows={2}
          required
          data-autofocus
        />
        {handle.error && <FailureAlert error={handle.error} isDecision />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close} disabled={handle.isPending}>
            {app.cancel}
          </Button>
          <Button type="submit" loading={handle.isPending} disabled={typedText(note) === ""}>
            {texts.action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
