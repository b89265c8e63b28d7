// What all payments that match amount to, over every page.
import { Group, Skeleton, Text } from "@mantine/core";
import type { PaymentPage } from "../../api/payments.ts";
import { countText, revenueText } from "../../app/money-text.ts";

export function Statistics({ stats }: { readonly stats: PaymentPage["stats"] | undefined }) {
  if (!stats) return <Skeleton height={21} width={280} />;
  const { totalRevenue, totalTransactions, totalCustomers } = stats;
  return (
    <Group gap="md" component="p" m={0} role="status" aria-label="All that match">
      <Figure value={countText(totalTransactions)} label={totalTransactions === 1 ? "payment" : "payments"} />
      {totalRevenue.map(({ currency, amount }) => (
        <Figure key={currency} value={revenueText(currency, amount)} label="received" />
      ))}
      <Figure value={countText(totalCustomers)} label={totalCustomers === 1 ? "buyer" : "buyers"} />
    </Group>
  );
}

const Figure = ({ value, label }: { readonly value: string; readonly label: string }) => (
  <Text span size="sm" c="dimmed">
    <Text span fw={650} c="var(--mantine-color-text)" className="amount">
      {value}
    </Text>{" "}
    {label}
  </Text>
);
