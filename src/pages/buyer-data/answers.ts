// Reads a submitted form. Blank fields count as unanswered, and only one place counts: the chosen one, unless only the
// other is complete (a browser that can't hide the other one shows both).
import { typedCode } from "../../money/typed-text.ts";
import {
  BUYER_DATA_FIELDS,
  type BuyerDataFieldId,
  type CollectedField,
} from "../../payment/buyer-data/buyer-data-fields.ts";

export type Place = "por" | "pob";

export interface Answers {
  /** Place of residence or place of birth. */
  readonly place: Place;
  readonly collected: readonly CollectedField[];
}

export const NO_ANSWERS: Answers = { place: "por", collected: [] };

const textOf = (id: BuyerDataFieldId, value: string): string =>
  id === "dob" ? typedCode(value) : value.replaceAll("\r\n", "\n").trim();

/** @param body application/x-www-form-urlencoded */
export function readAnswers(body: string): Answers {
  const given = new URLSearchParams(body);
  const place: Place = given.get("place") === "pob" ? "pob" : "por";
  const collected = BUYER_DATA_FIELDS.flatMap(({ id }) =>
    given.getAll(id).map((value) => ({ id, value: textOf(id, value) })),
  ).filter(({ value }) => value !== "");
  const other: Place = place === "por" ? "pob" : "por";
  const isWhole = (which: Place) =>
    [`${which}Country`, `${which}Address`].every((id) => collected.some((field) => field.id === id));
  const [counts, left]: [Place, Place] = isWhole(other) && !isWhole(place) ? [other, place] : [place, other];
  return { place: counts, collected: collected.filter(({ id }) => !id.startsWith(left)) };
}
