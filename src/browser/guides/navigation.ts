// The navigation is open beside a guide, and folded above it on a narrow screen.
const BESIDE = matchMedia("(min-width: 60rem)");

export function foldNavigation(): void {
  const details = document.querySelector("nav details");
  if (!(details instanceof HTMLDetailsElement)) return;
  const fold = () => {
    details.open = BESIDE.matches;
  };
  BESIDE.addEventListener("change", fold);
  fold();
  if (!BESIDE.matches) return;
  const current = details.querySelector("[aria-current]");
  const nav = details.parentElement;
  if (current instanceof HTMLElement && nav) nav.scrollTop = current.offsetTop - nav.clientHeight / 2;
}
