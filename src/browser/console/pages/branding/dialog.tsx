// The colour and the name on the pages that buyers see: of a merchant, or of all that have none.
import { Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { typedCode, typedText } from "../../../../money/typed-text.ts";
import { BRAND_COLOR } from "../../../../payment/branding/branding.ts";
import type { Branding } from "../../api/branding.ts";
import { FailureAlert } from "../../app/failure/failure-alert.tsx";
import { messages } from "../../app/text/language.ts";
import classes from "./branding.module.css";
import { Preview } from "./preview.tsx";

export interface BrandingDialogProps {
  readonly title: string;
  readonly note?: string;
  /** Null: none yet. */
  readonly branding: Branding | null;
  /** Null removes it. */
  readonly save: (branding: Branding | null) => Promise<unknown>;
  readonly close: () => void;
}

const FIRST = "#0b6e4f";
/** The API's limit. */
const NAME_LENGTH_MAX = 64;

export function BrandingDialog({ title, note, branding, save, close }: BrandingDialogProps) {
  const { branding: texts, app } = messages();
  const [color, setColor] = useState(branding?.color ?? FIRST);
  const [name, setName] = useState(branding?.name ?? "");
  const isColor = BRAND_COLOR.test(color);
  const change = useMutation({
    mutationFn: save,
    onSuccess: (_answer, next) => {
      const [heading, message] = next ? [texts.saved, texts.savedText] : [texts.removed, texts.removedText];
      notifications.show({ title: heading, message });
      close();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isColor) change.mutate({ color, name: typedText(name) || null });
  };
  return (
    <Modal opened onClose={close} title={title}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {note && <Text size="sm">{note}</Text>}
          <ColorInput value={color} onChange={setColor} isColor={isColor} />
          <TextInput
            label={texts.name}
            description={texts.nameText}
            maxLength={NAME_LENGTH_MAX}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {isColor && <Preview color={color} name={typedText(name)} />}
          {change.error && <FailureAlert error={change.error} />}
          <Group justify="flex-end" gap="xs">
            {branding && (
              <Button
                variant="default"
                c="var(--bad)"
                me="auto"
                disabled={change.isPending}
                onClick={() => change.mutate(null)}
              >
                {texts.remove}
              </Button>
            )}
            <Group gap="xs" wrap="nowrap">
              <Button variant="default" onClick={close}>
                {app.cancel}
              </Button>
              <Button type="submit" loading={change.isPending} disabled={!isColor}>
                {texts.save}
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

interface ColorInputProps {
  readonly value: string;
  readonly onChange: (color: string) => void;
  readonly isColor: boolean;
}

function ColorInput({ value, onChange, isColor }: ColorInputProps) {
  const { branding: texts } = messages();
  return (
    <TextInput
      label={texts.color}
      description={texts.colorText}
      error={!isColor && texts.wrong}
      autoComplete="off"
      spellCheck={false}
      data-autofocus
      dir="ltr"
      value={value}
      onChange={(event) => onChange(typedCode(event.currentTarget.value))}
      rightSection={
        <input
          type="color"
          aria-label={texts.pick}
          className={classes.pick}
          value={isColor ? value.toLowerCase() : FIRST}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      }
    />
  );
}
