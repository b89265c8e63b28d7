// One page of payments: a table, or cards on phones and tablets.

import { Alert, Anchor, Button } from "@mantine/core";
import { REFERENCE_LENGTH_MIN } from "../../../../../payment/lists/search-terms.ts";
import type { ListedPayment } from "../../../api/payments.ts";
import { EmptyState } from "../../../app/display/empty-state.tsx";
import { ButtonLink } from "../../../app/display/links.tsx";
import { LoadingRows } from "../../../app/failure/states.tsx";
import { useNarrow } from "../../../app/layout/phone.ts";
import { useRights } from "../../../app/session/session.tsx";
import { Filled } from "../../../app/text/filled.tsx";
import { filledText, messages } from "../../../app/text/language.ts";
import { countText } from "../../../app/text/money-text.ts";
import { PaymentCards } from "./cards.tsx";
import type { RowsProps } from "./rows-props.ts";
import { filterCount, isFiltered, textIn, WITHOUT_FILTERS } from "./search.ts";
import { PaymentTable } from "./table.tsx";

interface PaymentRowsProps extends Omit<RowsProps, "payments"> {
  readonly payments: readonly ListedPayment[] | undefined;
}

export function PaymentRows({ payments, ...rest }: PaymentRowsProps) {
  const isNarrow = useNarrow();
  if (!payments) return <LoadingRows rows={10} />;
  if (payments.length === 0) return isFiltered(rest.search) ? <NothingMatches {...rest} /> : <NothingYet />;
  return isNarrow ? <PaymentCards payments={payments} {...rest} /> : <PaymentTable payments={payments} {...rest} />;
}

function NothingMatches({ search, change }: Pick<RowsProps, "search" | "change">) {
  const { payments: texts } = messages();
  const isSearch = textIn(search) !== "";
  const isNarrowed = filterCount(search) > 0;
  return (
    <EmptyState
      icon="search"
      title={texts.noMatch}
      actions={
        isNarrowed ? (
          <Button variant="default" onClick={() => change(WITHOUT_FILTERS)}>
            {isSearch ? texts.searchAll : texts.filters.clear}
          </Button>
        ) : (
          <ButtonLink to="/payments" search={{}} variant="default">
            {texts.filters.clearSearch}
          </ButtonLink>
        )
      }
    >
      {isSearch ? howToSearch() : texts.noMatchText}
    </EmptyState>
  );
}

const howToSearch = (): string =>
  filledText(messages().payments.howToSearch, { count: countText(REFERENCE_LENGTH_MIN) });

/** Replaces the list while nothing can be searched by the text. */
export const TooShort = () => (
  <EmptyState icon="search" title={messages().payments.tooShort}>
    {howToSearch()}
  </EmptyState>
);

export const Omissions = ({ omits }: { readonly omits: readonly "references"[] }) =>
  omits.map((each) => (
    <Alert key={each} color="yellow">
      {messages().payments.omitted[each]}
    </Alert>
  ));

function NothingYet() {
  const { payments: texts } = messages();
  const { maySell } = useRights();
  const reference = (
    <Anchor href="/docs/reference" fz="inherit">
      {texts.reference}
    </Anchor>
  );
  return (
    <EmptyState
      icon="payments"
      title={texts.none}
      actions={maySell && <ButtonLink to="/new-payment">{texts.create}</ButtonLink>}
    >
      <Filled message={texts.noneText} values={{ reference }} />
    </EmptyState>
  );
}
