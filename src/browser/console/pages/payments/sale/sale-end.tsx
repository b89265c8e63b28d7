// The outcome of a sale, readable across a counter, and the next steps.
import { Button, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { readPayment } from "../../../api/payment.ts";
import { useReceiptNumbers } from "../../../api/tills.ts";
import { Icon, type IconName } from "../../../app/display/icon.tsx";
import { ButtonLink } from "../../../app/display/links.tsx";
import { FailureAlert } from "../../../app/failure/failure-alert.tsx";
import { takeFocus } from "../../../app/fields/take-focus.ts";
import { useSession } from "../../../app/session/session.tsx";
import { filledText, messages } from "../../../app/text/language.ts";
import { amountText, receiptNumberText } from "../../../app/text/money-text.ts";
import { amountOf, type EndedStatus, type Sale } from "./open-sale.ts";
import { useReceipt } from "./receipt.tsx";
import classes from "./sale.module.css";
import { TestNote } from "./test-note.tsx";

const ICONS = {
  succeeded: "check",
  failed: "alert",
  expired: "clock",
  cancelled: "close",
} as const satisfies Record<EndedStatus, IconName>;

interface SaleEndProps {
  readonly sale: Sale;
  readonly status: EndedStatus;
  readonly onNext: (keepsAmount: boolean) => void;
}

export function SaleEnd({ sale, status, onNext }: SaleEndProps) {
  const session = useSession();
  const { app, newPayment, till } = messages();
  const { end: texts } = newPayment;
  const { title, text } = texts[status];
  const isPaid = status === "succeeded";
  const { data } = useQuery({
    queryKey: ["payment", sale.paymentId, "sold", "end"],
    queryFn: ({ signal }) => readPayment(sale.paymentId, signal),
    enabled: !isPaid,
  });
  const number = useReceiptNumbers(session.till && isPaid ? [sale.paymentId] : []).get(sale.paymentId);
  const part = data?.deposits?.find(({ received }) => received.value !== "0");
  return (
    <Stack gap="lg" align="center" className={classes.end ?? ""} data-paid={isPaid || undefined}>
      <TestNote />
      <span className={classes.seal}>
        <Icon name={ICONS[status]} size={56} />
      </span>
      <Stack gap={4} align="center" role="status">
        <Title order={1} className={classes.outcome ?? ""}>
          {title}
        </Title>
        <Text className={classes.amount ?? ""}>{amountOf(sale)}</Text>
        <Text ta="center" maw={320}>
          {part && !isPaid ? filledText(texts.part, { amount: amountText(part.received) }) : text}
        </Text>
        {number !== undefined && (
          <Text size="xl" fw={650} className="amount">
            {filledText(till.receipt.number, { number: receiptNumberText(number) })}
          </Text>
        )}
        <Text size="sm" ta="center" mt="xs">
          <bdi>{sale.merchantName}</bdi> · <bdi>{sale.referenceId}</bdi>
        </Text>
      </Stack>
      <Stack gap="xs" w="100%">
        {!isPaid && (
          <Button size="lg" fullWidth onClick={() => onNext(true)} ref={takeFocus}>
            {app.tryAgain}
          </Button>
        )}
        <Button
          size="lg"
          fullWidth
          variant={isPaid ? "filled" : "default"}
          onClick={() => onNext(false)}
          ref={isPaid ? takeFocus : null}
        >
          {texts.next}
        </Button>
        {session.till && isPaid && <PrintReceipt sale={sale} />}
        {!session.till && (
          <ButtonLink
            size="md"
            fullWidth
            variant="subtle"
            to="/payments/$paymentId"
            params={{ paymentId: sale.paymentId }}
            onClick={() => onNext(false)}
          >
            {texts.view}
          </ButtonLink>
        )}
      </Stack>
    </Stack>
  );
}

function PrintReceipt({ sale }: { readonly sale: Sale }) {
  const { sales: texts } = messages().till;
  const { print, isBusy, error, receipt } = useReceipt();
  return (
    <>
      <Button size="lg" fullWidth variant="default" loading={isBusy} onClick={() => print(sale.paymentId)}>
        {texts.print}
      </Button>
      {error && <FailureAlert error={error} />}
      {receipt}
    </>
  );
}
