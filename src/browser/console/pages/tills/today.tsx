// Today's sales of this till with their total, and receipts to print.
import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { PaymentStatus } from "../../../../payment/payment.ts";
import { serverNowMs } from "../../api/connection.ts";
import { type ListedPayment, payments } from "../../api/payments.ts";
import { startOfTodayMs, useReceiptNumbers } from "../../api/tills.ts";
import { Card } from "../../app/display/card.tsx";
import { EmptyState } from "../../app/display/empty-state.tsx";
import { StatusBadge, statusText } from "../../app/display/status.tsx";
import { failureOf } from "../../app/failure/failure.ts";
import { FailureAlert } from "../../app/failure/failure-alert.tsx";
import { FailureNote, LoadingRows } from "../../app/failure/states.tsx";
import { ItemRow, Items } from "../../app/list/list.tsx";
import { useSession, useSessionControl } from "../../app/session/session.tsx";
import { countedText, filledText, locale, messages } from "../../app/text/language.ts";
import { amountText, receiptNumberText } from "../../app/text/money-text.ts";
import { hasEnded } from "../payments/sale/open-sale.ts";
import { usePrinted } from "../payments/sale/printed.tsx";
import { useReceipt } from "../payments/sale/receipt.tsx";
import { TestNote } from "../payments/sale/test-note.tsx";
import { DayReport } from "./day-report.tsx";
import { sumsOf } from "./day-sums.ts";
import { RefundState, RequestRefund } from "./request-refund.tsx";
import { Settings } from "./settings.tsx";

/** The API's largest page. */
const PAGE = 200;

const useTodaysSales = () =>
  useQuery({
    queryKey: ["payments", "today"],
    async queryFn({ signal }) {
      const all: ListedPayment[] = [];
      const startTs = new Date(startOfTodayMs()).toISOString();
      for await (const sale of payments.list({ startTs, limit: PAGE }, { signal })) all.push(sale);
      return all;
    },
    // A sale was often paid a moment before, and the day may be closed a moment later.
    staleTime: 0,
    refetchInterval: 15_000,
  });

export function Today() {
  const { sales: texts } = messages().till;
  const sales = useTodaysSales();
  const paid = (sales.data ?? []).filter(({ status }) => status === "succeeded");
  const numbers = useReceiptNumbers(paid.map(({ paymentId }) => paymentId));
  const { print, isBusy, error, receipt } = useReceipt();
  if (sales.error && !sales.data) return <FailureNote error={sales.error} retry={() => void sales.refetch()} />;
  return (
    <Stack gap="md">
      <TestNote />
      {sales.data && <Total sales={sales.data} numbers={numbers} />}
      {error && <FailureAlert error={error} />}
      <Card flush title={texts.title} note={sales.error ? failureOf(sales.error).title : undefined}>
        {!sales.data && <LoadingRows rows={4} />}
        {sales.data?.length === 0 && (
          <EmptyState icon="payments" title={texts.none}>
            {texts.noneText}
          </EmptyState>
        )}
        <Items label={texts.list}>
          {sales.data?.map((sale) => (
            <Row
              key={sale.paymentId}
              sale={sale}
              number={numbers.get(sale.paymentId)}
              isBusy={isBusy}
              print={() => print(sale.paymentId)}
            />
          ))}
        </Items>
      </Card>
      <Settings />
      <Unpair />
      {receipt}
    </Stack>
  );
}

interface TotalProps {
  readonly sales: readonly ListedPayment[];
  readonly numbers: ReadonlyMap<string, number>;
}

function Total({ sales, numbers }: TotalProps) {
  const { sales: texts, close } = messages().till;
  const { till, isTestNet } = useSession();
  const { print, printed } = usePrinted();
  const sums = sumsOf(sales);
  const report = { till: till?.name ?? "", isTestNet, sales, numbers };
  return (
    <Card>
      <Group justify="space-between" align="end">
        <div>
          <Text size="sm" c="dimmed">
            {texts.paid}
          </Text>
          <Title order={2} className="amount" data-testid="total">
            {sums.length === 0 ? texts.nothing : sums.map(({ total }) => amountText(total)).join(" · ")}
          </Title>
          {sums.length > 0 && (
            <Text size="sm" data-testid="count">
              {countedText(
                texts.count,
                sums.reduce((all, { count }) => all + count, 0),
              )}
            </Text>
          )}
        </div>
        <Button variant="default" onClick={() => print(<DayReport {...report} nowMs={serverNowMs()} />)}>
          {close.action}
        </Button>
      </Group>
      {printed}
    </Card>
  );
}

const timeText = (at: string): string => new Date(at).toLocaleTimeString(locale(), { timeStyle: "short" });

/** The words of the sale's own screen. */
const wordOf = (status: PaymentStatus): string =>
  hasEnded(status) ? messages().newPayment.end[status].title : statusText(status);

interface RowProps {
  readonly sale: ListedPayment;
  readonly number: number | undefined;
  readonly isBusy: boolean;
  readonly print: () => void;
}

function Row({ sale, number, isBusy, print }: RowProps) {
  const { sales: texts } = messages().till;
  return (
    <ItemRow
      isShort
      title={
        <Text fw={600} className="amount">
          {amountText(sale.fiatAmount)}
        </Text>
      }
      note={
        <>
          {timeText(sale.createdAt)} · <bdi>{number === undefined ? sale.referenceId : receiptNumberText(number)}</bdi>
          {sale.description && (
            <>
              {" "}
              · <bdi>{sale.description}</bdi>
            </>
          )}
        </>
      }
      end={
        <Group gap="xs">
          <StatusBadge status={sale.status} label={wordOf(sale.status)} />
          <RefundState sale={sale} />
          {sale.status === "succeeded" && (
            <Button
              size="xs"
              variant="default"
              disabled={isBusy}
              onClick={print}
              aria-label={filledText(texts.printReceipt, { reference: sale.referenceId })}
            >
              {texts.print}
            </Button>
          )}
          <RequestRefund sale={sale} />
        </Group>
      }
    />
  );
}

function Unpair() {
  const { unpair: texts } = messages().till;
  const { leave } = useSessionControl();
  const [asks, setAsks] = useState(false);
  return asks ? (
    <Group gap="xs" role="group" aria-label={texts.question}>
      <Text size="sm">{texts.text}</Text>
      <Button size="xs" variant="default" onClick={() => setAsks(false)}>
        {texts.keep}
      </Button>
      <Button size="xs" color="red.8" onClick={() => void leave()}>
        {texts.confirm}
      </Button>
    </Group>
  ) : (
    <div>
      <Button size="xs" variant="default" onClick={() => setAsks(true)}>
        {texts.action}
      </Button>
    </div>
  );
}
