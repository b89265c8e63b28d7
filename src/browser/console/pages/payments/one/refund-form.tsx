// Asks for a refund of a payment: how much of it, why, and perhaps to another address than the buyer's.
import { Alert, Button, Checkbox, Group, NativeSelect, Radio, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { type UseFormReturnType, useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { useChangeRequests } from "../../../api/change-requests.ts";
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
import {
  chainOf,
  EMPTY_REFUND,
  needsAddress,
  type RefundSubject,
  type RefundValues,
  refundBody,
  rulesFor,
} from "./refund-values.ts";

/** The API's own rule. */
const REASON_MAX = 500;

interface RefundFormProps {
  readonly subject: RefundSubject;
  readonly close: () => void;
  /** Shows the mark instead; absent if the payment has refunds already. */
  readonly onMark?: () => void;
}

export function RefundForm({ subject, close, onMark }: RefundFormProps) {
  const { app, refunds, till: tillTexts } = messages();
  const texts = refunds.form;
  const { till } = useSession();
  const form = useForm<RefundValues>({
    initialValues: { ...EMPTY_REFUND, isElsewhere: needsAddress(subject) },
    validate: rulesFor(subject),
  });
  const request = useRequest(subject, close);
  return (
    <form noValidate onSubmit={form.onSubmit((values) => request.mutate(values))}>
      <Stack gap="md">
        <Text size="sm">{till ? tillTexts.refund.text : texts.text}</Text>
        <HowMuch subject={subject} form={form} />
        <Textarea
          label={texts.reason}
          description={texts.reasonText}
          maxLength={REASON_MAX}
          autosize
          minRows={2}
          {...form.getInputProps("reason")}
        />
        {till ? <Receiver subject={subject} /> : <ToWhom subject={subject} form={form} />}
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
  readonly subject: RefundSubject;
  readonly form: UseFormReturnType<RefundValues>;
}

function HowMuch({ subject, form }: FieldsProps) {
  const { form: texts } = messages().refunds;
  const { token, fiat } = subject.left;
  if (subject.exceptionId !== undefined) {
    return (
      <Text>
        {filledText(texts.ofException, { amount: amountText(token), fiat: amountText(fiat) })}
        {token.display?.networkName && (
          <>
            {" · "}
            <bdi>{token.display.networkName}</bdi>
          </>
        )}
      </Text>
    );
  }
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

function ToWhom({ subject, form }: FieldsProps) {
  const { refunds, merchant } = messages();
  const texts = refunds.form;
  const needsSecondPerson = useChangeRequests(true, subject.merchantId).data?.isRequired ?? false;
  const check = checkAddress(chainOf(subject), form.values.to);
  const { isElsewhere } = form.values;
  const mustName = needsAddress(subject);
  return (
    <>
      {mustName && <Note>{subject.isDeposit ? texts.sentFromExchange : texts.senderUnknown}</Note>}
      {!isElsewhere && <Receiver subject={subject} />}
      {!mustName && <Checkbox label={texts.elsewhere} {...form.getInputProps("isElsewhere", { type: "checkbox" })} />}
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

function Receiver({ subject: { sender, isDeposit, exceptionId } }: { readonly subject: RefundSubject }) {
  const { form: texts } = messages().refunds;
  if (!sender) return isDeposit ? <Text size="sm">{texts.deposit}</Text> : null;
  const message = exceptionId === undefined ? texts.toBuyer : texts.toSender;
  return (
    <Text size="sm" style={{ overflowWrap: "anywhere" }}>
      {filledText(message, { address: addressOf(sender) })}
    </Text>
  );
}

function useRequest(subject: RefundSubject, close: () => void) {
  const { till } = useSession();
  const readAgain = useReadRefundAgain();
  const unanswered = useRef<Attempt<RefundValues, NewRefund> | null>(null);
  return useMutation({
    mutationFn: (values: RefundValues): Promise<MadeRefund> => {
      unanswered.current = nextAttempt(unanswered.current, values, (input) => refundBody(subject, input));
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
    onSettled: () => readAgain(subject.paymentId),
  });
}
