// A bar's label: short on the axis, full in the tooltip.
import type { BucketSize } from "../../api/volume.ts";
import { locale } from "../../app/text/language.ts";

type Form = Intl.DateTimeFormatOptions;

const SHORT = {
  hour: { hour: "2-digit", minute: "2-digit" },
  day: { day: "numeric", month: "short" },
  month: { month: "short", year: "2-digit" },
} as const satisfies Record<BucketSize, Form>;

const FULL = {
  hour: { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" },
  day: { weekday: "short", day: "numeric", month: "short", year: "numeric" },
  month: { month: "long", year: "numeric" },
} as const satisfies Record<BucketSize, Form>;

export function bucketText(startsAt: string, bucket: BucketSize): { readonly name: string; readonly full: string } {
  const date = new Date(startsAt);
  const text = (form: Form) => new Intl.DateTimeFormat(locale(), form).format(date);
  return { name: text(SHORT[bucket]), full: text(FULL[bucket]) };
}
