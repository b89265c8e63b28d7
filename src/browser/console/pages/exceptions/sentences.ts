// Describes an exception in the reader's language: the API describes it in English.
import type { ListedException } from "../../api/exceptions.ts";
import { countedText, filledText, messages } from "../../app/text/language.ts";
import { amountText } from "../../app/text/money-text.ts";

/** Sentences at the end of the API's message, the first with its number. */
const SUM = / This is the sum of (\d+) transfers, of which it names the last\./;
const SEVERAL_SENDERS = / They came from several accounts\./;

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
    ...(SEVERAL_SENDERS.test(message) ? [texts.severalSenders] : []),
  ];
}
