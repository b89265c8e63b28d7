// A seed's choices.
import { randomFrom } from "../harness/random.ts";

export interface Random {
  /** A number from 0 to below `below`. */
  int(below: number): number;
  /** A number from `least` to `most`, inclusive. */
  between(least: number, most: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** Picks by weight. */
  weighted<T>(from: readonly (readonly [weight: number, value: T])[]): T;
}

export function randomOf(seed: number): Random {
  // Neighbouring seeds start alike, so the first numbers are skipped.
  const next = randomFrom(Math.imul(seed, 0x9e3779b1));
  for (let i = 0; i < 4; i++) next();
  const int = (below: number): number => Math.floor(next() * below);
  const pick = <T>(from: readonly T[]): T => {
    const picked = from[int(from.length)];
    if (picked === undefined) throw new RangeError("nothing to pick from");
    return picked;
  };
  return {
    int,
    between: (least, most) => least + int(most - least + 1),
    chance: (probability) => next() < probability,
    pick,
    weighted: (from) => {
      let left = next() * from.reduce((sum, [weight]) => sum + weight, 0);
      for (const [weight, value] of from) {
        left -= weight;
        if (left < 0) return value;
      }
      return pick(from)[1];
    },
  };
}
