import { Button, Group, Select, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { type FormEvent, useMemo, useState } from "react";
import { typedText } from "../../../../../money/typed-text.ts";
import { useOnline } from "../../../api/online.ts";
import { Card } from "../../../app/display/card.tsx";
import { type ChosenMerchant, MerchantSelect } from "../../../app/fields/merchant-select.tsx";
import { useSession } from "../../../app/session/session.tsx";
import type { Till } from "../../../app/session/use-last-till.ts";
import { useTillSettings } from "../../../app/session/use-till-settings.ts";
import { filledText, locale, messages } from "../../../app/text/language.ts";
import { amountOf, type Sale } from "../sale/open-sale.ts";
import { TestNote } from "../sale/test-note.tsx";
import { AmountField } from "./amount-field.tsx";
import { CreationFailure, issueOn } from "./creation-failure.tsx";
import { currencyChoices, tipOf } from "./entry.ts";
import { Keypad } from "./keypad.tsx";
import { MerchantNotes } from "./merchant-notes.tsx";
import classes from "./new-payment.module.css";
import { newReference } from "./reference.ts";
import { NoteInput, redirectFault, SaleOptions, type SaleOptionValues } from "./sale-options.tsx";
import { TipChoice } from "./tip.tsx";
import { USUAL_LIFETIME_S, useCreateSale } from "./use-create-sale.ts";
import { useKeyboard } from "./use-keyboard.ts";

interface NewSaleProps {
  readonly merchant: ChosenMerchant | null;
  readonly currency: string;
  readonly onTill: (till: Till) => void;
  /** Minor units. */
  readonly firstValue: bigint;
  readonly onCreated: (sale: Sale) => void;
  /** Whether a sale is open above it. */
  readonly isCovered: boolean;
}

export function NewSale({ merchant, currency, onTill, firstValue, onCreated, isCovered }: NewSaleProps) {
  const [value, setValue] = useState(firstValue);
  const { till } = useSession();
  const [settings] = useTillSettings(till?.id ?? "");
  const [percentage, setPercentage] = useState(0);
  const tip = till && settings.offersTips ? tipOf(value, percentage) : 0n;
  const form = useSaleForm(till?.code);
  const creation = useCreateSale(onCreated);
  const isOnline = useOnline();
  const keyboard = useKeyboard(!isCovered);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (form.validate().hasErrors || merchant === null || value === 0n || !isOnline) return;
    const { referenceId, lifetimeS, note, ...urls } = form.getValues();
    const [successUrl, errorUrl] = [typedText(urls.successUrl), typedText(urls.errorUrl)];
    creation.mutate({
      merchant,
      currency,
      value: (value + tip).toString(),
      tip: tip.toString(),
      note: typedText(note),
      referenceId: typedText(referenceId),
      checkout: successUrl === "" ? null : { successUrl, errorUrl },
      lifetimeS: Number(lifetimeS),
    });
  };
  return (
    <form ref={keyboard} onSubmit={submit} className={classes.layout} data-till={till !== null || undefined} noValidate>
      <Card>
        <Stack gap="lg" className={classes.till ?? ""}>
          <div>
            <TestNote />
            <Text size="sm" c="dimmed" ta="center" truncate>
              {merchant ? `${merchant.name} · ${currency}` : currency}
            </Text>
            <AmountField
              value={value}
              currency={currency}
              error={issueOn(creation.error, "amount")}
              onChange={setValue}
            />
          </div>
          <Keypad value={value} onChange={setValue} />
          <Button
            type="submit"
            size="xl"
            px="sm"
            fullWidth
            loading={creation.isPending}
            disabled={value === 0n || !merchant || !isOnline}
            {...(!merchant && { fz: "md" })}
          >
            {isOnline ? buttonText(merchant, currency, value + tip) : messages().newPayment.entry.noConnection}
          </Button>
          <CreationFailure error={creation.error} />
        </Stack>
      </Card>
      <Card>
        <Stack gap="md">
          <Group gap="md" align="start" grow preventGrowOverflow={false}>
            {!till && <MerchantSelect value={merchant} onChange={(chosen) => onTill({ merchant: chosen, currency })} />}
            <CurrencySelect value={currency} onChange={(chosen) => onTill({ merchant, currency: chosen })} />
          </Group>
          {merchant && !till && <MerchantNotes merchantId={merchant.id} />}
          {till && settings.offersTips && (
            <TipChoice
              percentage={percentage}
              tip={amountOf({ currency, value: tip.toString() })}
              onChange={setPercentage}
            />
          )}
          {till ? <NoteInput form={form} /> : <SaleOptions form={form} />}
        </Stack>
      </Card>
    </form>
  );
}

/** The label of the button: its effect, or the missing entry. */
function buttonText(merchant: ChosenMerchant | null, currency: string, value: bigint): string {
  const { entry: texts } = messages().newPayment;
  if (!merchant) return texts.chooseMerchant;
  if (value === 0n) return texts.enterAmount;
  return filledText(texts.charge, { amount: amountOf({ currency, value: value.toString() }) });
}

/** @param prefix of a till's references */
const useSaleForm = (prefix: string | undefined) =>
  useForm<SaleOptionValues>({
    initialValues: {
      referenceId: newReference(prefix),
      lifetimeS: String(USUAL_LIFETIME_S),
      note: "",
      successUrl: "",
      errorUrl: "",
    },
    validate: {
      referenceId: (text) => (typedText(text) === "" ? messages().newPayment.options.referenceMissing : null),
      successUrl: (own, { errorUrl }) => redirectFault(own, errorUrl),
      errorUrl: (own, { successUrl }) => redirectFault(own, successUrl),
    },
  });

function CurrencySelect({ value, onChange }: { readonly value: string; readonly onChange: (code: string) => void }) {
  const choices = useMemo(() => currencyChoices(locale()), []);
  return (
    <Select
      label={messages().newPayment.entry.currency}
      size="md"
      searchable
      allowDeselect={false}
      data={[...choices]}
      value={value}
      onChange={(code) => code !== null && onChange(code)}
    />
  );
}
