// Scrolls to the second step of cancelling, which opens below the first. It doesn't take the focus: a key held down
// would confirm it.

export function showCancel(): void {
  const onToggle = ({ target }: Event): void => {
    if (target instanceof HTMLDetailsElement && target.open && target.matches(".cancel")) {
      target.scrollIntoView({ block: "nearest" });
    }
  };
  document.addEventListener("toggle", onToggle, true); // it does not bubble
}
