// A button on each sample that copies it.
const SHOWN_MS = 2_000;

/** The clipboard exists only where the page came over TLS or from this machine. */
export function addCopyButtons(): void {
  if (!("clipboard" in navigator)) return;
  for (const figure of document.querySelectorAll("figure.sample")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.addEventListener("click", () => void copy(figure, button));
    figure.append(button);
  }
}

async function copy(figure: Element, button: HTMLElement): Promise<void> {
  const text = figure.querySelector("code")?.textContent ?? "";
  button.textContent = await navigator.clipboard.writeText(text).then(
    () => "Copied",
    () => "Select it and copy it by hand",
  );
  setTimeout(() => {
    button.textContent = "Copy";
  }, SHOWN_MS);
}
