/** Time that is left, for example "4:05" or "1:00:00", in the locale's digits. */
export function clockText(seconds: number, locale: string): string {
  const hours = Math.floor(seconds / 3_600);
  const parts = [...(hours > 0 ? [hours] : []), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts
    .map((part, place) => new Intl.NumberFormat(locale, { minimumIntegerDigits: place === 0 ? 1 : 2 }).format(part))
    .join(":");
}
