// Revenue and payments as bars. Bar heights may be floats; displayed amounts come from whole minor units.
import { SegmentedControl, Stack } from "@mantine/core";
import { useState } from "react";
import { decimalsOf } from "../../../../money/fiat.ts";
import type { BucketSize, VolumeBucket } from "../../api/volume.ts";
import { Card } from "../../app/display/card.tsx";
import { EmptyState } from "../../app/display/empty-state.tsx";
import { filledText, messages } from "../../app/text/language.ts";
import { countText, fiatText, roundMoneyText } from "../../app/text/money-text.ts";
import { BarChart } from "./bar-chart.tsx";
import { bucketText } from "./bucket-text.ts";
import { revenueIn, totalsOf } from "./totals.ts";

interface ChartsProps {
  readonly buckets: readonly VolumeBucket[];
  readonly bucket: BucketSize;
}

export function Charts({ buckets, bucket }: ChartsProps) {
  const { charts: texts } = messages().overview;
  const bars = buckets.map(({ startsAt, created, succeeded }) => ({
    ...bucketText(startsAt, bucket),
    total: created,
    filled: succeeded,
    texts: [
      [texts.succeeded, countText(succeeded)],
      [texts.created, countText(created)],
    ] as const,
  }));
  return (
    <Stack gap="lg">
      <RevenueChart buckets={buckets} bucket={bucket} />
      {buckets.some(({ created }) => created > 0) && (
        <Card title={texts.payments} note={texts.paymentsText}>
          <BarChart
            bars={bars}
            label={texts.paymentsLabel}
            legend={[texts.succeeded, texts.others]}
            axisText={countText}
            isCount
          />
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
    const total = Number(value) / 10 ** decimals;
    return {
      ...bucketText(each.startsAt, bucket),
      total,
      filled: total,
      texts: [[texts.received, fiatText(currency, value, decimals)]] as const,
    };
  });
  const choice = currencies.length > 1 && (
    <SegmentedControl aria-label={texts.currency} size="xs" data={currencies} value={currency} onChange={setWanted} />
  );
  return (
    <Card title={texts.revenue} note={texts.revenueText} actions={choice}>
      <BarChart
        bars={bars}
        label={filledText(texts.revenueLabel, { currency })}
        axisText={(value) => roundMoneyText(currency, value)}
      />
    </Card>
  );
}
