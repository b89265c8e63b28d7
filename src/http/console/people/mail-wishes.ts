// The mail that users want: which notices, and in which language.
import { MailWishesBody, MailWishesShown } from "../../../contract/console/mail-wishes.ts";
import { noticeKindsOf } from "../../../mail/kinds.ts";
import { USER_ROLES } from "../../../merchant/user.ts";
import { LANGUAGES } from "../../../pages/messages/languages.ts";
import { USERS } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import type { KeyCaller } from "../../request/caller.ts";
import { CONSOLE_API } from "../../request/session-cookie.ts";
import type { Services } from "../../services.ts";
import { sessionOf } from "./session.ts";

const PATH = `${CONSOLE_API}/account/mail`;

async function wishesOf(
  { mail, mailKeys }: Pick<Services, "mail" | "mailKeys">,
  caller: KeyCaller,
): Promise<MailWishesShown> {
  const role = USER_ROLES.find((each) => each === sessionOf(caller).role);
  const kinds = mailKeys && role ? noticeKindsOf(role, caller.merchantIds !== null) : [];
  const wishes = await mail.mailWishes(caller.partnerId, caller.keyId);
  const language = LANGUAGES.find((each) => each === wishes?.language) ?? null;
  return { kinds: [...kinds], off: [...(wishes?.off ?? [])], language };
}

export const getMailWishes = endpoint({
  route: `GET ${PATH}`,
  caller: "console",
  console: USERS,
  isOfPerson: true,
  response: [200, MailWishesShown],
  uses: ["mail", "mailKeys"],
  handle: (services, { caller }) => wishesOf(services, caller),
});

export const changeMailWishes = endpoint({
  route: `PUT ${PATH}`,
  caller: "console",
  console: USERS,
  isOfPerson: true,
  request: { body: MailWishesBody },
  response: [200, MailWishesShown],
  uses: ["mail", "mailKeys"],
  async handle(services, { caller, body }) {
    await services.mail.setMailWishes(caller.partnerId, caller.keyId, body);
    return wishesOf(services, caller);
  },
});
