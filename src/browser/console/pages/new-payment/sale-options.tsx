// Optional settings of a sale.
import { Accordion, NativeSelect, Stack, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { USUAL_LIFETIME_S } from "./use-create-sale.ts";

const HOUR_S = 3_600;
const LIFETIMES = [
  { seconds: USUAL_LIFETIME_S, label: "5 minutes" },
  { seconds: 900, label: "15 minutes" },
  { seconds: HOUR_S, label: "1 hour" },
  { seconds: 24 * HOUR_S, label: "1 day" },
  { seconds: 7 * 24 * HOUR_S, label: "7 days" },
];

export interface SaleOptionValues {
  referenceId: string;
  lifetimeS: string;
  successUrl: string;
  errorUrl: string;
}

export function SaleOptions({ form }: { readonly form: UseFormReturnType<SaleOptionValues> }) {
  return (
    <Stack gap="md">
      <TextInput
        label="Reference"
        description="Your order or receipt number. You can search for it later."
        maxLength={256}
        {...form.getInputProps("referenceId")}
      />
      <NativeSelect
        label="Expires after"
        size="md"
        data={LIFETIMES.map(({ seconds, label }) => ({ value: String(seconds), label }))}
        {...form.getInputProps("lifetimeS")}
      />
      <Accordion variant="contained">
        <Accordion.Item value="redirects">
          <Accordion.Control>Redirect the buyer afterwards</Accordion.Control>
          <Accordion.Panel>
            <Stack gap="md">
              <TextInput
                label="On success"
                type="url"
                placeholder="https://shop.example/thanks"
                {...form.getInputProps("successUrl")}
              />
              <TextInput
                label="On any other outcome"
                type="url"
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

/** The API requires both URLs or neither. */
export function redirectFault(own: string, other: string): string | null {
  if (own === "") return other === "" ? null : "Enter both URLs or neither.";
  return /^https:\/\//i.test(own) || /^http:\/\/localhost[:/]/i.test(own) ? null : "The URL must start with https://";
}
