// A time in the reader's time zone, with UTC (as in the server's log) as its tooltip.

const FORMATS = {
  /** 20 Nov 2026, 20:34 */
  minute: new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" }),
  /** With seconds, where the order of events matters. */
  second: new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" }),
  /** 20:34 for today, otherwise the day: for lists on a phone. */
  day: new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" }),
  time: new Intl.DateTimeFormat(undefined, { timeStyle: "short" }),
} as const;

interface MomentProps {
  /** ISO 8601. */
  readonly at: string;
  readonly precision?: "minute" | "second" | "brief";
}

export function Moment({ at, precision = "minute" }: MomentProps) {
  const date = new Date(at);
  return (
    <time dateTime={at} title={utcText(date)}>
      {precision === "brief" ? briefText(date) : FORMATS[precision].format(date)}
    </time>
  );
}

const utcText = (date: Date): string => `${date.toISOString().replace("T", " ").slice(0, 19)} UTC`;

function briefText(date: Date): string {
  const isToday = date.toDateString() === new Date().toDateString();
  return isToday ? FORMATS.time.format(date) : `${FORMATS.day.format(date)}, ${FORMATS.time.format(date)}`;
}
