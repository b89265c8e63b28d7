// The dialog of the search. The search itself, with the text of all pages, is loaded when the dialog first opens.
import { isSearchKey } from "../search-key.ts";
import type { Found } from "./search.ts";

let dialog: HTMLDialogElement | null = null;

export function openableSearch(): void {
  const button = document.querySelector("#search");
  if (!(button instanceof HTMLButtonElement)) return;
  button.hidden = false;
  button.addEventListener("click", open);
  document.addEventListener("keydown", (event) => {
    if (!isSearchKey(event)) return;
    event.preventDefault();
    open();
  });
}

function open(): void {
  dialog ??= build();
  if (!dialog.open) dialog.showModal();
}

function build(): HTMLDialogElement {
  const made = document.createElement("dialog");
  made.className = "search";
  made.setAttribute("aria-label", "Search");
  made.innerHTML = `<form method="dialog"><label for="words">Search the guides and the reference</label>
<input id="words" type="search" autocomplete="off" autofocus>
<p role="status"></p><ul></ul><button>Close</button></form>`;
  document.body.append(made);
  const input = made.querySelector("input");
  const status = made.querySelector("p");
  const list = made.querySelector("ul");
  if (!input || !status || !list) return made;
  const loaded = import("./search.ts");
  const show = async () => {
    const words = input.value.trim();
    const { search } = await loaded;
    if (words !== input.value.trim()) return;
    const found = words === "" ? [] : search(words);
    list.replaceChildren(...found.map(itemOf));
    status.textContent = words === "" ? "" : messageOf(found.length);
  };
  input.addEventListener("input", () => {
    show().catch(() => {
      status.textContent = "The search could not be loaded. Reload the page.";
    });
  });
  made.querySelector("form")?.addEventListener("submit", (event) => {
    const first = list.querySelector("a");
    if (event.submitter !== null && document.activeElement !== input) return;
    event.preventDefault();
    first?.click();
  });
  list.addEventListener("click", () => made.close());
  return made;
}

const messageOf = (count: number): string => {
  if (count === 0) return "Nothing was found. Try fewer or other words.";
  return count === 1 ? "1 place" : `${count} places`;
};

function itemOf({ path, title, heading, excerpt }: Found): HTMLLIElement {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = path;
  link.textContent = heading === "" ? title : `${title}: ${heading}`;
  const text = document.createElement("p");
  text.textContent = excerpt;
  item.append(link, text);
  return item;
}
