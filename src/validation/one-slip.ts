// Whether a name is another one with a slip of the hand.

/** One letter was added, left out, changed, or swapped with its neighbour. */
export function isOneSlip(word: string, expected: string): boolean {
  let start = 0;
  while (start < word.length && word[start] === expected[start]) start += 1;
  const [rest, wanted] = [word.slice(start), expected.slice(start)];
  const swapped = `${rest[1] ?? ""}${rest[0] ?? ""}${rest.slice(2)}`;
  return (
    rest.slice(1) === wanted || rest === wanted.slice(1) || rest.slice(1) === wanted.slice(1) || swapped === wanted
  );
}
