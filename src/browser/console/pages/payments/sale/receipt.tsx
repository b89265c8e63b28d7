// The printed receipt of a till's sale.
import { useMutation } from "@tanstack/react-query";
import { chainOfUnit } from "../../../../../money/amount.ts";
import { type ConsolePayment, readPayment } from "../../../api/payment.ts";
import { numberReceipts } from "../../../api/tills.ts";
import { QrCode } from "../../../app/display/qr-code.tsx";
import { useSession } from "../../../app/session/session.tsx";
import { useTillSettings } from "../../../app/session/use-till-settings.ts";
import { filledText, locale, messages } from "../../../app/text/language.ts";
import { amountText, receiptNumberText } from "../../../app/text/money-text.ts";
import { usePrinted } from "./printed.tsx";
import classes from "./receipt.module.css";
import { taxIn, tipIn, WHOLE } from "./tax.ts";

/** @returns how to print a paid sale's receipt, and the receipt to render */
export function useReceipt() {
  const { print, printed } = usePrinted();
  const read = useMutation({
    async mutationFn(paymentId: string) {
      await numberReceipts();
      return readPayment(paymentId);
    },
    onSuccess: (sale) => print(<Receipt sale={sale} />),
  });
  return { print: read.mutate, isBusy: read.isPending, error: read.error, receipt: printed };
}

function Receipt({ sale }: { readonly sale: ConsolePayment }) {
  const { newPayment, till } = messages();
  const { receipt: texts } = till;
  const { till: own, isTestNet } = useSession();
  const [{ taxRate }] = useTillSettings(own?.id ?? "");
  const { tokenAmount, buyer } = sale;
  const network = tokenAmount && (tokenAmount.display?.networkName ?? chainOfUnit(tokenAmount.unit));
  return (
    <>
      {isTestNet && <p className={classes.test}>{newPayment.testNet}</p>}
      <p className={classes.merchant}>
        <bdi>{sale.merchant.name}</bdi>
      </p>
      {sale.receipt && (
        <p className={classes.number}>{filledText(texts.number, { number: receiptNumberText(sale.receipt.number) })}</p>
      )}
      <p>{new Date(sale.createdAt).toLocaleString(locale(), { dateStyle: "medium", timeStyle: "short" })}</p>
      <p className={classes.amount}>{amountText(sale.fiatAmount)}</p>
      {sale.lineItems?.map(({ name, amount }) => (
        <p key={name}>
          <bdi>{name}</bdi>: {amountText({ ...amount, ...shownLike(sale.fiatAmount) })}
        </p>
      ))}
      {taxRate !== undefined && <p>{taxText(sale, taxRate)}</p>}
      {sale.description && (
        <p>
          <bdi>{sale.description}</bdi>
        </p>
      )}
      {tokenAmount && <p>{filledText(texts.paidWith, { amount: amountText(tokenAmount) })}</p>}
      {network && <p>{filledText(texts.network, { network })}</p>}
      {buyer && <p>{filledText(texts.from, { address: buyer.accountCaip10.split(":").at(-1) ?? "" })}</p>}
      {sale.transaction && <p>{filledText(texts.transaction, { hash: sale.transaction.hash })}</p>}
      <p>{filledText(texts.reference, { reference: sale.referenceId })}</p>
      <p>
        <bdi>{sale.paymentId}</bdi>
      </p>
      <div className={classes.code}>
        <QrCode text={sale.gatewayUrl} label={texts.page} />
      </div>
      <p className={classes.center}>{texts.page}</p>
    </>
  );
}

function taxText({ fiatAmount, lineItems }: ConsolePayment, rate: number): string {
  const tax = taxIn(BigInt(fiatAmount.value) - tipIn(lineItems), rate);
  const percent = new Intl.NumberFormat(locale(), { style: "percent", maximumFractionDigits: 2 });
  return filledText(messages().till.receipt.tax, {
    percent: percent.format(rate / WHOLE),
    amount: amountText({ ...fiatAmount, value: tax.toString() }),
  });
}

const shownLike = ({ display }: ConsolePayment["fiatAmount"]) => display && { display };
