// Asks for a refund of a payment: how much of it, why, and perhaps to another address than the buyer's.
import { Alert, Button, Checkbox, Group, NativeSelect, Radio, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { type UseFormReturnType, useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { useChangeRequests } from "../../../api/change-requests.ts";
import type { ConsolePayment } from "../../../api/payment.ts";
import { type MadeRefund, type NewRefund, requestRefund } from "../../../api/refunds/refunds.ts";
import { Note } from "../../../app/display/note.tsx";
import { FailureAlert } from "../../../app/failure/failure-alert.tsx";
import { type Attempt, isRefusal, nextAttempt } from "../../../app/fields/attempt.ts";
import { DialogActions } from "../../../app/fields/form-dialog.tsx";
import { useSession } from "../../../app/session/session.tsx";
import { addressOf } from "../../../app/text/asset-name.ts";
import { filledText, messages } from "../../../app/text/language.ts";
import { amountText } from "../../../app/text/money-text.ts";
import { checkAddress } from "../../merchants/destinations/address.ts";
import { LargeAddress } from "../../refunds/large-address.tsx";
import { useReadRefundAgain } from "../../refunds/wallet/use-run.ts";
import { chainOf, EMPTY_REFUND, leftOf, type RefundValues, refundBody, rulesFor } from "./refund-values.ts";

/** The API's own rule. */
const REASON_MAX = 500;

interface RefundFormProps {
  readonly payment: ConsolePayment;
  readonly close: () => void;
  /** Shows the mark instead; absent if the payment has refunds already. */
  readonly onMark?: () => void;
}

export function RefundForm({ payment, close, onMark }: RefundFormProps) {
  const { app, refunds, till: tillTexts } = messages();
  const texts = refunds.form;
  const { till } = useSession();
  const form = useForm<RefundValues>({ initialValues: EMPTY_REFUND, validate: rulesFor(payment) });
  const request = useRequest(payment, close);
  return (
    <form noValidate onSubmit={form.onSubmit((values) => request.mutate(values))}>
      <Stack gap="md">
        <Text size="sm">{till ? tillTexts.refund.text : texts.text}</Text>
        <HowMuch payment={payment} form={form} />
        <Textarea
          label={texts.reason}
          description={texts.reasonText}
          maxLength={REASON_MAX}
          autosize
          minRows={2}
          {...form.getInputProps("reason")}
        />
        {till ? <Receiver payment={payment} /> : <ToWhom payment={payment} form={form} />}
        {request.error && <FailureAlert error={request.error} />}
        <DialogActions>
          <Button variant="default" onClick={close} disabled={request.isPending}>
            {app.cancel}
          </Button>
          <Button type="submit" loading={request.isPending}>
            {till ? tillTexts.refund.action : texts.action}
          </Button>
        </DialogActions>
        {onMark && (
          <Button variant="subtle" onClick={onMark}>
            {texts.byHand}
          </Button>
        )}
      </Stack>
    </form>
  );
}

interface FieldsProps {
  readonly payment: ConsolePayment;
  readonly form: UseFormReturnType<RefundValues>;
}

function HowMuch({ payment, form }: FieldsProps) {
  const { form: texts } = messages().refunds;
  const { token, fiat } = leftOf(payment);
  const symbols = [
    { value: "fiat", label: fiat.display?.assetSymbol ?? fiat.unit },
    { value: "token", label: token.display?.assetSymbol ?? token.unit },
  ];
  return (
    <>
      <Radio.Group label={texts.howMuch} {...form.getInputProps("kind")}>
        <Stack gap="xs" mt="xs">
          <Radio value="whole" label={filledText(texts.whole, { amount: amountText(token), fiat: amountText(fiat) })} />
          <Radio value="part" label={texts.part} />
        </Stack>
      </Radio.Group>
      {form.values.kind === "part" && (
        <Group gap="xs" align="start" wrap="nowrap">
          <TextInput
            label={texts.amount}
            inputMode="decimal"
            autoComplete="off"
            flex={1}
            {...form.getInputProps("amount")}
          />
          <NativeSelect label={texts.unit} data={symbols} {...form.getInputProps("unit")} />
        </Group>
      )}
    </>
  );
}

function ToWhom({ payment, form }: FieldsProps) {
  const { refunds, merchant } = messages();
  const texts = refunds.form;
  const needsSecondPerson = useChangeRequests(true, payment.merchant.id).data?.isRequired ?? false;
  const check = checkAddress(chainOf(payment), form.values.to);
  const isElsewhere = form.values.isElsewhere;
  return (
    <>
      {!isElsewhere && <Receiver payment={payment} />}
      <Checkbox label={texts.elsewhere} {...form.getInputProps("isElsewhere", { type: "checkbox" })} />
      {isElsewhere && (
        <>
          <TextInput
            label={texts.to}
            description={texts.toText}
            placeholder="0x…"
            dir="ltr"
            spellCheck={false}
            autoComplete="off"
            {...form.getInputProps("to")}
          />
          {check.ok && (
            <Alert color="yellow" role="status" title={texts.goesTo}>
              <LargeAddress account={check.account} />
              {check.warning && <Text size="sm">{merchant.address[check.warning]}</Text>}
            </Alert>
          )}
          {needsSecondPerson && <Note>{texts.secondPerson}</Note>}
        </>
      )}
    </>
  );
}

function Receiver({ payment: { buyer, deposits } }: { readonly payment: ConsolePayment }) {
  const { form: texts } = messages().refunds;
  if (!buyer) return deposits ? <Text size="sm">{texts.deposit}</Text> : null;
  return (
    <Text size="sm" style={{ overflowWrap: "anywhere" }}>
      {filledText(texts.toBuyer, { address: addressOf(buyer.accountCaip10) })}
    </Text>
  );
}

function useRequest(payment: ConsolePayment, close: () => void) {
  const { till } = useSession();
  const readAgain = useReadRefundAgain();
  const unanswered = useRef<Attempt<RefundValues, NewRefund> | null>(null);
  return useMutation({
    mutationFn: (values: RefundValues): Promise<MadeRefund> => {
      unanswered.current = nextAttempt(unanswered.current, values, (input) => refundBody(payment, input));
      return requestRefund(unanswered.current.request, unanswered.current.key);
    },
    onSuccess: ({ amount, status }) => {
      unanswered.current = null;
      const { done, doneAddress } = till ? messages().till.refund : messages().refunds.form;
      const text = status === "requires_action" ? done : doneAddress;
      notifications.show({ message: filledText(text, { amount: amountText(amount) }) });
      close();
    },
    onError: (error) => {
      if (isRefusal(error)) unanswered.current = null;
    },
    onSettled: () => readAgain(payment.paymentId),
  });
}
