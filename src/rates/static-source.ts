// A price that the operator has written down, with the time when it was one.
import { parseDecimal } from "../money/fraction.ts";
import type { StaticSource } from "./config.ts";
import { fault, type Reading } from "./reading.ts";

export function readStatic({ price: text, asOfS }: StaticSource): Reading {
  const price = parseDecimal(text);
  return price ? { observation: { price, text, observedAtS: asOfS } } : fault("refused", "is no number");
}
