// One page of payments: a table, or cards on a phone.

import { Alert, Anchor, Button } from "@mantine/core";
import { SEARCHABLE } from "../../../../payment/sought.ts";
import type { ListedPayment } from "../../api/payments.ts";
import { ButtonLink } from "../../app/links.tsx";
import { usePhone } from "../../app/phone.ts";
import { useRights } from "../../app/session.tsx";
import { LoadingRows, Nothing } from "../../app/states.tsx";
import { PaymentCards } from "./cards.tsx";
import type { RowsProps } from "./rows-props.ts";
import { filterCount, isFiltered, textIn, WITHOUT_FILTERS } from "./search.ts";
import { PaymentTable } from "./table.tsx";

interface PaymentRowsProps extends Omit<RowsProps, "payments"> {
  readonly payments: readonly ListedPayment[] | undefined;
}

export function PaymentRows({ payments, ...rest }: PaymentRowsProps) {
  const isPhone = usePhone();
  if (!payments) return <LoadingRows rows={10} />;
  if (payments.length === 0) return isFiltered(rest.search) ? <NothingMatches {...rest} /> : <NothingYet />;
  return isPhone ? <PaymentCards payments={payments} {...rest} /> : <PaymentTable payments={payments} {...rest} />;
}

function NothingMatches({ search, change }: Pick<RowsProps, "search" | "change">) {
  const isSearch = textIn(search) !== "";
  const isNarrowed = filterCount(search) > 0;
  return (
    <Nothing
      icon="search"
      title="No payments match"
      actions={
        isNarrowed ? (
          <Button variant="default" onClick={() => change(WITHOUT_FILTERS)}>
            {isSearch ? "Search all payments" : "Clear all filters"}
          </Button>
        ) : (
          <ButtonLink to="/payments" search={{}} variant="default">
            Clear search
          </ButtonLink>
        )
      }
    >
      {isSearch ? HOW_TO_SEARCH : "Clear a filter or choose a longer period."}
    </Nothing>
  );
}

const HOW_TO_SEARCH = `Search for ${SEARCHABLE}. IDs, hashes and addresses must be complete.`;

/** Replaces the list while nothing can be searched by the text. */
export const TooShort = () => (
  <Nothing icon="search" title="Type more to search">
    {HOW_TO_SEARCH}
  </Nothing>
);

const OMISSION_TEXT = {
  references:
    "Too many references contain this text, so none of them are listed. Type more of the reference, or narrow the " +
    "search by merchant or period.",
  older_amounts: "Only the newest payments of this amount were searched. Choose a period to find older ones.",
} as const;

export const Omissions = ({ omits }: { readonly omits: readonly (keyof typeof OMISSION_TEXT)[] }) =>
  omits.map((each) => (
    <Alert key={each} color="yellow">
      {OMISSION_TEXT[each]}
    </Alert>
  ));

const NothingYet = () => (
  <Nothing
    icon="payments"
    title="No payments yet"
    actions={useRights().maySell && <ButtonLink to="/new-payment">Create a payment</ButtonLink>}
  >
    Payments that your shop creates via the API appear here automatically. You can also create one by hand and show its
    QR code to the buyer.{" "}
    <Anchor href="/docs" fz="inherit">
      API reference
    </Anchor>
  </Nothing>
);
