// The choice of a token and a network for a plain transfer. Each network is a button of a form, which needs no script.
import { escaped } from "../html.ts";
import { written } from "../written.ts";
import { renderMark } from "./accepted.ts";
import { ASSET_FIELD, depositPath, renderHiddenFields } from "./form.ts";
import { hasEnded } from "./send-to.ts";
import type { CheckoutView, SendChoice } from "./view.ts";

/** Empty if the payment takes no transfers. */
export function renderSend(view: CheckoutView): string {
  const { send, texts, payment } = view;
  if (send.choices.length === 0) return "";
  const { title, text, warning } = texts.send;
  const problem = problemOf(view);
  const isOpen = problem !== null || send.named === "";
  return `<details class="send" id="send"${isOpen ? " open" : ""}>
<summary><span><strong>${escaped(title)}</strong><span class="quiet">${escaped(text)}</span></span></summary>
${problem === null ? "" : `<p class="note warn" role="status">${problem}</p>`}
<form method="post" action="${depositPath(payment.id)}">
${renderHiddenFields(view)}
<p class="note warn">${escaped(warning)}</p>
${send.choices.map((choice) => renderChoice(view, choice)).join("\n")}
</form>
</details>`;
}

/** HTML; null: none. */
function problemOf(view: CheckoutView): string | null {
  const { unavailable, busy, ended } = view.texts.send;
  const { problem, addresses, named } = view.send;
  if (problem) return escaped({ unavailable, busy }[problem]);
  const over = addresses.find((each) => each.asset === named && hasEnded(view, each));
  return over ? written(ended, { token: over.symbol, network: over.network }) : null;
}

function renderChoice({ texts, send }: CheckoutView, { symbol, name, amount, networks }: SendChoice): string {
  const label = written(texts.send.networkFor, { token: symbol });
  const buttons = networks.map(
    ({ asset, name: network }) =>
      `<button class="button plain" name="${ASSET_FIELD}" value="${escaped(asset)}"><bdi>${escaped(network)}</bdi></button>`,
  );
  const id = `send-${escaped(symbol)}`;
  return `<details class="send-token" name="send-token"${send.choices.length === 1 ? " open" : ""}>
<summary>${renderMark(symbol)}<span><bdi><strong>${escaped(symbol)}</strong></bdi> <span class="quiet"><bdi>${escaped(name)}</bdi></span></span><bdi class="quiet whole">${escaped(amount)}</bdi></summary>
<div role="group" aria-labelledby="${id}"><p class="quiet" id="${id}">${label}</p>
<div class="networks">${buttons.join("\n")}</div></div>
</details>`;
}
