// The same in several languages becomes tabs (WAI-ARIA APG, Tabs). A choice counts for every page of this browser.
const KEY = "turnpike.guides.language";

interface Tab {
  readonly language: string;
  readonly button: HTMLButtonElement;
  readonly panel: HTMLElement;
}

const groups: Tab[][] = [];

export function makeTabs(): void {
  for (const [index, group] of [...document.querySelectorAll(".tabs")].entries()) {
    const tabs = [...group.querySelectorAll("figure")].map((panel, place) => tabOf(panel, `tab-${index}-${place}`));
    const list = document.createElement("div");
    list.setAttribute("role", "tablist");
    list.setAttribute("aria-label", "Language");
    list.append(...tabs.map(({ button }) => button));
    list.addEventListener("keydown", (event) => move(event, tabs));
    group.prepend(list);
    groups.push(tabs);
    select(tabs, tabs[0]?.language ?? "");
  }
  choose(localStorage.getItem(KEY) ?? "");
}

function tabOf(panel: HTMLElement, id: string): Tab {
  const button = document.createElement("button");
  const language = panel.dataset.language ?? "";
  button.type = "button";
  button.id = id;
  button.textContent = panel.querySelector("figcaption")?.textContent ?? "";
  button.setAttribute("role", "tab");
  button.setAttribute("aria-controls", `${id}-panel`);
  button.addEventListener("click", () => remember(language));
  panel.id = `${id}-panel`;
  panel.setAttribute("role", "tabpanel");
  panel.setAttribute("aria-labelledby", id);
  panel.querySelector("figcaption")?.remove();
  return { language, button, panel };
}

function move(event: KeyboardEvent, tabs: readonly Tab[]): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined) return;
  const at = tabs.findIndex(({ button }) => button === document.activeElement);
  const next = tabs.at((at + step) % tabs.length);
  if (!next) return;
  remember(next.language);
  next.button.focus();
}

function remember(language: string): void {
  localStorage.setItem(KEY, language);
  choose(language);
}

/** A group without the language keeps its tab. */
function choose(language: string): void {
  for (const tabs of groups) if (tabs.some((tab) => tab.language === language)) select(tabs, language);
}

function select(tabs: readonly Tab[], language: string): void {
  for (const { language: own, button, panel } of tabs) {
    const isSelected = own === language;
    button.setAttribute("aria-selected", String(isSelected));
    button.tabIndex = isSelected ? 0 : -1;
    panel.hidden = !isSelected;
  }
}
