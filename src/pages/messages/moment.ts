// How a receipt writes the time of the payment. It names its time zone: a receipt may be read anywhere.

export const MOMENT = {
  year: "numeric",
  month: "long",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
} as const satisfies Intl.DateTimeFormatOptions;
