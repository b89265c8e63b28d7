// Bars over time, stacked, with an axis and a note for the bar below the pointer. Its axes run left to right.
import { Group, Table, Text, VisuallyHidden } from "@mantine/core";
import { useState } from "react";
import { usePhone } from "../../app/layout/phone.ts";
import { direction, messages } from "../../app/text/language.ts";
import classes from "./bar-chart.module.css";
import { ticksFor } from "./ticks.ts";

interface Bar {
  /** Below the bar. */
  readonly name: string;
  /** In the note and the table. */
  readonly full: string;
  /** Its height. */
  readonly total: number;
  /** The part of it that is filled, from below. */
  readonly filled: number;
  readonly texts: readonly (readonly [label: string, value: string])[];
}

interface BarChartProps {
  readonly bars: readonly Bar[];
  readonly label: string;
  /** Names the filled part and the rest. */
  readonly legend?: readonly string[];
  readonly axisText: (value: number) => string;
  /** Whether the axis has whole numbers only. */
  readonly isCount?: boolean;
}

/** How many names of bars fit side by side. */
const NAMES = 7;
const NAMES_PHONE = 4;

const percent = (part: number): string => `${100 * part}%`;

/** The drawing is hidden from screen readers, which get the same data as a table. */
export function BarChart({ bars, label, legend = [], axisText, isCount = false }: BarChartProps) {
  const ticks = ticksFor(Math.max(0, ...bars.map(({ total }) => total)), isCount);
  return (
    <figure aria-label={label} className={classes.chart}>
      <div aria-hidden="true" dir="ltr" className={classes.drawing}>
        <div className={classes.axis}>
          {ticks.map((tick) => (
            <bdi key={tick}>{axisText(tick)}</bdi>
          ))}
        </div>
        <Plot bars={bars} ticks={ticks} />
      </div>
      {legend.length > 0 && (
        <Group aria-hidden="true" justify="center" gap="md" mt="xs">
          {legend.map((name) => (
            <Text key={name} span size="xs" className={classes.legend}>
              {name}
            </Text>
          ))}
        </Group>
      )}
      <VisuallyHidden>
        <AsTable bars={bars} label={label} />
      </VisuallyHidden>
    </figure>
  );
}

function Plot({ bars, ticks }: { readonly bars: readonly Bar[]; readonly ticks: readonly number[] }) {
  const [pointed, setPointed] = useState<number | null>(null);
  const highest = ticks.at(-1) ?? 1;
  const step = Math.ceil(bars.length / (usePhone() ? NAMES_PHONE : NAMES));
  return (
    <div className={classes.plot} onPointerLeave={() => setPointed(null)}>
      {ticks.map((tick) => (
        <hr key={tick} style={{ bottom: percent(tick / highest) }} />
      ))}
      {bars.map(({ name, full, total, filled }, place) => (
        <div key={full} className={classes.column} onPointerEnter={() => setPointed(place)}>
          <div className={classes.bar} style={{ height: percent(total / highest) }}>
            <div style={{ height: percent(total && filled / total) }} />
          </div>
          {place % step === 0 && <bdi className={classes.name}>{name}</bdi>}
        </div>
      ))}
      {pointed !== null && <Note bar={bars[pointed]} at={percent((pointed + 0.5) / bars.length)} />}
    </div>
  );
}

function Note({ bar, at }: { readonly bar: Bar | undefined; readonly at: string }) {
  if (!bar) return null;
  return (
    <div className={classes.note} dir={direction()} style={{ left: at, transform: `translateX(-${at})` }}>
      <Text size="sm" fw={600} mb={2}>
        {bar.full}
      </Text>
      {bar.texts.map(([name, value]) => (
        <Group key={name} justify="space-between" gap="lg" wrap="nowrap">
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

const AsTable = ({ bars, label }: Pick<BarChartProps, "bars" | "label">) => (
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
