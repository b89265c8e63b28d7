// Totals over all matching payments, not just this page.
import { Skeleton, Text } from "@mantine/core";
import type { PaymentPage } from "../../../api/payments.ts";
import { Filled } from "../../../app/text/filled.tsx";
import { countedText, filledText, messages } from "../../../app/text/language.ts";
import { countText, revenueText } from "../../../app/text/money-text.ts";
import classes from "./payments.module.css";

export function Statistics({ stats }: { readonly stats: PaymentPage["stats"] | undefined }) {
  if (!stats) return <Skeleton className={classes.totals ?? ""} />;
  const { totalRevenue, totalTransactions, totalCustomers } = stats;
  const { totals: texts } = messages().payments;
  return (
    <p className={classes.totals} role="status" aria-label={texts.title}>
      <Figure value={countText(totalTransactions)} text={countedText(texts.payments, totalTransactions)} />
      <Figure value={countText(totalCustomers)} text={countedText(texts.buyers, totalCustomers)} />
      {totalRevenue.map(({ currency, amount }) => {
        const value = revenueText(currency, amount);
        return <Figure key={currency} value={value} text={filledText(texts.received, { amount: value })} />;
      })}
    </p>
  );
}

/** The value stands out in its text. */
const Figure = ({ value, text }: { readonly value: string; readonly text: string }) => (
  <Text span size="sm" c="dimmed">
    <Filled
      message={text.replace(value, "{value}")}
      values={{
        value: (
          <Text span fw={650} c="var(--mantine-color-text)" className="amount">
            {value}
          </Text>
        ),
      }}
    />
  </Text>
);
