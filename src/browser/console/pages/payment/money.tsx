// What the buyer paid, the fee, and what the merchant received.
import { Text } from "@mantine/core";
import type { ConsolePayment } from "../../api/payment.ts";
import { ShortText } from "../../app/copy.tsx";
import { Moment } from "../../app/moment.tsx";
import { amountText } from "../../app/money-text.ts";
import { Surface } from "../../app/surface.tsx";
import { Row, Rows } from "./facts.tsx";

export function Money({ payment }: { readonly payment: ConsolePayment }) {
  const { fiatAmount, tokenAmount, fees, settlement, refundedAt, refundTxHash, status } = payment;
  return (
    <Surface title="Amounts">
      <Rows>
        <Row label="Requested">
          <span className="amount">{amountText(fiatAmount)}</span>
        </Row>
        <Row label={status === "succeeded" ? "Paid with" : "To be paid with"}>
          {tokenAmount ? (
            <>
              <span className="amount">{amountText(tokenAmount)}</span>{" "}
              <Text span c="dimmed" size="sm">
                on {tokenAmount.display?.networkName}
              </Text>
            </>
          ) : (
            <Quiet>Not chosen yet</Quiet>
          )}
        </Row>
        {fees && (
          <Row label="Fee">
            <span className="amount">{amountText(fees.total)}</span>{" "}
            <Text span c="dimmed" size="sm">
              ({fees.percentage}%{fees.fixed.value !== "0" && ` + ${amountText(fees.fixed)}`})
            </Text>
          </Row>
        )}
        {settlement && (
          <Row label="Settlement">
            <Settlement settlement={settlement} status={status} />
          </Row>
        )}
        {refundedAt && (
          <Row label="Refunded">
            Marked <Moment at={refundedAt} />
            {refundTxHash && (
              <>
                {" "}
                <ShortText value={refundTxHash} label="Copy refund transaction hash" ends={6} />
              </>
            )}
          </Row>
        )}
      </Rows>
    </Surface>
  );
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
  if (settled && amount)
    return (
      <>
        <span className="amount">{amountText(amount)}</span> <Quiet>paid to the merchant's destination</Quiet>
      </>
    );
  if (status === "succeeded")
    return <Quiet>With the operator, who pays it out because the merchant has no destination</Quiet>;
  return <Quiet>Nothing yet</Quiet>;
}
