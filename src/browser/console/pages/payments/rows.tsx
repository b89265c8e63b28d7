// The payments of a page: as a table, on a phone as cards.

import { Anchor } from "@mantine/core";
import type { ListedPayment } from "../../api/payments.ts";
import { ButtonLink } from "../../app/links.tsx";
import { usePhone } from "../../app/phone.ts";
import { LoadingRows, Nothing } from "../../app/states.tsx";
import { PaymentCards } from "./cards.tsx";
import type { RowsProps } from "./rows-props.ts";
import { PaymentTable } from "./table.tsx";

interface PaymentRowsProps extends Omit<RowsProps, "payments"> {
  readonly payments: readonly ListedPayment[] | undefined;
  readonly isFiltered: boolean;
}

export function PaymentRows({ payments, isFiltered, ...rest }: PaymentRowsProps) {
  const isPhone = usePhone();
  if (!payments) return <LoadingRows rows={10} />;
  if (payments.length === 0) return isFiltered ? <NothingMatches /> : <NothingYet />;
  return isPhone ? <PaymentCards payments={payments} {...rest} /> : <PaymentTable payments={payments} {...rest} />;
}

const NothingMatches = () => (
  <Nothing
    icon="search"
    title="No payment matches"
    actions={
      <ButtonLink to="/payments" search={{}} variant="default">
        Clear all filters
      </ButtonLink>
    }
  >
    Take a filter away, or look at a longer time.
  </Nothing>
);

const NothingYet = () => (
  <Nothing
    icon="payments"
    title="No payments yet"
    actions={<ButtonLink to="/new-payment">Create the first payment</ButtonLink>}
  >
    Payments that your shop creates over the interface appear here by themselves. You can also create one by hand, and
    show its QR code to the buyer.{" "}
    <Anchor href="/docs" fz="inherit">
      How a shop does it
    </Anchor>
  </Nothing>
);
