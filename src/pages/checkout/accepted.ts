// The tokens and networks with which the payment can be paid, visible before a wallet is connected.
import { escaped } from "../html.ts";
import { filled } from "../messages/message.ts";
import { tokenMark } from "./token-mark.ts";
import type { CheckoutView } from "./view.ts";

/** Further tokens are only counted. */
const NAMED_MAX = 4;

/** A single one more takes no more room than its count. */
const firstOf = <Item>(all: readonly Item[]): readonly Item[] =>
  all.length > NAMED_MAX + 1 ? all.slice(0, NAMED_MAX) : all;

/** Empty if nothing is known to be accepted now. */
export function renderAccepted({ accepted, texts, locale }: CheckoutView): string {
  if (accepted.length === 0) return "";
  const named = firstOf(accepted).map(({ symbol }) => renderToken(symbol));
  const rest = accepted.length - named.length;
  const networks = [...new Set(accepted.flatMap((token) => token.networks))];
  const list = new Intl.ListFormat(locale);
  const isSame = accepted.every((token) => token.networks.length === networks.length);
  const where = (on: readonly string[]) =>
    isSame ? "" : `<br><span class="quiet"><bdi>${escaped(list.format(on))}</bdi></span>`;
  const rows = accepted.map(
    ({ symbol, name, networks: on }) =>
      `<li>${renderToken(symbol)} <span class="quiet"><bdi>${escaped(name)}</bdi></span>${where(on)}</li>`,
  );
  const more = rest > 0 ? `<span class="more">+${new Intl.NumberFormat(locale).format(rest)}</span>` : "";
  const on = list.format(firstOf(networks).length < networks.length ? [...firstOf(networks), "…"] : networks);
  return `<details class="accepted">
<summary><span class="quiet">${escaped(texts.accepted)}</span><span class="tokens">${named.join("")}${more}</span><span class="quiet">${escaped(filled(texts.onNetworks, { networks: on }))}</span></summary>
<ul>${rows.join("\n")}</ul>
</details>`;
}

const renderToken = (symbol: string): string =>
  `<span class="token">${renderMark(symbol)}<bdi>${escaped(symbol)}</bdi></span>`;

/** Decorative: the symbol is next to it. */
export function renderMark(symbol: string): string {
  const { sign, colour } = tokenMark(symbol);
  return `<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><circle cx="16" cy="16" r="16" fill="${colour}"/><text x="16" y="16" text-anchor="middle" dominant-baseline="central">${escaped(sign)}</text></svg>`;
}
