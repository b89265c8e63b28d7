import { Box, Paper, SimpleGrid, Skeleton, Text } from "@mantine/core";
import { findCurrency } from "../../../../money/fiat.ts";
import type { VolumeBucket } from "../../api/volume.ts";
import { countText, fiatText } from "../../app/money-text.ts";
import classes from "./overview.module.css";
import { type Revenue, totalsOf } from "./totals.ts";

export function Figures({ buckets }: { readonly buckets: readonly VolumeBucket[] | undefined }) {
  const totals = buckets && totalsOf(buckets);
  return (
    <SimpleGrid
      role="group"
      aria-label="Totals for the period"
      cols={{ base: 2, md: 4 }}
      spacing={{ base: "sm", sm: "lg" }}
    >
      <Figure label="Received" values={totals && revenueTexts(totals.revenue)} />
      <Figure label="Payments created" values={totals && [countText(totals.created)]} />
      <Figure label="Succeeded" values={totals && [countText(totals.succeeded)]} />
      <Figure label="Success rate" values={totals && [rateText(totals)]} />
    </SimpleGrid>
  );
}

const revenueTexts = (revenue: readonly Revenue[]): string[] =>
  revenue.length === 0
    ? ["–"]
    : revenue.map(({ currency, value }) => fiatText(currency, value, findCurrency(currency)?.decimals ?? 0));

function rateText({ created, succeeded }: { readonly created: number; readonly succeeded: number }): string {
  if (created === 0) return "–";
  return new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 1 }).format(succeeded / created);
}

const Figure = ({ label, values }: { readonly label: string; readonly values: readonly string[] | undefined }) => (
  <Paper p={{ base: "md", sm: "lg" }} shadow="xs" className={classes.figure}>
    <Text size="sm" c="dimmed">
      {label}
    </Text>
    <Box>
      {values ? (
        values.map((value, place) => (
          <Text key={value} fw={650} fz={place === 0 ? "xl" : "md"} className="amount">
            {value}
          </Text>
        ))
      ) : (
        <Skeleton height={24} mt={6} width="70%" />
      )}
    </Box>
  </Paper>
);
