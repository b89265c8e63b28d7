// Sets the colour scheme for the pages that load before Mantine, as Mantine will: the chosen one, else the device's.

/** Where Mantine keeps the choice: https://mantine.dev/theming/color-schemes/ */
const KEPT = "mantine-color-scheme-value";

export function followColorScheme(): void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const show = () => {
    const kept = keptScheme();
    const scheme = kept === "light" || kept === "dark" ? kept : dark.matches ? "dark" : "light";
    document.documentElement.setAttribute("data-mantine-color-scheme", scheme);
  };
  dark.addEventListener("change", show);
  show();
}

function keptScheme(): string | null {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null; // storage is blocked
  }
}
