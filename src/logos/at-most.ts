// Keeps costly work from being done too often at the same time: the rest waits, in the order it came.

/** `work`, done for at most `atOnceMax` callers at a time. */
export function atMost<Input, Result>(
  atOnceMax: number,
  work: (input: Input) => Promise<Result>,
): (input: Input) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let under = 0;
  return async (input) => {
    if (under < atOnceMax) under += 1;
    else await new Promise<void>((begin) => waiting.push(begin));
    try {
      return await work(input);
    } finally {
      // Its place goes to the next one, or is free.
      const next = waiting.shift();
      if (next) next();
      else under -= 1;
    }
  };
}
