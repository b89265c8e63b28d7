// The keys "/" and Ctrl+K (⌘K) lead to the search for payments from every page.
import { useWindowEvent } from "@mantine/hooks";
import { useNavigate } from "@tanstack/react-router";
import { type RefObject, useEffect, useRef } from "react";

/** The keys as aria-keyshortcuts lists them. */
export const SEARCH_KEYS = "/ Control+K Meta+K";

/** Elements in which "/" is text. */
const TYPED_INTO = "input, textarea, select, [contenteditable], [role=combobox]";
const DIALOG = "[role=dialog]";

/** Focuses the field; null while no page shows it. */
let focusField: (() => void) | null = null;
/** Whether the next field that appears is to be focused. */
let isAwaited = false;

export function useSearchKeys(): void {
  const navigate = useNavigate();
  useWindowEvent("keydown", (event) => {
    if (!isSearchKey(event) || document.querySelector(DIALOG)) return;
    event.preventDefault();
    if (focusField) return focusField();
    isAwaited = true;
    void navigate({ to: "/payments", search: {} });
  });
}

/** The letter K is found by its place as well, because other scripts write another one there. */
function isSearchKey({ key, code, target, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  if (altKey) return false;
  if (ctrlKey || metaKey) return !shiftKey && (key.toLowerCase() === "k" || (code === "KeyK" && !isLatin(key)));
  return key === "/" && !(target instanceof Element && target.closest(TYPED_INTO));
}

const isLatin = (key: string): boolean => /^[a-z]$/i.test(key);

/** @returns for the search field */
export function useSearchFocus(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    focusField = () => field.current?.select();
    if (isAwaited) focusField();
    isAwaited = false;
    return () => {
      focusField = null;
    };
  }, []);
  return field;
}
