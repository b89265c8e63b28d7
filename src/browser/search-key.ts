// The keys "/" and Ctrl+K (⌘K), which lead to a search.

/** The keys as aria-keyshortcuts lists them. */
export const SEARCH_KEYS = "/ Control+K Meta+K";

/** Elements in which "/" is text. */
const TYPED_INTO = "input, textarea, select, [contenteditable], [role=combobox]";

/** The letter K is found by its place as well, because other scripts write another one there. */
export function isSearchKey({ key, code, target, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  if (altKey) return false;
  if (ctrlKey || metaKey) return !shiftKey && (key.toLowerCase() === "k" || (code === "KeyK" && !isLatin(key)));
  return key === "/" && !(target instanceof Element && target.closest(TYPED_INTO));
}

const isLatin = (key: string): boolean => /^[a-z]$/i.test(key);
