// Today's sales of this till with their total, and receipts to print.
import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { type ListedPayment, payments } from "../../api/payments.ts";
import { failureOf } from "../../app/failure.ts";
import { amountText, revenueText } from "../../app/money-text.ts";
import { useSessionControl } from "../../app/session.tsx";
import { FailureNote, LoadingRows, Nothing } from "../../app/states.tsx";
import { StatusBadge } from "../../app/status.tsx";
import { Surface } from "../../app/surface.tsx";
import { Receipt } from "./receipt.tsx";
import classes from "./till.module.css";

/** More than a till sells in a day; the total covers all of them. */
const SHOWN_MAX = 100;

const startOfToday = (): string => {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate()).toISOString();
};

export function Today() {
  const sales = useQuery({
    queryKey: ["payments", "today"],
    queryFn: ({ signal }) => payments.listPage({ startTs: startOfToday(), limit: SHOWN_MAX }, { signal }),
    refetchInterval: 15_000,
  });
  const [printed, setPrinted] = useState<ListedPayment | null>(null);
  useEffect(() => {
    if (printed) window.print();
  }, [printed]);
  if (sales.error && !sales.data) return <FailureNote error={sales.error} retry={() => void sales.refetch()} />;
  return (
    <Stack gap="md">
      {sales.data && <Total revenue={sales.data.stats.totalRevenue} />}
      <Surface flush title="Sales" note={sales.error ? failureOf(sales.error).title : undefined}>
        {!sales.data && <LoadingRows rows={4} />}
        {sales.data?.data.length === 0 && (
          <Nothing icon="payments" title="No sales yet today">
            Each sale of this till appears here.
          </Nothing>
        )}
        <ul className={classes.sales} aria-label="Today's sales">
          {sales.data?.data.map((sale) => (
            <Row key={sale.paymentId} sale={sale} print={() => setPrinted({ ...sale })} />
          ))}
        </ul>
      </Surface>
      <Unpair />
      {printed && createPortal(<Receipt sale={printed} />, document.body)}
    </Stack>
  );
}

interface Amount {
  readonly currency: string;
  readonly amount: number;
}

const Total = ({ revenue }: { readonly revenue: readonly Amount[] }) => (
  <Surface>
    <Text size="sm" c="dimmed">
      Paid today
    </Text>
    <Title order={2} className="amount" data-testid="total">
      {revenue.length === 0
        ? "Nothing yet"
        : revenue.map(({ amount, currency }) => revenueText(currency, amount)).join(" · ")}
    </Title>
  </Surface>
);

const timeText = (at: string): string =>
  new Date(at).toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit" });

function Row({ sale, print }: { readonly sale: ListedPayment; readonly print: () => void }) {
  return (
    <li className={classes.sale}>
      <div>
        <Text fw={600} className="amount">
          {amountText(sale.fiatAmount)}
        </Text>
        <Text size="sm" c="dimmed">
          {timeText(sale.createdAt)} · {sale.referenceId}
        </Text>
      </div>
      <Group gap="xs">
        <StatusBadge status={sale.status} />
        {sale.status === "succeeded" && (
          <Button size="xs" variant="default" onClick={print} aria-label={`Print receipt of ${sale.referenceId}`}>
            Print receipt
          </Button>
        )}
      </Group>
    </li>
  );
}

function Unpair() {
  const { leave } = useSessionControl();
  const [asks, setAsks] = useState(false);
  return asks ? (
    <Group gap="xs" role="group" aria-label="Unpair this device?">
      <Text size="sm">Unpair this device? A manager has to pair it again.</Text>
      <Button size="xs" variant="default" onClick={() => setAsks(false)}>
        Keep it
      </Button>
      <Button size="xs" color="red.8" onClick={() => void leave()}>
        Yes, unpair
      </Button>
    </Group>
  ) : (
    <div>
      <Button size="xs" variant="default" onClick={() => setAsks(true)}>
        Unpair this device
      </Button>
    </div>
  );
}
