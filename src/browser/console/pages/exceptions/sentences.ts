// Describes an exception in the reader's language: the API describes it in English.
import type { ListedException } from "../../api/exceptions.ts";
import { countedText, filledText, messages } from "../../app/text/language.ts";
import { amountText } from "../../app/text/money-text.ts";

/** A sentence at the end of the API's message, with its number. */
const SUM = / This is the sum of (\d+) transfers, of which it names the last\./;

export function sentencesOf({
  kind,
  message,
  fee,
}: Pick<ListedException, "kind" | "message" | "fee">): readonly string[] {
  const { exceptions: texts } = messages();
  const transfers = SUM.exec(message)?.[1];
  return [
    texts.kinds[kind].what,
    ...(fee === undefined ? [] : [filledText(texts.fee, { fee: amountText(fee) })]),
    ...(transfers === undefined ? [] : [countedText(texts.sum, Number(transfers))]),
  ];
}
