import { Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { payments } from "../../api/payments.ts";
import { Card } from "../../app/display/card.tsx";
import { AnchorLink } from "../../app/display/links.tsx";
import { RefundBadge, StatusBadge } from "../../app/display/status.tsx";
import { FailureNote, LoadingRows } from "../../app/failure/states.tsx";
import { Items, RowLink } from "../../app/list/list.tsx";
import { messages } from "../../app/text/language.ts";
import { Moment } from "../../app/text/moment.tsx";
import { amountText } from "../../app/text/money-text.ts";
import classes from "./overview.module.css";

const LATEST = 5;

export function LatestPayments({ merchantId }: { readonly merchantId: string | undefined }) {
  const { latest: texts } = messages().overview;
  const latest = useQuery({
    queryKey: ["payments", "latest", merchantId],
    queryFn: ({ signal }) =>
      payments.listPage({ limit: LATEST, ...(merchantId && { merchantId: [merchantId] }) }, { signal }),
  });
  const all = (
    <AnchorLink to="/payments" search={merchantId ? { merchantId: [merchantId] } : {}} size="sm">
      {texts.all}
    </AnchorLink>
  );
  return (
    <Card title={texts.title} actions={all} flush>
      {latest.data ? (
        <Items>
          {latest.data.data.map((payment) => (
            <li key={payment.paymentId} className={classes.item}>
              <Group justify="space-between" wrap="nowrap" gap="xs">
                <Text span size="sm" truncate dir="auto">
                  <RowLink to="/payments/$paymentId" params={{ paymentId: payment.paymentId }}>
                    {payment.referenceId}
                  </RowLink>
                </Text>
                <Text span size="sm" fw={600} className="amount">
                  {amountText(payment.fiatAmount)}
                </Text>
              </Group>
              <Group justify="space-between" wrap="nowrap" mt={2}>
                <Text span size="xs" c="dimmed">
                  <Moment at={payment.createdAt} precision="brief" />
                </Text>
                <Group gap={6} justify="end">
                  <StatusBadge status={payment.status} />
                  <RefundBadge payment={payment} />
                </Group>
              </Group>
            </li>
          ))}
          {latest.data.data.length === 0 && (
            <Text component="li" size="sm" c="dimmed" px={{ base: "md", sm: "lg" }} pb="md">
              {texts.none}
            </Text>
          )}
        </Items>
      ) : latest.error ? (
        <FailureNote error={latest.error} retry={() => void latest.refetch()} />
      ) : (
        <LoadingRows rows={LATEST} height={54} />
      )}
    </Card>
  );
}
