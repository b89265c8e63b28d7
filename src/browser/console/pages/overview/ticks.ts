// The values beside a chart's lines: round, equally far apart, from zero to at least the highest value.

/** Steps that people count in, times a power of ten. */
const ROUND = [1, 2, 2.5, 5, 10];
/** About as many lines as a chart has room for. */
const STEPS_MAX = 4;

/** @param highest of the chart @param isCount whether only whole numbers make sense */
export function ticksFor(highest: number, isCount: boolean): readonly number[] {
  const least = Math.max(highest / STEPS_MAX, isCount ? 1 : Number.EPSILON);
  const power = 10 ** Math.floor(Math.log10(least));
  const fits = (step: number): boolean => step >= least && (!isCount || Number.isInteger(step));
  const step = ROUND.map((each) => each * power).find(fits) ?? 10 * power;
  const steps = Math.max(1, Math.ceil(highest / step));
  return Array.from({ length: steps + 1 }, (_, place) => place * step);
}
