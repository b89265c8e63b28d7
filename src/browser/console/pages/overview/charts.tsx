// Revenue and payments as bars. Bar heights may be floats; displayed amounts come from whole minor units.
import { BarChart } from "@mantine/charts";
import "@mantine/charts/styles.layer.css";
import { Group, SegmentedControl, Stack, Table, Text, VisuallyHidden } from "@mantine/core";
import { useState } from "react";
import { decimalsOf } from "../../../../money/fiat.ts";
import type { BucketSize, VolumeBucket } from "../../api/volume.ts";
import { Card } from "../../app/display/card.tsx";
import { EmptyState } from "../../app/display/empty-state.tsx";
import { direction, filledText, messages } from "../../app/text/language.ts";
import { countText, fiatText, roundMoneyText } from "../../app/text/money-text.ts";
import { bucketText } from "./bucket-text.ts";
import classes from "./overview.module.css";
import { revenueIn, totalsOf } from "./totals.ts";

const HEIGHT_PX = 230;

interface ChartsProps {
  readonly buckets: readonly VolumeBucket[];
  readonly bucket: BucketSize;
}

/** A row of chart data. */
interface Bar {
  readonly name: string;
  readonly full: string;
  readonly texts: readonly (readonly [label: string, value: string])[];
  readonly [series: string]: unknown;
}

export default function Charts({ buckets, bucket }: ChartsProps) {
  const { charts: texts } = messages().overview;
  const bars = buckets.map(({ startsAt, created, succeeded }) => ({
    ...bucketText(startsAt, bucket),
    succeeded,
    others: created - succeeded,
    texts: [
      [texts.succeeded, countText(succeeded)],
      [texts.created, countText(created)],
    ] as const,
  }));
  const series = [
    { name: "succeeded", color: "var(--mantine-primary-color-filled)", label: texts.succeeded },
    { name: "others", color: "var(--mantine-color-default-border)", label: texts.others },
  ];
  return (
    <Stack gap="lg">
      <RevenueChart buckets={buckets} bucket={bucket} />
      {buckets.some(({ created }) => created > 0) && (
        <Card title={texts.payments} note={texts.paymentsText}>
          <Chart bars={bars} label={texts.paymentsLabel} series={series} withLegend />
        </Card>
      )}
    </Stack>
  );
}

function RevenueChart({ buckets, bucket }: ChartsProps) {
  const { charts: texts } = messages().overview;
  const currencies = totalsOf(buckets).revenue.map(({ currency }) => currency);
  const [wanted, setWanted] = useState<string | null>(null);
  const currency = currencies.find((each) => each === wanted) ?? currencies[0];
  if (currency === undefined)
    return (
      <Card title={texts.revenue}>
        <EmptyState icon="overview" title={texts.noRevenue}>
          {texts.noRevenueText}
        </EmptyState>
      </Card>
    );
  const decimals = decimalsOf(currency);
  const bars = buckets.map((each) => {
    const value = revenueIn(each, currency);
    const names = bucketText(each.startsAt, bucket);
    return {
      ...names,
      received: Number(value) / 10 ** decimals,
      texts: [[texts.received, fiatText(currency, value, decimals)]] as const,
    };
  });
  const choice = currencies.length > 1 && (
    <SegmentedControl aria-label={texts.currency} size="xs" data={currencies} value={currency} onChange={setWanted} />
  );
  return (
    <Card title={texts.revenue} note={texts.revenueText} actions={choice}>
      <Chart
        bars={bars}
        label={filledText(texts.revenueLabel, { currency })}
        series={REVENUE_SERIES}
        axisText={(value) => roundMoneyText(currency, value)}
      />
    </Card>
  );
}

const REVENUE_SERIES = [{ name: "received", color: "var(--mantine-primary-color-filled)" }];

interface ChartProps {
  readonly bars: readonly Bar[];
  readonly label: string;
  readonly series: { name: string; color: string; label?: string }[];
  readonly axisText?: (value: number) => string;
  readonly withLegend?: boolean;
}

/** The chart is hidden from screen readers, which get the same data as a table. Its axes run left to right. */
const Chart = ({ bars, label, series, axisText = countText, withLegend = false }: ChartProps) => (
  <figure aria-label={label} style={{ margin: 0 }}>
    <div aria-hidden="true" dir="ltr" className={classes.chart}>
      <BarChart
        h={HEIGHT_PX}
        data={[...bars]}
        dataKey="name"
        type="stacked"
        series={series}
        gridAxis="x"
        tickLine="none"
        withLegend={withLegend}
        legendProps={{ verticalAlign: "bottom", height: 32 }}
        maxBarWidth={36}
        barProps={{ isAnimationActive: false, radius: 3 }}
        barChartProps={{ accessibilityLayer: false }}
        valueFormatter={axisText}
        yAxisProps={{ width: "auto", allowDecimals: axisText !== countText }}
        xAxisProps={{ minTickGap: 24, interval: "equidistantPreserveStart" }}
        tooltipProps={{ content: BarNote, isAnimationActive: false }}
      />
    </div>
    <VisuallyHidden>
      <AsTable bars={bars} label={label} />
    </VisuallyHidden>
  </figure>
);

function BarNote({ payload }: { readonly payload?: readonly { readonly payload?: Bar }[] }) {
  const bar = payload?.[0]?.payload;
  if (!bar) return null;
  return (
    <div className={classes.tooltip} dir={direction()}>
      <Text size="sm" fw={600} mb={2}>
        {bar.full}
      </Text>
      {bar.texts.map(([name, value]) => (
        <Group key={name} justify="space-between" gap="lg">
          <Text size="sm" c="dimmed">
            {name}
          </Text>
          <Text size="sm" className="amount">
            {value}
          </Text>
        </Group>
      ))}
    </div>
  );
}

const AsTable = ({ bars, label }: { readonly bars: readonly Bar[]; readonly label: string }) => (
  <Table>
    <caption>{label}</caption>
    <thead>
      <tr>
        <th scope="col">{messages().overview.charts.time}</th>
        {bars[0]?.texts.map(([name]) => (
          <th scope="col" key={name}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {bars.map(({ full, texts }) => (
        <tr key={full}>
          <th scope="row">{full}</th>
          {texts.map(([name, value]) => (
            <td key={name}>{value}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </Table>
);
