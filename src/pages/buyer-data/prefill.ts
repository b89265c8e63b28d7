// Values that a wallet already knows, in the form's address: base64 or base64url of a JSON object of field ids. They
// fill the form as if typed. The agreement to the terms is the buyer's own.
import { BUYER_DATA_FIELDS } from "../../payment/buyer-data/buyer-data-fields.ts";
import { type Answers, NO_ANSWERS, readAnswers } from "./answers.ts";

/** @param given the parameter; anything malformed fills nothing */
export function readPrefill(given: unknown): Answers {
  const values = typeof given === "string" ? objectIn(given) : {};
  const texts = BUYER_DATA_FIELDS.flatMap(({ id, type }): [string, string][] => {
    const value = Object.hasOwn(values, id) ? values[id] : undefined;
    return type !== "checkbox" && typeof value === "string" ? [[id, value]] : [];
  });
  if (texts.length === 0) return NO_ANSWERS;
  const isOf = (place: string) => texts.some(([id]) => id.startsWith(place));
  const place = isOf("pob") && !isOf("por") ? "pob" : "por";
  return readAnswers(new URLSearchParams([...texts, ["place", place]]).toString());
}

function objectIn(base64: string): Readonly<Record<string, unknown>> {
  try {
    // An unescaped + in a query arrives as a space.
    const value: unknown = JSON.parse(Buffer.from(base64.replaceAll(" ", "+"), "base64").toString("utf8"));
    return value !== null && typeof value === "object" ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
