import { Button, Group, Modal, NativeSelect, SegmentedControl, Stack, TagsInput, TextInput } from "@mantine/core";
import { type UseFormReturnType, useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useMemo, useRef, useState } from "react";
import { type NewPaymentLink, paymentLinks } from "../../api/payment-links.ts";
import { FailureAlert } from "../../app/failure/failure-alert.tsx";
import { type Attempt, isRefusal, nextAttempt } from "../../app/fields/attempt.ts";
import { DialogActions } from "../../app/fields/form-dialog.tsx";
import { type ChosenMerchant, MerchantSelect, useOnlyMerchant } from "../../app/fields/merchant-select.tsx";
import { useReadAgain } from "../../app/loading/read-again.ts";
import { filledText, locale, messages } from "../../app/text/language.ts";
import { currencyChoices } from "../payments/new/entry.ts";
import { MerchantNotes } from "../payments/new/merchant-notes.tsx";
import { EMPTY_LINK, LINK_RULES, type LinkValues, linkBody } from "./link-values.ts";

const FIELDS_MAX = 10;

export function NewLinkDialog({ close }: { readonly close: () => void }) {
  const { app, paymentLinks: texts } = messages();
  const form = useForm<LinkValues>({ initialValues: EMPTY_LINK, validate: LINK_RULES });
  const [picked, setPicked] = useState<ChosenMerchant | null>(null);
  const preset = useOnlyMerchant();
  const merchant = picked ?? preset;
  const [merchantError, setMerchantError] = useState<string | null>(null);
  const creation = useCreation();
  const submit = form.onSubmit((values) => {
    if (merchant) creation.mutate({ values, merchantId: merchant.id });
  });
  return (
    <Modal opened onClose={close} title={texts.form.title}>
      <form
        noValidate
        onSubmit={(event) => {
          if (!merchant) setMerchantError(texts.form.merchantFault);
          submit(event);
        }}
      >
        <Stack gap="md">
          <MerchantSelect
            value={merchant}
            error={merchantError}
            onChange={(chosen) => {
              setPicked(chosen);
              setMerchantError(null);
            }}
          />
          {merchant && <MerchantNotes merchantId={merchant.id} />}
          <TextInput
            label={texts.form.description}
            description={texts.form.descriptionText}
            maxLength={256}
            {...form.getInputProps("description")}
          />
          <AmountInputs form={form} />
          <LimitInputs form={form} />
          {creation.error && <FailureAlert error={creation.error} />}
          <DialogActions>
            <Button variant="default" onClick={close} disabled={creation.isPending}>
              {app.cancel}
            </Button>
            <Button type="submit" loading={creation.isPending}>
              {texts.form.confirm}
            </Button>
          </DialogActions>
        </Stack>
      </form>
    </Modal>
  );
}

type Form = UseFormReturnType<LinkValues>;

function AmountInputs({ form }: { readonly form: Form }) {
  const { form: texts } = messages().paymentLinks;
  const currencies = useMemo(() => [...currencyChoices(locale())], []);
  return (
    <>
      <SegmentedControl
        aria-label={texts.kind}
        fullWidth
        data={[
          { value: "fixed", label: texts.fixed },
          { value: "open", label: texts.open },
        ]}
        {...form.getInputProps("kind")}
      />
      <NativeSelect label={texts.currency} size="md" data={currencies} {...form.getInputProps("currency")} />
      {form.values.kind === "fixed" ? (
        <TextInput label={texts.amount} inputMode="decimal" {...form.getInputProps("value")} />
      ) : (
        <Group grow align="start">
          <TextInput label={texts.min} inputMode="decimal" {...form.getInputProps("min")} />
          <TextInput label={texts.max} inputMode="decimal" {...form.getInputProps("max")} />
        </Group>
      )}
    </>
  );
}

/** Placeholders in a reference pattern. */
const REFERENCE_PARTS = { number: "{number}", date: "{date}" };

function LimitInputs({ form }: { readonly form: Form }) {
  const { form: texts } = messages().paymentLinks;
  return (
    <>
      <TextInput
        label={texts.uses}
        description={texts.usesText}
        inputMode="numeric"
        {...form.getInputProps("maxUses")}
      />
      <TextInput
        label={texts.expires}
        description={texts.expiresText}
        type="datetime-local"
        {...form.getInputProps("expires")}
      />
      <TagsInput
        label={texts.fields}
        size="md"
        description={texts.fieldsText}
        maxTags={FIELDS_MAX}
        {...form.getInputProps("fields")}
      />
      <TextInput
        label={texts.reference}
        description={filledText(texts.referenceText, REFERENCE_PARTS)}
        placeholder={`${REFERENCE_PARTS.date}-${REFERENCE_PARTS.number}`}
        dir="ltr"
        maxLength={100}
        {...form.getInputProps("referencePattern")}
      />
    </>
  );
}

/** A lost response never creates a second link. */
function useCreation() {
  const readAgain = useReadAgain("payment-links");
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
      void readAgain();
      void navigate({ to: "/payment-links/$linkId", params: { linkId: id } });
    },
  });
}

interface Input {
  readonly values: LinkValues;
  readonly merchantId: string;
}
