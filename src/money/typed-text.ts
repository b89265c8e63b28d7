// What people type and paste, as they mean it. Chats, pages and keyboards add characters that nothing shows.
import { asciiDigits } from "./digits.ts";

/** Characters that reorder text (UAX #9), and controls; no text of ours contains them. */
const UNMEANT = /[\p{Bidi_Control}\p{Cc}]/gu;
/** Beside a word, these mean nothing. Within one, joiners and zero-width spaces are part of some scripts. */
const AT_ENDS = /^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu;

/** A name, a reference or another text of one line, to be kept or found. */
export const typedText = (text: string): string => text.replace(/\s/gu, " ").replace(UNMEANT, "").replace(AT_ENDS, "");

/** A number, in digits of any script. */
export const typedNumber = (text: string): string => asciiDigits(typedText(text).replace(/\p{Cf}/gu, ""));

/** A code, an id, an address or a hash: of ASCII, in any digits, and in the wide forms of East Asian keyboards. */
export const typedCode = (text: string): string => typedNumber(text.normalize("NFKC"));
