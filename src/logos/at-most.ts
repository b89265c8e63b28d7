/** Runs `work` for at most `atOnceMax` callers at a time; the others wait in order of arrival. */
export function atMost<Input, Result>(
  atOnceMax: number,
  work: (input: Input) => Promise<Result>,
): (input: Input) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (input) => {
    if (running < atOnceMax) running += 1;
    else await new Promise<void>((begin) => waiting.push(begin));
    try {
      return await work(input);
    } finally {
      // Hands the slot to the next caller, or frees it.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
