// A merchant's name, email and logo, for creating and editing.
import { Button, Group, Stack, Text, TextInput, type TextInputProps } from "@mantine/core";
import { useForm } from "@mantine/form";
import { ApiError } from "../../../../client/errors.ts";
import { typedCode, typedText } from "../../../../money/typed-text.ts";
import { FailureAlert } from "../../app/failure/failure-alert.tsx";
import { filledText, messages } from "../../app/text/language.ts";
import { MerchantLogo } from "./logo.tsx";

export interface MerchantValues {
  merchantName: string;
  merchantEmail: string;
  /** URL of a new logo; empty to keep the current one. */
  iconUrl: string;
}

interface MerchantFormProps {
  readonly initial: MerchantValues;
  /** The copy that buyers see. */
  readonly shownIconUrl: string | null;
  readonly submitLabel: string;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly onSubmit: (values: MerchantValues) => void;
  readonly onLeave: () => void;
  /** Present if there is a logo to remove. */
  readonly onLogoGone?: () => void;
}

const FIELDS = ["merchantName", "merchantEmail", "iconUrl"] as const;
type Field = (typeof FIELDS)[number];

export function MerchantForm(props: MerchantFormProps) {
  const { initial, shownIconUrl, submitLabel, isBusy, error, onSubmit, onLeave, onLogoGone } = props;
  const { app, merchants } = messages();
  const texts = merchants.form;
  const form = useForm<MerchantValues>({ initialValues: initial, validate: rules() });
  const refused = issuesOf(error);
  /** The server's error is shown until the field changes. */
  const field = (name: Field) => ({
    ...form.getInputProps(name),
    error: form.errors[name] ?? refused.get(name),
  });
  const { merchantName } = form.values;
  return (
    <form onSubmit={form.onSubmit(onSubmit)} noValidate>
      <Stack gap="md">
        <TextInput
          label={texts.name}
          description={texts.nameText}
          maxLength={256}
          data-autofocus
          {...field("merchantName")}
        />
        <TextInput
          label={texts.email}
          description={texts.emailText}
          type="email"
          dir="ltr"
          inputMode="email"
          maxLength={254}
          {...field("merchantEmail")}
        />
        <LogoInput name={merchantName} shownIconUrl={shownIconUrl} input={field("iconUrl")} />
        {onLogoGone && (
          <Button variant="default" size="xs" style={{ alignSelf: "start" }} onClick={onLogoGone} disabled={isBusy}>
            {texts.removeLogo}
          </Button>
        )}
        {isBusy && form.values.iconUrl !== "" && (
          <Text size="sm" c="dimmed" role="status">
            {texts.fetching}
          </Text>
        )}
        {error !== null && refused.size === 0 && <FailureAlert error={error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onLeave} disabled={isBusy}>
            {app.cancel}
          </Button>
          <Button type="submit" loading={isBusy}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface LogoInputProps {
  readonly name: string;
  readonly shownIconUrl: string | null;
  readonly input: TextInputProps;
}

function LogoInput({ name, shownIconUrl, input }: LogoInputProps) {
  const { form: texts } = messages().merchants;
  return (
    <Group align="start" gap="md" wrap="nowrap">
      <MerchantLogo name={name || "?"} iconUrl={shownIconUrl} size={64} />
      <TextInput
        flex={1}
        label={shownIconUrl === null ? texts.logo : texts.newLogo}
        description={texts.logoText}
        placeholder="https://shop.example/logo.png"
        type="url"
        dir="ltr"
        maxLength={2048}
        {...input}
      />
    </Group>
  );
}

function rules() {
  const { form: texts } = messages().merchants;
  return {
    merchantName: (text: string) => (typedText(text) === "" ? texts.nameMissing : null),
    merchantEmail: (text: string) => (/^[^\s@]+@[^\s@]+$/.test(typedCode(text)) ? null : texts.emailWrong),
    iconUrl: (text: string) =>
      typedText(text) === "" || /^https:\/\//i.test(typedText(text)) ? null : texts.logoWrong,
  };
}

/** The server's validation errors, by field. */
function issuesOf(error: unknown): ReadonlyMap<Field, string> {
  const { refused } = messages().merchants.form;
  const issues = error instanceof ApiError ? error.issues : [];
  return new Map(
    FIELDS.flatMap((name): [Field, string][] => {
      const issue = issues.find(({ field }) => field === name);
      return issue ? [[name, filledText(refused[name], { problem: issue.message })]] : [];
    }),
  );
}
