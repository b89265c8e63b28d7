// A merchant's name, email and logo, for creating and editing.
import { Button, Group, Stack, Text, TextInput, type TextInputProps } from "@mantine/core";
import { useForm } from "@mantine/form";
import { ApiError } from "../../../../client/errors.ts";
import { FailureAlert } from "../../app/failure-alert.tsx";
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
  const form = useForm<MerchantValues>({ initialValues: initial, validate: RULES });
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
          label="Name"
          description="Buyers see it when they pay."
          maxLength={256}
          data-autofocus
          {...field("merchantName")}
        />
        <TextInput
          label="Email"
          description="Buyers don't see it."
          type="email"
          inputMode="email"
          maxLength={254}
          {...field("merchantEmail")}
        />
        <LogoInput name={merchantName} shownIconUrl={shownIconUrl} input={field("iconUrl")} />
        {onLogoGone && (
          <Button variant="default" size="xs" style={{ alignSelf: "start" }} onClick={onLogoGone} disabled={isBusy}>
            Remove logo
          </Button>
        )}
        {isBusy && form.values.iconUrl !== "" && (
          <Text size="sm" c="dimmed" role="status">
            Fetching and checking the logo…
          </Text>
        )}
        {error !== null && refused.size === 0 && <FailureAlert error={error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onLeave} disabled={isBusy}>
            Cancel
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

const LogoInput = ({ name, shownIconUrl, input }: LogoInputProps) => (
  <Group align="start" gap="md" wrap="nowrap">
    <MerchantLogo name={name || "?"} iconUrl={shownIconUrl} size={64} />
    <TextInput
      flex={1}
      label={shownIconUrl === null ? "Logo" : "New logo"}
      description="The https URL of a square image (JPEG, PNG, WebP or AVIF, 500 to 4096 pixels, 2 MB at most). It's fetched once and stored."
      placeholder="https://shop.example/logo.png"
      type="url"
      maxLength={2048}
      {...input}
    />
  </Group>
);

const RULES = {
  merchantName: (text: string) => (text.trim() === "" ? "Enter a name." : null),
  merchantEmail: (text: string) =>
    /^[^\s@]+@[^\s@]+$/.test(text.trim()) ? null : "Enter an email address, such as shop@example.com.",
  iconUrl: (text: string) =>
    text.trim() === "" || /^https:\/\//i.test(text.trim()) ? null : "The URL must start with https://",
};

/** The server's validation errors, by field. */
function issuesOf(error: unknown): ReadonlyMap<Field, string> {
  const issues = error instanceof ApiError ? error.issues : [];
  return new Map(
    FIELDS.flatMap((name): [Field, string][] => {
      const issue = issues.find(({ field }) => field === name);
      return issue ? [[name, `${LABELS[name]} ${issue.message}.`]] : [];
    }),
  );
}

const LABELS = { merchantName: "The name", merchantEmail: "The email", iconUrl: "The logo" } as const;
