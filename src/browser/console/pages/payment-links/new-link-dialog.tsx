import { Button, Group, Modal, NativeSelect, SegmentedControl, Stack, TagsInput, TextInput } from "@mantine/core";
import { type UseFormReturnType, useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useMemo, useRef, useState } from "react";
import { type NewPaymentLink, paymentLinks } from "../../api/payment-links.ts";
import { type Attempt, isRefusal, nextAttempt } from "../../app/attempt.ts";
import { FailureAlert } from "../../app/failure-alert.tsx";
import { type ChosenMerchant, MerchantSelect } from "../merchants/merchant-select.tsx";
import { currencyChoices } from "../new-payment/entry.ts";
import { EMPTY_LINK, LINK_RULES, type LinkValues, linkBody } from "./link-values.ts";

const FIELDS_MAX = 10;

export function NewLinkDialog({ close }: { readonly close: () => void }) {
  const form = useForm<LinkValues>({ initialValues: EMPTY_LINK, validate: LINK_RULES });
  const [merchant, setMerchant] = useState<ChosenMerchant | null>(null);
  const [merchantError, setMerchantError] = useState<string | null>(null);
  const creation = useCreation();
  const submit = (values: LinkValues) => {
    if (!merchant) return setMerchantError("Choose a merchant.");
    creation.mutate({ values, merchantId: merchant.id });
  };
  return (
    <Modal opened onClose={close} title="New payment link" closeButtonProps={{ "aria-label": "Close" }}>
      <form onSubmit={form.onSubmit(submit)} noValidate>
        <Stack gap="md">
          <MerchantSelect
            value={merchant}
            error={merchantError}
            onChange={(chosen) => {
              setMerchant(chosen);
              setMerchantError(null);
            }}
          />
          <TextInput
            label="Description"
            description="Buyers see it on the page."
            maxLength={256}
            {...form.getInputProps("description")}
          />
          <AmountInputs form={form} />
          <LimitInputs form={form} />
          {creation.error && <FailureAlert error={creation.error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close} disabled={creation.isPending}>
              Cancel
            </Button>
            <Button type="submit" loading={creation.isPending}>
              Create link
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

type Form = UseFormReturnType<LinkValues>;

function AmountInputs({ form }: { readonly form: Form }) {
  const currencies = useMemo(() => [...currencyChoices()], []);
  return (
    <>
      <SegmentedControl
        aria-label="Who chooses the amount"
        fullWidth
        data={[
          { value: "fixed", label: "Fixed amount" },
          { value: "open", label: "Buyer chooses" },
        ]}
        {...form.getInputProps("kind")}
      />
      <NativeSelect label="Currency" size="md" data={currencies} {...form.getInputProps("currency")} />
      {form.values.kind === "fixed" ? (
        <TextInput label="Amount" inputMode="decimal" {...form.getInputProps("value")} />
      ) : (
        <Group grow align="start">
          <TextInput label="Smallest amount" inputMode="decimal" {...form.getInputProps("min")} />
          <TextInput label="Largest amount" inputMode="decimal" {...form.getInputProps("max")} />
        </Group>
      )}
    </>
  );
}

const LimitInputs = ({ form }: { readonly form: Form }) => (
  <>
    <TextInput
      label="Number of payments"
      description="Nothing: no limit. Open payments count until they end."
      inputMode="numeric"
      {...form.getInputProps("maxUses")}
    />
    <TagsInput
      label="Ask buyers for"
      size="md"
      description="For example a name. Press Enter after each; buyers must fill in all of them."
      maxTags={FIELDS_MAX}
      {...form.getInputProps("fields")}
    />
    <TextInput
      label="Reference"
      description="{number} counts the payments, {date} is the day."
      placeholder="{date}-{number}"
      maxLength={100}
      {...form.getInputProps("referencePattern")}
    />
  </>
);

/** A lost response never creates a second link. */
function useCreation() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const unanswered = useRef<Attempt<Input, NewPaymentLink> | null>(null);
  return useMutation({
    mutationFn: (input: Input) => {
      unanswered.current = nextAttempt(unanswered.current, input, ({ values }) => linkBody(values));
      const { request, key } = unanswered.current;
      return paymentLinks.create(request, { merchantId: input.merchantId, idempotencyKey: key });
    },
    onError: (error) => {
      if (isRefusal(error)) unanswered.current = null;
    },
    onSuccess: ({ id }) => {
      void queries.invalidateQueries({ queryKey: ["payment-links"] });
      void navigate({ to: "/payment-links/$linkId", params: { linkId: id } });
    },
  });
}

interface Input {
  readonly values: LinkValues;
  readonly merchantId: string;
}
