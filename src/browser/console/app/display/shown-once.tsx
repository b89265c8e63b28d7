// A secret that is shown only once, when it is created.
import { Button, CopyButton, Group, Modal, Stack } from "@mantine/core";
import { messages } from "../text/language.ts";
import { Icon } from "./icon.tsx";
import { Note } from "./note.tsx";
import classes from "./shown-once.module.css";

interface ShownOnceProps {
  readonly title: string;
  readonly noun: "key" | "secret" | "link";
  readonly text: string;
  readonly advice: string;
  readonly close: () => void;
}

/** Closed only by its button: the secret can't be shown again. */
export function ShownOnce({ title, noun, text, advice, close }: ShownOnceProps) {
  const { copied: copiedText, shownOnce: texts } = messages().app;
  return (
    <Modal
      opened
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={title}
    >
      <Stack gap="md">
        <Note title={texts[noun].title}>{advice}</Note>
        <div className={classes.secret} dir="ltr" data-testid={`new-${noun}`}>
          {text}
        </div>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            {texts.saved}
          </Button>
          <CopyButton value={text}>
            {({ copied, copy }) => (
              <Button leftSection={<Icon name={copied ? "check" : "copy"} size={16} />} onClick={copy} data-autofocus>
                {copied ? copiedText : texts[noun].copy}
              </Button>
            )}
          </CopyButton>
        </Group>
      </Stack>
    </Modal>
  );
}
