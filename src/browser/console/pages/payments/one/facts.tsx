import { Anchor, Group, Text } from "@mantine/core";
import type { ConsolePayment } from "../../../api/payment.ts";
import { Card } from "../../../app/display/card.tsx";
import { CopyAction, ShortText } from "../../../app/display/copy.tsx";
import { AnchorLink } from "../../../app/display/links.tsx";
import { Row, Rows } from "../../../app/display/rows.tsx";
import { filledText, locale, messages } from "../../../app/text/language.ts";
import { Moment } from "../../../app/text/moment.tsx";
import { amountText, countText, receiptNumberText } from "../../../app/text/money-text.ts";
import { creatorText } from "./author-text.ts";
import { inWords } from "./code-text.ts";

export function Facts({ payment }: { readonly payment: ConsolePayment }) {
  const { facts: texts, title } = messages().payment;
  const { referenceId, merchant, paymentId, createdAt, lastUpdatedAt, expiresAt, status, buyer } = payment;
  const { failureCode, cancelledReason, description, lineItems } = payment;
  return (
    <Card title={title}>
      <Rows>
        <Row label={texts.reference}>
          <bdi>{referenceId}</bdi>
        </Row>
        {description && (
          <Row label={texts.description}>
            <bdi>{description}</bdi>
          </Row>
        )}
        {lineItems && (
          <Row label={texts.items}>
            <Text size="sm" style={{ whiteSpace: "pre-line" }}>
              {itemLines(payment)}
            </Text>
          </Row>
        )}
        <Row label={texts.merchant}>
          <AnchorLink to="/merchants/$merchantId" params={{ merchantId: merchant.id }} underline="hover" fz="inherit">
            <bdi>{merchant.name}</bdi>
          </AnchorLink>
        </Row>
        <Row label={texts.id}>
          <ShortText value={paymentId} label={texts.copyId} />
        </Row>
        <Row label={texts.creator}>
          <bdi>{creatorText(payment)}</bdi>
        </Row>
        {status === "succeeded" && <ReceiptRow payment={payment} />}
        <Row label={texts.created}>
          <Moment at={createdAt} />
        </Row>
        {status === "requires_action" ? (
          <Row label={texts.expires}>
            <Moment at={new Date(expiresAt * 1_000).toISOString()} />
          </Row>
        ) : (
          <Row label={texts.updated}>
            <Moment at={lastUpdatedAt} />
          </Row>
        )}
        {cancelledReason && <Row label={texts.cancelled}>{inWords(cancelledReason, texts.cancelledBy)}</Row>}
        {failureCode && <Row label={texts.failure}>{inWords(failureCode, texts.failures)}</Row>}
        {buyer && (
          <Row label={texts.buyer}>
            <ShortText value={buyer.accountCaip10.split(":").at(-1) ?? ""} label={texts.copyBuyer} ends={6} />
            {buyer.accountProviderName && (
              <Text span size="sm" c="dimmed">
                {" "}
                {filledText(texts.provider, { provider: buyer.accountProviderName })}
              </Text>
            )}
          </Row>
        )}
      </Rows>
    </Card>
  );
}

/** The payment's page shows the receipt once it is paid. */
function ReceiptRow({ payment: { gatewayUrl: url, receipt } }: { readonly payment: ConsolePayment }) {
  const { facts: texts } = messages().payment;
  return (
    <Row label={texts.receipt}>
      {receipt && (
        <>
          {filledText(texts.receiptOfDay, { number: receiptNumberText(receipt.number), day: dayText(receipt.day) })}
          {" · "}
        </>
      )}
      <Group gap={4} wrap="nowrap" component="span" style={{ display: "inline-flex" }}>
        <Anchor href={url} target="_blank" rel="noreferrer" fz="inherit">
          {texts.openReceipt}
        </Anchor>
        <CopyAction value={url} label={texts.copyReceipt} />
      </Group>
    </Row>
  );
}

/** @param day ISO 8601, of no time zone */
const dayText = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString(locale(), { dateStyle: "medium", timeZone: "UTC" });

/** One line each. */
const itemLines = ({ lineItems = [], fiatAmount: { display } }: ConsolePayment): string =>
  lineItems
    .map(({ name, quantity, amount }) => {
      const price = amountText(display ? { ...amount, display } : amount);
      return filledText(messages().payment.facts.item, { quantity: countText(quantity), name, price });
    })
    .join("\n");
