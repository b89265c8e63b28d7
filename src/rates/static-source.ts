// A price set by the operator, with its date.
import { parseDecimal } from "../money/fraction.ts";
import type { StaticSource } from "./config.ts";
import { faultReading, type Reading } from "./reading.ts";

export function readStatic({ price: text, asOfS }: StaticSource): Reading {
  const price = parseDecimal(text);
  if (!price) return faultReading("refused", "is not a number");
  return { kind: "observation", observation: { price, text, observedAtS: asOfS } };
}
