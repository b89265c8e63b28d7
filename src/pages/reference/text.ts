// The subset of Markdown used in descriptions: paragraphs, **bold** and `code`.
import { escaped } from "../html.ts";

export const renderText = (text: string): string =>
  text
    .split("\n\n")
    .map((paragraph) => `<p>${inline(paragraph)}</p>`)
    .join("\n");

const inline = (text: string): string =>
  escaped(text)
    .replace(/`([^`]+)`/g, "<code>$1</code>")
    .replace(/\*\*([^*]+)\*\*/g, "<b>$1</b>");
