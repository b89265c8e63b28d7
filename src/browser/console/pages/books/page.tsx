// The books by month: downloads for accountants, statements to print, and closing a month.
import { Button, Code, Group, NativeSelect, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { type BookMonth, useBookMonths } from "../../api/books/books.ts";
import { Badge } from "../../app/display/badge.tsx";
import { Card } from "../../app/display/card.tsx";
import { Icon } from "../../app/display/icon.tsx";
import { ButtonLink } from "../../app/display/links.tsx";
import { FailureAlert } from "../../app/failure/failure-alert.tsx";
import { FailureNote, LoadingRows } from "../../app/failure/states.tsx";
import { type ChosenMerchant, MerchantSelect, useOnlyMerchant } from "../../app/fields/merchant-select.tsx";
import { Page } from "../../app/layout/page.tsx";
import { useExport } from "../../app/list/export-button.tsx";
import { useRights } from "../../app/session/session.tsx";
import { countedText, messages } from "../../app/text/language.ts";
import { CloseDialog } from "./close-dialog.tsx";
import { closedText, monthText } from "./month-text.ts";

const FORMATS = ["csv", "hledger", "beancount", "canonical"] as const;
type Format = (typeof FORMATS)[number];

/** Months shown at first; the button shows the rest. */
const SHOWN = 12;

export function BooksPage() {
  const { app, books: texts } = messages();
  const only = useOnlyMerchant(true);
  const all: ChosenMerchant = { id: "", name: texts.allMerchants };
  const [chosen, setChosen] = useState(all);
  const [format, setFormat] = useState<Format>("csv");
  return (
    <Page title={app.places.books} description={texts.text}>
      <Group align="end" gap="sm">
        <MerchantSelect isPast value={chosen} onChange={setChosen} />
        {chosen.id !== all.id && (
          <Button variant="subtle" size="md" onClick={() => setChosen(all)}>
            {texts.allMerchants}
          </Button>
        )}
        <NativeSelect
          size="md"
          label={texts.format}
          value={format}
          data={FORMATS.map((value) => ({ value, label: texts.formats[value] }))}
          onChange={(event) => setFormat(FORMATS.find((each) => each === event.currentTarget.value) ?? "csv")}
        />
      </Group>
      <Months merchantId={chosen.id || undefined} statementOf={chosen.id || only?.id} format={format} />
    </Page>
  );
}

interface Chosen {
  /** Undefined: all. */
  readonly merchantId: string | undefined;
  /** A partner with one merchant need not choose it. */
  readonly statementOf: string | undefined;
  readonly format: Format;
}

function Months(chosen: Chosen) {
  const months = useBookMonths();
  const [isAll, setAll] = useState(false);
  if (months.error && !months.data) return <FailureNote error={months.error} retry={() => void months.refetch()} />;
  if (!months.data) return <LoadingRows rows={3} height={120} />;
  const shown = isAll ? months.data : months.data.slice(0, SHOWN);
  return (
    <Stack gap="md">
      {shown.map((each) => (
        <Month key={each.month} of={each} {...chosen} />
      ))}
      {shown.length < months.data.length && (
        <Button variant="default" onClick={() => setAll(true)}>
          {messages().books.older}
        </Button>
      )}
    </Stack>
  );
}

function Month({
  of: { month, closing, mayClose },
  merchantId,
  statementOf,
  format,
}: Chosen & { readonly of: BookMonth }) {
  const { books: texts } = messages();
  const { mayWriteAll } = useRights();
  const [isClosing, setClosing] = useState(false);
  const file = useExport("/v1/books", () => ({ month, format, merchantId }));
  return (
    <Card
      title={monthText(month)}
      actions={<Badge tone={closing ? "good" : "calm"}>{closing ? texts.closed : texts.open}</Badge>}
    >
      <Stack gap="sm">
        {closing && (
          <Text size="sm" c="dimmed">
            {closedText(closing)}
            {closing.entries !== undefined && ` · ${countedText(texts.entries, closing.entries)}`}
            <br />
            SHA-256 <Code style={{ overflowWrap: "anywhere" }}>{closing.checksum}</Code>
          </Text>
        )}
        {file.error && <FailureAlert error={file.error} />}
        <Group gap="xs">
          <Button
            variant="default"
            leftSection={<Icon name="download" size={16} />}
            loading={file.isPending}
            onClick={() => file.mutate()}
          >
            {texts.download}
          </Button>
          {statementOf !== undefined && (
            <ButtonLink variant="default" to="/books/$month/$merchantId" params={{ month, merchantId: statementOf }}>
              {texts.statement.open}
            </ButtonLink>
          )}
          {mayClose && mayWriteAll && (
            <Button variant="default" leftSection={<Icon name="lock" size={16} />} onClick={() => setClosing(true)}>
              {texts.close.action}
            </Button>
          )}
        </Group>
      </Stack>
      {isClosing && <CloseDialog month={month} close={() => setClosing(false)} />}
    </Card>
  );
}
