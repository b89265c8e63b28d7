// Samples that do the same in several languages: one is shown, in the language that the reader chose on any page.
const KEPT = "turnpike-docs-language";

export function foldLanguages(): void {
  const groups = [...document.querySelectorAll<HTMLElement>(".tabs")].map(addButtons);
  const kept = readKept();
  for (const show of groups) show(kept);

  function addButtons(group: HTMLElement): (language: string | null) => void {
    const samples = [...group.querySelectorAll<HTMLElement>("figure")];
    const bar = document.createElement("div");
    group.classList.add("folded");
    bar.className = "languages";
    bar.role = "group";
    bar.ariaLabel = "Language of the samples";
    const buttons = samples.map((sample) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = sample.querySelector("figcaption")?.textContent ?? "";
      button.addEventListener("click", () => choose(button, languageOf(sample)));
      return button;
    });
    bar.append(...buttons);
    group.prepend(bar);
    return (language) => {
      const chosen = Math.max(0, samples.map(languageOf).indexOf(language ?? ""));
      for (const [index, sample] of samples.entries()) {
        sample.hidden = index !== chosen;
        buttons[index]?.setAttribute("aria-pressed", String(index === chosen));
      }
    };
  }

  /** Samples above change their height too; the reader's stays in its place. */
  function choose(button: HTMLButtonElement, language: string): void {
    const before = button.getBoundingClientRect().top;
    keep(language);
    for (const show of groups) show(language);
    scrollBy({ top: button.getBoundingClientRect().top - before, behavior: "instant" });
  }
}

const languageOf = (sample: HTMLElement): string => sample.dataset.language ?? "";

/** Storage may be blocked; the choice then holds for the page. */
function readKept(): string | null {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

function keep(language: string): void {
  try {
    localStorage.setItem(KEPT, language);
  } catch {
    // Storage is blocked.
  }
}
