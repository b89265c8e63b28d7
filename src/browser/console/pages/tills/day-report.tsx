// The close of the day on paper: totals, counts, refunds, and the receipt numbers.
import type { ListedPayment } from "../../api/payments.ts";
import { countedText, filledText, locale, messages } from "../../app/text/language.ts";
import { amountText, receiptNumberText } from "../../app/text/money-text.ts";
import { hasEnded } from "../payments/sale/open-sale.ts";
import classes from "../payments/sale/receipt.module.css";
import { type DaySum, runsOf, sumsOf } from "./day-sums.ts";

interface DayReportProps {
  readonly till: string;
  readonly isTestNet: boolean;
  readonly sales: readonly ListedPayment[];
  /** Receipt numbers by payment. */
  readonly numbers: ReadonlyMap<string, number>;
  readonly nowMs: number;
}

export function DayReport({ till, isTestNet, sales, numbers, nowMs }: DayReportProps) {
  const { newPayment, till: tillTexts } = messages();
  const { close: texts } = tillTexts;
  const [sale] = sales;
  const open = sales.filter(({ status }) => !hasEnded(status)).length;
  const sums = sumsOf(sales);
  const given = sales.flatMap(({ paymentId }) => numbers.get(paymentId) ?? []);
  return (
    <>
      {isTestNet && <p className={classes.test}>{newPayment.testNet}</p>}
      <p className={classes.merchant}>{texts.title}</p>
      <p>
        {sale && (
          <>
            <bdi>{sale.merchant.name}</bdi> ·{" "}
          </>
        )}
        <bdi>{till}</bdi>
      </p>
      <p>{new Date(nowMs).toLocaleString(locale(), { dateStyle: "full", timeStyle: "short" })}</p>
      {sums.map((sum) => (
        <Sum key={sum.total.unit} sum={sum} />
      ))}
      {given.length > 0 && <p>{filledText(texts.numbers, { numbers: runsOf(given).map(runText).join(", ") })}</p>}
      {sums.length === 0 && <p>{messages().till.sales.nothing}</p>}
      {open > 0 && <p>{countedText(texts.open, open)}</p>}
    </>
  );
}

const runText = ([first, last]: readonly [number, number]): string =>
  first === last ? receiptNumberText(first) : `${receiptNumberText(first)}–${receiptNumberText(last)}`;

function Sum({ sum: { count, total, tips, refunds } }: { readonly sum: DaySum }) {
  const { close: texts, sales } = messages().till;
  return (
    <table>
      <tbody>
        <tr>
          <td>{countedText(sales.count, count)}</td>
          <td>
            <b>{amountText(total)}</b>
          </td>
        </tr>
        {tips.value !== "0" && (
          <tr>
            <td>{texts.tips}</td>
            <td>{amountText(tips)}</td>
          </tr>
        )}
        {refunds.count > 0 && (
          <tr>
            <td>{countedText(texts.refunds, refunds.count)}</td>
            <td>{amountText(refunds.total)}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}
