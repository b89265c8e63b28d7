// Name, email and logo of a merchant, for a new one and for a change.
import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { ApiError } from "../../../../client/errors.ts";
import { FailureAlert } from "../../app/failure-alert.tsx";
import { MerchantLogo } from "./logo.tsx";

export interface MerchantValues {
  merchantName: string;
  merchantEmail: string;
  /** Where a new logo is fetched from; empty: there is none, or it stays. */
  iconUrl: string;
}

interface MerchantFormProps {
  readonly initial: MerchantValues;
  /** The copy that buyers see now. */
  readonly shownIconUrl: string | null;
  readonly submitLabel: string;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly onSubmit: (values: MerchantValues) => void;
  readonly onLeave: () => void;
  /** Where there is a logo that can be taken away. */
  readonly onLogoGone?: () => void;
}

const FIELDS = ["merchantName", "merchantEmail", "iconUrl"] as const;
type Field = (typeof FIELDS)[number];

export function MerchantForm(props: MerchantFormProps) {
  const { initial, shownIconUrl, submitLabel, isBusy, error, onSubmit, onLeave, onLogoGone } = props;
  const form = useForm<MerchantValues>({ initialValues: initial, validate: RULES });
  const refused = issuesOf(error);
  /** What the server said of a field, until something else is entered. */
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
          description="For you: buyers do not see it."
          type="email"
          inputMode="email"
          maxLength={254}
          {...field("merchantEmail")}
        />
        <Group align="start" gap="md" wrap="nowrap">
          <MerchantLogo name={merchantName || "?"} iconUrl={shownIconUrl} size={64} />
          <TextInput
            flex={1}
            label={shownIconUrl === null ? "Logo" : "New logo"}
            description="An https address of a square picture (JPEG, PNG, WebP or AVIF, 500 to 4096 pixels, 2 MB at most). It is fetched once, and a copy is kept."
            placeholder="https://shop.example/logo.png"
            type="url"
            maxLength={2048}
            {...field("iconUrl")}
          />
        </Group>
        {onLogoGone && (
          <Button variant="default" size="xs" style={{ alignSelf: "start" }} onClick={onLogoGone} disabled={isBusy}>
            Take the logo away
          </Button>
        )}
        {isBusy && form.values.iconUrl !== "" && (
          <Text size="sm" c="dimmed" role="status">
            Fetching and checking the logo …
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

const RULES = {
  merchantName: (text: string) => (text.trim() === "" ? "Give it a name." : null),
  merchantEmail: (text: string) =>
    /^[^\s@]+@[^\s@]+$/.test(text.trim()) ? null : "Enter an email address, such as shop@example.com.",
  iconUrl: (text: string) =>
    text.trim() === "" || /^https:\/\//i.test(text.trim()) ? null : "The address must begin with https://",
};

/** What the server has refused, by field, as sentences. */
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
