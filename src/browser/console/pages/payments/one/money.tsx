// The buyer's amount, the fee, and the merchant's amount.
import { Text } from "@mantine/core";
import type { ConsolePayment } from "../../../api/payment.ts";
import { Card } from "../../../app/display/card.tsx";
import { ShortText } from "../../../app/display/copy.tsx";
import { Row, Rows } from "../../../app/display/rows.tsx";
import { Amount } from "../../../app/text/amount.tsx";
import { Filled } from "../../../app/text/filled.tsx";
import { filledText, locale, messages } from "../../../app/text/language.ts";
import { Moment } from "../../../app/text/moment.tsx";
import { amountText } from "../../../app/text/money-text.ts";

export function Money({ payment }: { readonly payment: ConsolePayment }) {
  const { money: texts } = messages().payment;
  const { fiatAmount, tokenAmount, fees, settlement, status } = payment;
  return (
    <Card title={texts.title}>
      <Rows>
        <Row label={texts.requested}>
          <Amount of={fiatAmount} />
        </Row>
        <Row label={status === "succeeded" ? texts.paidWith : texts.toBePaidWith}>
          {tokenAmount ? (
            <>
              <Amount of={tokenAmount} />{" "}
              <Text span c="dimmed" size="sm">
                {filledText(texts.network, { network: tokenAmount.display?.networkName ?? "" })}
              </Text>
            </>
          ) : (
            <Quiet>{texts.notChosen}</Quiet>
          )}
        </Row>
        {fees && (
          <Row label={texts.fee}>
            <Amount of={fees.total} />{" "}
            <Text span c="dimmed" size="sm">
              <bdi>({feeText(fees)})</bdi>
            </Text>
          </Row>
        )}
        {settlement && (
          <Row label={texts.settlement}>
            <Settlement settlement={settlement} status={status} />
          </Row>
        )}
        <Refunded payment={payment} />
      </Rows>
    </Card>
  );
}

/** The sum of the refunds, or the mark of one that was sent by hand. */
function Refunded({ payment }: { readonly payment: ConsolePayment }) {
  const { money: texts } = messages().payment;
  const { refundedAt, refundTxHash, refundedAmount } = payment;
  if (refundedAmount && refundedAmount.value !== "0")
    return (
      <Row label={texts.refunded}>
        <Amount of={refundedAmount} />
      </Row>
    );
  if (!refundedAt) return null;
  return (
    <Row label={texts.refunded}>
      <Filled message={texts.marked} values={{ time: <Moment at={refundedAt} /> }} />
      {refundTxHash && (
        <>
          {" "}
          <ShortText value={refundTxHash} label={texts.copyRefund} ends={6} />
        </>
      )}
    </Row>
  );
}

/** For example "1.5% + US$0.30". */
function feeText({ percentage, fixed }: NonNullable<ConsolePayment["fees"]>): string {
  const percent = new Intl.NumberFormat(locale(), { style: "unit", unit: "percent", maximumFractionDigits: 20 });
  const share = percent.format(percentage as Intl.StringNumericLiteral);
  return fixed.value === "0" ? share : `${share} + ${amountText(fixed)}`;
}

const Quiet = ({ children }: { readonly children: string }) => (
  <Text span c="dimmed" size="sm">
    {children}
  </Text>
);

interface SettlementProps {
  readonly settlement: NonNullable<ConsolePayment["settlement"]>;
  readonly status: ConsolePayment["status"];
}

function Settlement({ settlement: { settled, amount }, status }: SettlementProps) {
  const { money: texts } = messages().payment;
  if (settled && amount)
    return (
      <>
        <Amount of={amount} /> <Quiet>{texts.settled}</Quiet>
      </>
    );
  if (status === "succeeded") return <Quiet>{texts.withOperator}</Quiet>;
  return <Quiet>{texts.nothing}</Quiet>;
}
