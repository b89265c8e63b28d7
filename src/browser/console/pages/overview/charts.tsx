// Revenue and payments as bars. Bar heights may be floats; displayed amounts come from whole minor units.
import { BarChart } from "@mantine/charts";
import "@mantine/charts/styles.layer.css";
import { Group, SegmentedControl, Stack, Table, Text, VisuallyHidden } from "@mantine/core";
import { useState } from "react";
import { findCurrency } from "../../../../money/fiat.ts";
import type { BucketSize, VolumeBucket } from "../../api/volume.ts";
import { countText, fiatText } from "../../app/money-text.ts";
import { Nothing } from "../../app/states.tsx";
import { Surface } from "../../app/surface.tsx";
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
  const bars = buckets.map(({ startsAt, created, succeeded }) => ({
    ...bucketText(startsAt, bucket),
    Succeeded: succeeded,
    Others: created - succeeded,
    texts: [
      ["Succeeded", countText(succeeded)],
      ["Created", countText(created)],
    ] as const,
  }));
  return (
    <Stack gap="lg">
      <RevenueChart buckets={buckets} bucket={bucket} />
      {buckets.some(({ created }) => created > 0) && (
        <Surface title="Payments" note="By creation date, with how many succeeded">
          <Chart bars={bars} label="Payments over time" series={PAYMENT_SERIES} withLegend />
        </Surface>
      )}
    </Stack>
  );
}

const PAYMENT_SERIES = [
  { name: "Succeeded", color: "var(--mantine-primary-color-filled)" },
  { name: "Others", color: "var(--mantine-color-default-border)", label: "Not succeeded" },
];

function RevenueChart({ buckets, bucket }: ChartsProps) {
  const currencies = totalsOf(buckets).revenue.map(({ currency }) => currency);
  const [wanted, setWanted] = useState<string | null>(null);
  const currency = currencies.find((each) => each === wanted) ?? currencies[0];
  if (currency === undefined)
    return (
      <Surface title="Revenue">
        <Nothing icon="overview" title="No successful payments in this period">
          Revenue appears here as soon as a payment succeeds. Choose a longer period to see earlier payments.
        </Nothing>
      </Surface>
    );
  const decimals = findCurrency(currency)?.decimals ?? 0;
  const bars = buckets.map((each) => {
    const value = revenueIn(each, currency);
    const names = bucketText(each.startsAt, bucket);
    return {
      ...names,
      Received: Number(value) / 10 ** decimals,
      texts: [["Received", fiatText(currency, value, decimals)]] as const,
    };
  });
  const choice = currencies.length > 1 && (
    <SegmentedControl aria-label="Currency" size="xs" data={currencies} value={currency} onChange={setWanted} />
  );
  return (
    <Surface title="Revenue" note="By the payments' creation date" actions={choice}>
      <Chart
        bars={bars}
        label={`Revenue in ${currency} over time`}
        series={REVENUE_SERIES}
        axisText={(value) => axisFormat(currency).format(value)}
      />
    </Surface>
  );
}

const REVENUE_SERIES = [{ name: "Received", color: "var(--mantine-primary-color-filled)" }];

const axisFormat = (currency: string) =>
  new Intl.NumberFormat(undefined, { style: "currency", currency, notation: "compact", maximumFractionDigits: 1 });

interface ChartProps {
  readonly bars: readonly Bar[];
  readonly label: string;
  readonly series: { name: string; color: string; label?: string }[];
  readonly axisText?: (value: number) => string;
  readonly withLegend?: boolean;
}

/** The chart is hidden from screen readers, which get the same data as a table. */
const Chart = ({ bars, label, series, axisText = countText, withLegend = false }: ChartProps) => (
  <figure aria-label={label} style={{ margin: 0 }}>
    <div aria-hidden="true">
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
        yAxisProps={{ width: 64, allowDecimals: axisText !== countText }}
        xAxisProps={{ minTickGap: 24 }}
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
    <div className={classes.tooltip}>
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
        <th scope="col">Time</th>
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
