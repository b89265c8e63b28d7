// Holds a page's open dialog above its lists, because somebody else's change may take away the card that opened it.
import { createContext, type ReactNode, useCallback, useContext, useState } from "react";

type Render = (close: () => void) => ReactNode;

interface Held {
  readonly render: Render;
  /** The button that opened it. */
  readonly opener: Element | null;
}

const OpenContext = createContext<((render: Render) => void) | null>(null);

/** @returns opens a dialog, which keeps what it was opened with, and what was typed, until it is closed */
export function useHeldDialog(): (render: Render) => void {
  const open = useContext(OpenContext);
  if (!open) throw new Error("useHeldDialog requires a DialogHolder");
  return open;
}

export function DialogHolder({ children }: { readonly children: ReactNode }) {
  const [held, setHeld] = useState<Held | null>(null);
  const open = useCallback((render: Render) => setHeld({ render, opener: document.activeElement }), []);
  const close = () => {
    setHeld(null);
    if (held?.opener instanceof HTMLElement) held.opener.focus({ preventScroll: true });
  };
  return (
    <OpenContext value={open}>
      {children}
      {held?.render(close)}
    </OpenContext>
  );
}
