// After a form was submitted with faults, the focus moves to the first wrong field.
import { useEffect } from "react";

export function useFirstFaultFocus(): void {
  useEffect(() => {
    const onSubmit = ({ target }: SubmitEvent) => {
      // The fields show their faults in the next frame.
      requestAnimationFrame(() => {
        if (target instanceof HTMLFormElement) target.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
      });
    };
    document.addEventListener("submit", onSubmit);
    return () => document.removeEventListener("submit", onSubmit);
  }, []);
}
