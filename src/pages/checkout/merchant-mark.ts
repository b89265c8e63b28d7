// A merchant's logo, or the first letter of its name.
import { escaped } from "../html.ts";

export const renderMerchantMark = ({ name, logo }: { readonly name: string; readonly logo: string | null }): string =>
  logo
    ? `<img src="/logos/${logo}.webp" alt="" width="56" height="56">`
    : `<span class="initial" aria-hidden="true">${escaped(initialOf(name))}</span>`;

function initialOf(name: string): string {
  const [first] = new Intl.Segmenter().segment(name.trim());
  return first?.segment.toUpperCase() ?? "";
}
