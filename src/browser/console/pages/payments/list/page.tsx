import { Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { readSearchTerms } from "../../../../../payment/lists/search-terms.ts";
import { useChanges } from "../../../api/changes.ts";
import { serverNowMs } from "../../../api/connection.ts";
import { Card } from "../../../app/display/card.tsx";
import { Icon } from "../../../app/display/icon.tsx";
import { ButtonLink } from "../../../app/display/links.tsx";
import { FailureAlert } from "../../../app/failure/failure-alert.tsx";
import { FailureNote } from "../../../app/failure/states.tsx";
import { Page } from "../../../app/layout/page.tsx";
import { usePhone } from "../../../app/layout/phone.ts";
import { ExportButton, useExport } from "../../../app/list/export-button.tsx";
import { useRights } from "../../../app/session/session.tsx";
import { messages } from "../../../app/text/language.ts";
import { Filters } from "./filters.tsx";
import { LiveMark } from "./live-mark.tsx";
import { useOneCurrency } from "./one-currency.ts";
import { Pager } from "./pager.tsx";
import { Omissions, PaymentRows, TooShort } from "./rows.tsx";
import { filtersOf } from "./search.ts";
import { Statistics } from "./statistics.tsx";
import { usePaymentList, usePaymentSearch } from "./use-payment-list.ts";

export function PaymentsPage() {
  const { app, payments: texts } = messages();
  const { search, change } = usePaymentSearch();
  const one = useOneCurrency(search, change);
  const list = usePaymentList(search, !one.isToChoose && one.error === null);
  const isTooShort = search.q !== undefined && readSearchTerms(search.q) === null;
  const [changed, setChanged] = useState<readonly string[]>([]);
  const liveness = useChanges(setChanged);
  const { maySell } = useRights();
  const isPhone = usePhone();
  const csv = useExport("/payments.csv", () => {
    const { cursor, ...filters } = filtersOf(search, serverNowMs());
    return filters;
  });
  return (
    <Page
      title={app.places.payments}
      actions={
        <>
          {search.q === undefined && <ExportButton csv={csv} />}
          {maySell && !isPhone && (
            <ButtonLink to="/new-payment" leftSection={<Icon name="plus" size={16} />}>
              {app.places.newPayment}
            </ButtonLink>
          )}
        </>
      }
    >
      {csv.error && <FailureAlert error={csv.error} />}
      <Stack gap="md">
        <Filters search={search} change={change} />
        <Group justify="space-between" gap="xs">
          {search.q !== undefined ? (
            <Text size="sm" c="dimmed" flex={1}>
              {!isTooShort && texts.searchLimits}
            </Text>
          ) : list.error && !list.data ? (
            <span />
          ) : (
            <Statistics stats={list.data?.stats} />
          )}
          <LiveMark liveness={liveness} changed={changed} shown={list.data?.data} isFirstPage={!search.cursor} />
        </Group>
        {one.isOfOne && (
          <Text size="sm" c="dimmed">
            {texts.oneCurrency}
          </Text>
        )}
        {!isTooShort && <Omissions omits={list.data?.omits ?? []} />}
        <Card flush aria-busy={list.isFetching}>
          {isTooShort ? (
            <TooShort />
          ) : one.error ? (
            <FailureNote error={one.error} retry={one.retry} />
          ) : list.error && !list.data ? (
            <FailureNote error={list.error} retry={() => void list.refetch()} />
          ) : (
            <PaymentRows payments={list.data?.data} search={search} change={change} changed={changed} />
          )}
        </Card>
        {list.data && !isTooShort && (
          <Pager
            search={search}
            nextCursor={list.data.nextCursor}
            count={list.data.data.length}
            total={list.data.stats?.totalTransactions}
            isBusy={list.isPlaceholderData}
          />
        )}
      </Stack>
    </Page>
  );
}
