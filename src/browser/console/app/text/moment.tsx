// A time in the reader's time zone, with UTC (as in the server's log) as its tooltip.
import { locale } from "./language.ts";

const FORMS = {
  /** 20 Nov 2026, 20:34 */
  minute: { dateStyle: "medium", timeStyle: "short" },
  /** Has seconds, where the order of events matters. */
  second: { dateStyle: "medium", timeStyle: "medium" },
  /** 20:34 for today, otherwise the day: for lists on a phone. */
  day: { day: "numeric", month: "short" },
  time: { timeStyle: "short" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Kept, because a list formats many times and making a format is slow. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(form: keyof typeof FORMS): Intl.DateTimeFormat {
  const key = `${form} ${locale()}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale(), FORMS[form]);
  formats.set(key, format);
  return format;
}

interface MomentProps {
  /** ISO 8601. */
  readonly at: string;
  readonly precision?: "minute" | "second" | "brief";
}

export function Moment({ at, precision = "minute" }: MomentProps) {
  const date = new Date(at);
  return (
    <time dateTime={at} title={utcText(date)} style={{ whiteSpace: "nowrap" }}>
      {precision === "brief" ? briefText(date) : formatOf(precision).format(date)}
    </time>
  );
}

const utcText = (date: Date): string => `${date.toISOString().replace("T", " ").slice(0, 19)} UTC`;

function briefText(date: Date): string {
  const isToday = date.toDateString() === new Date().toDateString();
  const time = formatOf("time").format(date);
  return isToday ? time : `${formatOf("day").format(date)}, ${time}`;
}
