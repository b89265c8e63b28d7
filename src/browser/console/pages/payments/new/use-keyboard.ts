// Keyboards enter the amount wherever the focus is, except in another field: the key goes on to the amount's field.
import { useWindowEvent } from "@mantine/hooks";
import { type RefObject, useRef } from "react";
import { isDigit } from "./entry.ts";

/** Elements that use these keys themselves. */
const TYPED_INTO = "input:not([type=radio]), textarea, select, [role=listbox], [role=dialog]";
const PRESSED = "a, button, [role=button]";

/** @returns for the form that contains the amount's field */
export function useKeyboard(isActive: boolean): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useWindowEvent("keydown", (event) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    if (!isActive || ctrlKey || metaKey || altKey || !(target instanceof Element)) return;
    const isEntry = isDigit(key) || key === "Backspace" || (key === "Enter" && !target.closest(PRESSED));
    if (!isEntry || target.closest(TYPED_INTO)) return;
    form.current?.querySelector<HTMLInputElement>("input[name=amount]")?.focus();
  });
  return form;
}
