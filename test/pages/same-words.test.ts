// Mail says what the pages say: a receipt has the words of the checkout, an exception the name of the console.
import { expect, test } from "vitest";
import { ar } from "../../locales/console/ar.ts";
import { de } from "../../locales/console/de.ts";
import { en } from "../../locales/console/en.ts";
import { es } from "../../locales/console/es.ts";
import { zh } from "../../locales/console/zh.ts";
import { CATALOGUES, MAIL_TEXTS } from "../../src/pages/catalogues.ts";
import { LANGUAGES } from "../../src/pages/messages/languages.ts";
import { messagesIn } from "./complete.ts";

const CONSOLES = { en, de, es, zh, ar };

test.each(LANGUAGES)("a receipt by mail has the words of the checkout in %s", (language) => {
  const checkout = Object.fromEntries(messagesIn(CATALOGUES[language].page));
  const pathOf = new Map(messagesIn(CATALOGUES.en.page).map(([path, message]) => [message, path]));
  const receipt = Object.fromEntries(messagesIn(MAIL_TEXTS[language].receipt));
  const shared = messagesIn(MAIL_TEXTS.en.receipt).flatMap(([path, message]) => {
    const same = pathOf.get(message);
    return same === undefined ? [] : [[path, same] as const];
  });
  expect(shared.map(([path]) => path)).toContain(".reference");
  for (const [path, same] of shared) expect(receipt[path], path).toBe(checkout[same]);
});

test.each(LANGUAGES)("mail calls an exception as the console does in %s", (language) => {
  const titles = Object.entries(CONSOLES[language].exceptions.kinds).map(([kind, { title }]) => [kind, title]);
  expect(MAIL_TEXTS[language].exceptions.kinds).toEqual(Object.fromEntries(titles));
});
