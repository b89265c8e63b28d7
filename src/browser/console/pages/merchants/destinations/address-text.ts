// Tells the reader why an address is wrong.
import { countedText, filledText, messages } from "../../../app/text/language.ts";
import type { AddressFault } from "./address.ts";

export function faultText(fault: AddressFault): string {
  const { address: texts } = messages().merchant;
  switch (fault.type) {
    case "otherChain":
      return filledText(texts.otherChain, { chain: fault.chain });
    case "noPrefix":
      return `${texts.form} ${texts.noPrefix}`;
    case "length":
      return `${texts.form} ${countedText(texts.length, fault.count)}`;
    case "character":
      return `${texts.form} ${filledText(texts.character, { character: fault.character })}`;
    default:
      return texts[fault.type];
  }
}
