// Today's sales of this till with their total, and receipts to print.
import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { PaymentStatus } from "../../../../payment/payment.ts";
import { serverNowMs } from "../../api/connection.ts";
import { type ListedPayment, payments } from "../../api/payments.ts";
import { Card } from "../../app/display/card.tsx";
import { EmptyState } from "../../app/display/empty-state.tsx";
import { StatusBadge, statusText } from "../../app/display/status.tsx";
import { failureOf } from "../../app/failure/failure.ts";
import { FailureNote, LoadingRows } from "../../app/failure/states.tsx";
import { ItemRow, Items } from "../../app/list/list.tsx";
import { useSessionControl } from "../../app/session/session.tsx";
import { filledText, locale, messages } from "../../app/text/language.ts";
import { amountText, revenueText } from "../../app/text/money-text.ts";
import { hasEnded } from "../payments/sale/open-sale.ts";
import { useReceipt } from "../payments/sale/receipt.tsx";
import { TestNote } from "../payments/sale/test-note.tsx";
import { RefundState, RequestRefund } from "./request-refund.tsx";

/** More than a till sells in a day; the total covers all of them. */
const SHOWN_MAX = 100;

const startOfToday = (): string => {
  const now = new Date(serverNowMs());
  return new Date(now.getFullYear(), now.getMonth(), now.getDate()).toISOString();
};

export function Today() {
  const { sales: texts } = messages().till;
  const sales = useQuery({
    queryKey: ["payments", "today"],
    queryFn: ({ signal }) => payments.listPage({ startTs: startOfToday(), limit: SHOWN_MAX }, { signal }),
    refetchInterval: 15_000,
  });
  const { print, receipt } = useReceipt();
  if (sales.error && !sales.data) return <FailureNote error={sales.error} retry={() => void sales.refetch()} />;
  return (
    <Stack gap="md">
      <TestNote />
      {sales.data && <Total revenue={sales.data.stats.totalRevenue} />}
      <Card flush title={texts.title} note={sales.error ? failureOf(sales.error).title : undefined}>
        {!sales.data && <LoadingRows rows={4} />}
        {sales.data?.data.length === 0 && (
          <EmptyState icon="payments" title={texts.none}>
            {texts.noneText}
          </EmptyState>
        )}
        <Items label={texts.list}>
          {sales.data?.data.map((sale) => (
            <Row key={sale.paymentId} sale={sale} print={() => print(sale)} />
          ))}
        </Items>
      </Card>
      <Unpair />
      {receipt}
    </Stack>
  );
}

interface Amount {
  readonly currency: string;
  readonly amount: number;
}

const Total = ({ revenue }: { readonly revenue: readonly Amount[] }) => (
  <Card>
    <Text size="sm" c="dimmed">
      {messages().till.sales.paid}
    </Text>
    <Title order={2} className="amount" data-testid="total">
      {revenue.length === 0
        ? messages().till.sales.nothing
        : revenue.map(({ amount, currency }) => revenueText(currency, amount)).join(" · ")}
    </Title>
  </Card>
);

const timeText = (at: string): string =>
  new Date(at).toLocaleTimeString(locale(), { hour: "2-digit", minute: "2-digit" });

/** The words of the sale's own screen. */
const wordOf = (status: PaymentStatus): string =>
  hasEnded(status) ? messages().newPayment.end[status].title : statusText(status);

function Row({ sale, print }: { readonly sale: ListedPayment; readonly print: () => void }) {
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
          {timeText(sale.createdAt)} · <bdi>{sale.referenceId}</bdi>
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
