// The round mark of a token, with its network's first letter in the corner. Decorative: both names are next to it.
import { tokenMark } from "../../../../pages/checkout/token-mark.ts";

export function Mark({ symbol, network }: { readonly symbol: string; readonly network: string }) {
  const [token, chain] = [tokenMark(symbol), tokenMark(network)];
  return (
    <svg class="mark" viewBox="0 0 36 36" aria-hidden="true">
      <circle cx="16" cy="16" r="16" fill={token.colour} />
      <text x="16" y="16" text-anchor="middle" dominant-baseline="central">
        {token.sign}
      </text>
      <circle class="mark-edge" cx="28" cy="28" r="8" />
      <circle cx="28" cy="28" r="7" fill={chain.colour} />
      <text class="mark-network" x="28" y="28" text-anchor="middle" dominant-baseline="central">
        {network.slice(0, 1).toUpperCase()}
      </text>
    </svg>
  );
}
