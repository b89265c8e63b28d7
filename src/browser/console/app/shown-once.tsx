// A secret that is shown only once, when it is created.
import { Button, CopyButton, Group, Modal, Stack } from "@mantine/core";
import { Icon } from "./icon.tsx";
import { Note } from "./note.tsx";
import classes from "./shown-once.module.css";

interface ShownOnceProps {
  readonly title: string;
  /** What it is: "key" or "secret". */
  readonly noun: string;
  readonly text: string;
  readonly advice: string;
  readonly close: () => void;
}

/** Closed only by its button: the secret can't be shown again. */
export const ShownOnce = ({ title, noun, text, advice, close }: ShownOnceProps) => (
  <Modal
    opened
    onClose={() => {}}
    withCloseButton={false}
    closeOnEscape={false}
    closeOnClickOutside={false}
    title={title}
  >
    <Stack gap="md">
      <Note title={`This ${noun} is shown only once`}>{advice}</Note>
      <div className={classes.secret} data-testid={`new-${noun}`}>
        {text}
      </div>
      <Group justify="flex-end" gap="xs">
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              leftSection={<Icon name={copied ? "check" : "copy"} size={16} />}
              onClick={copy}
              data-autofocus
            >
              {copied ? "Copied" : `Copy ${noun}`}
            </Button>
          )}
        </CopyButton>
        <Button onClick={close}>I've saved it</Button>
      </Group>
    </Stack>
  </Modal>
);
