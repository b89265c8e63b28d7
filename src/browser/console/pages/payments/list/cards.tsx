import { Group, Text } from "@mantine/core";
import { Items, RowLink } from "../../../app/list/list.tsx";
import { Moment } from "../../../app/text/moment.tsx";
import { amountText } from "../../../app/text/money-text.ts";
import classes from "./payments.module.css";
import type { RowsProps } from "./rows-props.ts";
import { Status } from "./table.tsx";

export const PaymentCards = ({ payments, changed }: RowsProps) => (
  <Items>
    {payments.map((payment) => (
      <li
        key={payment.paymentId}
        className={classes.card}
        data-changed={changed.includes(payment.paymentId) || undefined}
      >
        <Group justify="space-between" wrap="nowrap" align="start">
          <RowLink
            to="/payments/$paymentId"
            params={{ paymentId: payment.paymentId }}
            className={classes.cardName ?? ""}
          >
            <bdi>{payment.referenceId}</bdi>
          </RowLink>
          <Text span fw={650} className="amount">
            {amountText(payment.fiatAmount)}
          </Text>
        </Group>
        <Group justify="space-between" mt={4} gap="xs">
          <Text component="span" size="sm" c="dimmed" className={classes.cardFacts ?? ""}>
            <Text component="bdi" inherit truncate>
              {payment.merchant.name}
            </Text>
            {" · "}
            <Moment at={payment.createdAt} precision="brief" />
          </Text>
          <Status payment={payment} />
        </Group>
      </li>
    ))}
  </Items>
);
