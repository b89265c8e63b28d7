import { DataList, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { ConsolePayment } from "../../api/payment.ts";
import { ShortText } from "../../app/copy.tsx";
import { AnchorLink } from "../../app/links.tsx";
import { Moment } from "../../app/moment.tsx";
import { amountText, countText } from "../../app/money-text.ts";
import { Surface } from "../../app/surface.tsx";

export const CANCELLED_TEXT: Readonly<Record<string, string>> = {
  cancelled_by_user: "by the buyer",
  cancelled_by_merchant: "by you",
};

const FAILURE_TEXT: Readonly<Record<string, string>> = {
  declined_user: "The buyer's account was declined.",
};

export function Facts({ payment }: { readonly payment: ConsolePayment }) {
  const { referenceId, merchant, paymentId, createdAt, lastUpdatedAt, expiresAt, status, buyer } = payment;
  const { failureCode, cancelledReason, description, lineItems } = payment;
  return (
    <Surface title="Payment">
      <Rows>
        <Row label="Reference">{referenceId}</Row>
        {description && <Row label="Description">{description}</Row>}
        {lineItems && (
          <Row label="Items">
            <Text size="sm" style={{ whiteSpace: "pre-line" }}>
              {itemLines(payment)}
            </Text>
          </Row>
        )}
        <Row label="Merchant">
          <AnchorLink to="/merchants/$merchantId" params={{ merchantId: merchant.id }} underline="hover" fz="inherit">
            {merchant.name}
          </AnchorLink>
        </Row>
        <Row label="Payment ID">
          <ShortText value={paymentId} label="Copy payment ID" />
        </Row>
        <Row label="Created">
          <Moment at={createdAt} />
        </Row>
        {status === "requires_action" ? (
          <Row label="Expires">
            <Moment at={new Date(expiresAt * 1_000).toISOString()} />
          </Row>
        ) : (
          <Row label="Last updated">
            <Moment at={lastUpdatedAt} />
          </Row>
        )}
        {cancelledReason && <Row label="Cancelled">{CANCELLED_TEXT[cancelledReason] ?? cancelledReason}</Row>}
        {failureCode && <Row label="Failure reason">{FAILURE_TEXT[failureCode] ?? failureCode}</Row>}
        {buyer && (
          <Row label="Buyer">
            <ShortText value={buyer.accountCaip10.split(":").at(-1) ?? ""} label="Copy buyer address" ends={6} />
            {buyer.accountProviderName && (
              <Text span size="sm" c="dimmed">
                {" "}
                with {buyer.accountProviderName}
              </Text>
            )}
          </Row>
        )}
      </Rows>
    </Surface>
  );
}

/** One line each. */
const itemLines = ({ lineItems = [], fiatAmount: { display } }: ConsolePayment): string =>
  lineItems
    .map(({ name, quantity, amount }) => {
      const price = amountText(display ? { ...amount, display } : amount);
      return `${countText(quantity)} × ${name}: ${price}`;
    })
    .join("\n");

export const Rows = ({ children }: { readonly children: ReactNode }) => (
  <DataList size="sm" gap="xs" labelWidth="8.5rem">
    {children}
  </DataList>
);

export const Row = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <DataList.Item>
    <DataList.ItemLabel>{label}</DataList.ItemLabel>
    <DataList.ItemValue style={{ minWidth: 0, overflowWrap: "anywhere" }}>{children}</DataList.ItemValue>
  </DataList.Item>
);
