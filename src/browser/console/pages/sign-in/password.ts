import { filledText, messages } from "../../app/text/language.ts";
import { countText } from "../../app/text/money-text.ts";

/** The server's minimum (src/merchant/password.ts). */
export const PASSWORD_LENGTH_MIN = 15;

export const passwordAdvice = (): string =>
  filledText(messages().app.passwordAdvice, { count: countText(PASSWORD_LENGTH_MIN) });
