// Optional settings of a sale.
import { Accordion, NativeSelect, Stack, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { locale, messages } from "../../../app/text/language.ts";
import { USUAL_LIFETIME_S } from "./use-create-sale.ts";

const UNITS_S = { minute: 60, hour: 3_600, day: 86_400 } as const;
const LIFETIMES = [
  { count: USUAL_LIFETIME_S / UNITS_S.minute, unit: "minute" },
  { count: 15, unit: "minute" },
  { count: 1, unit: "hour" },
  { count: 1, unit: "day" },
  { count: 7, unit: "day" },
] as const;

/** For example "5 minutes". */
const lifetimeChoices = () =>
  LIFETIMES.map(({ count, unit }) => ({
    value: String(count * UNITS_S[unit]),
    label: new Intl.NumberFormat(locale(), { style: "unit", unit, unitDisplay: "long" }).format(count),
  }));

export interface SaleOptionValues {
  referenceId: string;
  lifetimeS: string;
  /** The buyer sees it. */
  note: string;
  successUrl: string;
  errorUrl: string;
}

export function SaleOptions({ form }: { readonly form: UseFormReturnType<SaleOptionValues> }) {
  const { options: texts } = messages().newPayment;
  return (
    <Stack gap="md">
      <TextInput
        label={texts.reference}
        description={texts.referenceText}
        maxLength={256}
        {...form.getInputProps("referenceId")}
      />
      <NativeSelect label={texts.lifetime} size="md" data={lifetimeChoices()} {...form.getInputProps("lifetimeS")} />
      <Accordion variant="contained">
        <Accordion.Item value="redirects">
          <Accordion.Control>{texts.redirect}</Accordion.Control>
          <Accordion.Panel>
            <Stack gap="md">
              <TextInput
                label={texts.onSuccess}
                type="url"
                dir="ltr"
                placeholder="https://shop.example/thanks"
                {...form.getInputProps("successUrl")}
              />
              <TextInput
                label={texts.onOther}
                type="url"
                dir="ltr"
                placeholder="https://shop.example/cart"
                {...form.getInputProps("errorUrl")}
              />
            </Stack>
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </Stack>
  );
}

/** The API's limit. */
const NOTE_MAX = 500;

export function NoteInput({ form }: { readonly form: UseFormReturnType<SaleOptionValues> }) {
  const { options: texts } = messages().newPayment;
  return (
    <TextInput
      label={texts.note}
      description={texts.noteText}
      size="md"
      maxLength={NOTE_MAX}
      autoComplete="off"
      {...form.getInputProps("note")}
    />
  );
}

/** The API requires both URLs or neither. */
export function redirectFault(own: string, other: string): string | null {
  const { options: texts } = messages().newPayment;
  if (own === "") return other === "" ? null : texts.bothUrls;
  return /^https:\/\//i.test(own) || /^http:\/\/localhost[:/]/i.test(own) ? null : texts.notHttps;
}
