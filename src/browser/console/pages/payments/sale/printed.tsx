// What is visible only on paper.
import { type ReactNode, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import classes from "./receipt.module.css";

/** @returns how to print a paper, and the paper to render */
export function usePrinted() {
  const [paper, setPaper] = useState<{ readonly content: ReactNode } | null>(null);
  useEffect(() => {
    if (paper) window.print();
  }, [paper]);
  return {
    print: (content: ReactNode) => setPaper({ content }),
    printed:
      paper &&
      createPortal(
        <div className={classes.receipt} data-testid="receipt">
          {paper.content}
        </div>,
        document.body,
      ),
  };
}
