// Text that people see, on pages, in lists, in exports and in terminals.

/** Control characters, line and paragraph separators, and the characters that reorder text (Bidi_Control, UAX #9). */
const UNSEEN = "\\p{Cc}\\p{Zl}\\p{Zp}\\p{Bidi_Control}";

/** As a JSON Schema's `pattern`. */
export const SHOWN_TEXT = `^[^${UNSEEN}]*$`;

/** The same of several lines. */
export const SHOWN_LINES = `^(?:[^${UNSEEN}]|[\\t\\r\\n])*$`;

const ONE_LINE = new RegExp(SHOWN_TEXT, "u");
const LINES = new RegExp(SHOWN_LINES, "u");
const UNSHOWN = new RegExp(`(?![\\t\\r\\n])[${UNSEEN}]`, "gu");

export const isShownText = (text: string): boolean => ONE_LINE.test(text);
export const areShownLines = (text: string): boolean => LINES.test(text);

/** A text that others wrote and that cannot be refused: a space stands for what must not be shown. */
export const asShownLines = (text: string): string => text.replace(UNSHOWN, " ");
