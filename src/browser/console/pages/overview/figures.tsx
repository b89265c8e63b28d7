import { Box, Paper, SimpleGrid, Skeleton, Text } from "@mantine/core";
import { decimalsOf } from "../../../../money/fiat.ts";
import type { VolumeBucket } from "../../api/volume.ts";
import { filledText, locale, messages } from "../../app/text/language.ts";
import { countText, fiatText } from "../../app/text/money-text.ts";
import classes from "./overview.module.css";
import { type Revenue, type Totals, totalsOf } from "./totals.ts";

export function Figures({ buckets }: { readonly buckets: readonly VolumeBucket[] | undefined }) {
  const { figures: texts } = messages().overview;
  const totals = buckets && totalsOf(buckets);
  return (
    <SimpleGrid role="group" aria-label={texts.title} cols={{ base: 2, md: 4 }} spacing={{ base: "sm", sm: "lg" }}>
      <Figure label={texts.received} values={totals && revenueTexts(totals.revenue)} note={receivedNote(totals)} />
      <Figure label={texts.created} values={totals && [countText(totals.created)]} />
      <Figure label={texts.succeeded} values={totals && [countText(totals.succeeded)]} />
      <Figure label={texts.rate} values={totals && [rateText(totals)]} note={texts.rateText} />
    </SimpleGrid>
  );
}

/** Names what went back in the same time, so that the revenue is not taken for the net one. */
function receivedNote(totals: Totals | undefined): string {
  const { receivedText, refundedText } = messages().overview.figures;
  if (!totals || totals.refunded.length === 0) return receivedText;
  return `${receivedText} · ${filledText(refundedText, { amount: revenueTexts(totals.refunded).join(", ") })}`;
}

const revenueTexts = (revenue: readonly Revenue[]): string[] =>
  revenue.length === 0 ? ["–"] : revenue.map(({ currency, value }) => fiatText(currency, value, decimalsOf(currency)));

function rateText({ created, succeeded }: { readonly created: number; readonly succeeded: number }): string {
  if (created === 0) return "–";
  return new Intl.NumberFormat(locale(), { style: "percent", maximumFractionDigits: 1 }).format(succeeded / created);
}

interface FigureProps {
  readonly label: string;
  readonly values: readonly string[] | undefined;
  readonly note?: string;
}

const Figure = ({ label, values, note }: FigureProps) => (
  <Paper p={{ base: "md", sm: "lg" }} shadow="xs" className={classes.figure}>
    <Text size="sm" c="dimmed">
      {label}
    </Text>
    <Box>
      {values ? (
        values.map((value, place) => (
          <Text
            key={value}
            fw={650}
            fz={place === 0 ? { base: "lg", sm: "xl" } : "md"}
            className="amount"
            style={{ whiteSpace: "normal", overflowWrap: "anywhere" }}
          >
            {value}
          </Text>
        ))
      ) : (
        <Text fz={{ base: "lg", sm: "xl" }}>
          <Skeleton
            component="span"
            display="inline-block"
            height="1em"
            width="70%"
            style={{ verticalAlign: "middle" }}
          />
        </Text>
      )}
    </Box>
    {note && (
      <Text size="xs" c="dimmed">
        {note}
      </Text>
    )}
  </Paper>
);
