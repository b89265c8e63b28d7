// The search keys lead to the search for payments from every page.
import { useWindowEvent } from "@mantine/hooks";
import { useNavigate } from "@tanstack/react-router";
import { type RefObject, useEffect, useRef } from "react";
import { isSearchKey } from "../../../search-key.ts";

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
