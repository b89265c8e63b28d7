/** GitHub's anchor of a heading, as the files' own links name it. */
export const anchorOf = (words) =>
  words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");

/** Anchors of one page: a repeated heading gets a number. */
export function anchors() {
  const taken = new Set();
  return (words) => {
    const base = anchorOf(words);
    let anchor = base;
    for (let again = 1; taken.has(anchor); again++) anchor = `${base}-${again}`;
    taken.add(anchor);
    return anchor;
  };
}
