// Describes an exception in the reader's language: the API describes it in English.
import type { ListedException } from "../../api/exceptions.ts";
import { countedText, filledText, messages } from "../../app/text/language.ts";

/** Sentences at the end of the API's message, with their number. */
const FEE = / (\d+) of it \(in the asset's smallest unit\) went as a fee\./;
const SUM = / This is the sum of (\d+) transfers, of which it names the last\./;

export function sentencesOf({ kind, message }: Pick<ListedException, "kind" | "message">): readonly string[] {
  const { exceptions: texts } = messages();
  const fee = FEE.exec(message)?.[1];
  const transfers = SUM.exec(message)?.[1];
  return [
    texts.kinds[kind].what,
    ...(fee === undefined ? [] : [filledText(texts.fee, { fee })]),
    ...(transfers === undefined ? [] : [countedText(texts.sum, Number(transfers))]),
  ];
}
