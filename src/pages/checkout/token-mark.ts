// A round mark for a token, drawn here because the page loads nothing from other sites: the token's sign on its usual
// colour, or its first letters on a colour derived from its symbol.

export interface TokenMark {
  readonly sign: string;
  readonly colour: string;
}

const KNOWN: Readonly<Record<string, TokenMark>> = {
  USDC: { sign: "$", colour: "#2775ca" },
  USDT: { sign: "₮", colour: "#1d7d65" },
  DAI: { sign: "◈", colour: "#a8720c" },
  EURC: { sign: "€", colour: "#1f4fc4" },
  ETH: { sign: "Ξ", colour: "#5566b8" },
  WETH: { sign: "Ξ", colour: "#b1387c" },
  POL: { sign: "⬡", colour: "#6d3ad1" },
};

/** Dark enough for a white letter. */
const OTHERS = ["#47607d", "#7a4a8c", "#3b6e4f", "#8a4b2c", "#2f6b7e", "#6b5b1f"];
const LETTERS = 1;

/** @param symbol chosen by the operator: the sign must be escaped */
export function tokenMark(symbol: string): TokenMark {
  const known = KNOWN[symbol.toUpperCase()];
  if (known) return known;
  const letters = [...symbol];
  const sum = letters.reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return { sign: letters.slice(0, LETTERS).join("").toUpperCase(), colour: OTHERS[sum % OTHERS.length] ?? "#47607d" };
}
