// What users want to be told by mail, on the wire of the console.
import Type, { type Static } from "typebox";
import { NOTICE_KINDS } from "../../mail/kinds.ts";
import { LANGUAGES } from "../../pages/messages/languages.ts";
import * as wire from "../primitives.ts";

const kinds = Type.Array(wire.oneOf(NOTICE_KINDS), {
  maxItems: NOTICE_KINDS.length,
  uniqueItems: true,
  description: `any of ${NOTICE_KINDS.join(", ")}`,
});

/** Null: not chosen, which is English. */
const language = wire.oneOfOrNull(LANGUAGES);

export const MailWishesShown = Type.Object({
  /** Kinds that the user can get; none if no mail is sent here, or the user's role acts on nothing. */
  kinds,
  /** Kinds that the user does not want. */
  off: kinds,
  language,
});
export type MailWishesShown = Static<typeof MailWishesShown>;

export const MailWishesBody = wire.closed({ off: kinds, language });
export type MailWishesBody = Static<typeof MailWishesBody>;
